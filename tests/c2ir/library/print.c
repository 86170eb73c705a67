#include <stdint.h>
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <limits.h>
static int my(char *b, size_t n, const char *f, ...)
{
	va_list ap;
	va_start(ap, f);
	int r = vsnprintf(b, n, f, ap);
	va_end(ap);
	return r;
}
static void err(const char *f, ...)
{
	va_list ap;
	va_start(ap, f);
	vfprintf(stdout, f, ap);
	va_end(ap);
}
int main(void)
{
	char b[200];
	int n;
	n = sprintf(b, "a%db%5dc%-5d|%05d|%+d|% d|%.3d|%8.3d|%i", 1, -2, 3, -4, 5, 6, 7, 8, INT_MIN);
	printf("%d %s\n", n, b);
	n = sprintf(b, "%u %x %X %#x %#o %o %08x %lu %llx %hhu %hd %zu", 1u, 255, 255, 255, 8, 0, 0xabc, ULONG_MAX,
		    ULLONG_MAX, 300, 70000, (size_t)9);
	printf("%d %s\n", n, b);
	n = sprintf(b, "[%s|%8s|%-8s|%.2s|%*s|%.*s|%c|%3c|%-3c|%%]", "abc", "def", "ghi", "jkl", 6, "mn", 1, "op", 'q',
		    'r', 's');
	printf("%d %s\n", n, b);
	n = snprintf(b, 5, "%s", "truncated");
	printf("%d %s\n", n, b);
	n = snprintf(NULL, 0, "%d%s", 12345, "xyz");
	printf("%d\n", n);
	n = sprintf(b, "%g %f %e %.14g %10.2f|%-10.1e|%Lg %a", 1.5, 2.25, 1e10, 0.1, 3.14159, 2.5, 7.75L, 1.0);
	printf("%d %s\n", n, b);
	n = sprintf(b, "%p", (void *)0);
	printf("%d %s\n", n, b);
	n = my(b, sizeof b, "%d %s %5.1f %lx %c %% %p %*d %-*d| %.3s %hhd %jd %Lf", -3, "va", 2.5, 0xffffUL, 'z',
	       (void *)0, 5, 1, -4, 2, "abcdef", -1, (intmax_t)-7, 2.5L);
	printf("%d %s\n", n, b);
	err("%s:%d: error %g\n", "file", 12, 0.5);
	const char *f = n > 3 ? "%d-%s\n" : "%d+%s\n";
	printf(f, 5, "dyn");
	fprintf(stdout, f, 6, "dyn2");
	sprintf(b, f, 7, "x");
	fputs(b, stdout);
	int (*pf)(const char *, ...) = printf;
	pf("%s\n", "through pointer");
	printf("%.0d|%.0x|%#.3o|%+.0d|%x\n", 0, 0, 1, 0, 0);
	sprintf(b, "%.0d|%.0x|%#.3o|%+.0d|%x\n", 0, 0, 1, 0, 0);
	fputs(b, stdout);
	return 0;
}

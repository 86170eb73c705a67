#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <wchar.h>

static void from_string(void)
{
	int a = -1, b = -1, n = -1, r;
	unsigned u = 0;
	long l = 0;
	char s[20] = "", t[20] = "", c = 0;
	double d = 0;
	float f = 0;
	r = sscanf("12 -7 word", "%d%d %s", &a, &b, s);
	printf("%d %d %d %s\n", r, a, b, s);
	r = sscanf("0x1f 077 12", "%i %i %u", &a, &b, &u);
	printf("%d %d %d %u\n", r, a, b, u);
	r = sscanf("ff:10,99", "%x:%ld,%1d%n", &u, &l, &a, &n);
	printf("%d %x %ld %d %d\n", r, u, l, a, n);
	r = sscanf("1.5e2 -3.25rest", "%lf%f%3s%c", &d, &f, s, &c);
	printf("%d %g %g %s %c\n", r, d, f, s, c);
	r = sscanf("key = value; more", "%[a-z] = %[^;]", s, t);
	printf("%d %s %s\n", r, s, t);
	r = sscanf("", "%d", &a);
	printf("%d ", r);
	r = sscanf("x", "%d", &a);
	printf("%d ", r);
	r = sscanf("5 skipped 6", "%d %*s %d", &a, &b);
	printf("%d %d %d\n", r, a, b);
}

static void from_stream(void)
{
	char word[20];
	int a, b, c;
	double d;
	int r = scanf("%9s %*s", word);
	printf("%d %s\n", r, word);
	r = scanf("%d%d%i%lf", &a, &b, &c, &d);
	printf("%d %d %d %d %g\n", r, a, b, c, d);
	r = fscanf(stdin, " %5[a-z]", word);
	printf("%d %s\n", r, word);
	r = scanf("%d", &a);
	int next = getchar();
	printf("%d %c\n", r, next);
}

static volatile int handled;

static void handler(int number)
{
	handled = number;
}

static void system_calls(void)
{
	struct stat s;
	int fd = open("data", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	printf("%zd\n", write(fd, "hello", 5));
	close(fd);
	int status = stat("data", &s);
	/* With 32 bits what stat() stores is not known. */
	printf("%d %ld\n", status, sizeof(long) > 4 ? (long)s.st_size : 5);
	char buffer[10];
	fd = open("data", O_RDONLY);
	long n = read(fd, buffer, sizeof buffer);
	printf("%ld %.5s %ld\n", n, buffer, (long)lseek(fd, 1, SEEK_SET));
	close(fd);
	printf("%d %d\n", open("no/such", O_RDONLY), access("data", R_OK));
	printf("%d\n", unlink("data"));
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	printf("%d %d\n", handled, getpid() > 0);
}

static void times(void)
{
	time_t t = 86400 * 365;
	struct tm *u = gmtime(&t);
	char text[100];
	printf("%d %d %d %d\n", u->tm_year, u->tm_mon, u->tm_mday, u->tm_wday);
	printf("%zu %s\n", strftime(text, sizeof text, "%Y-%m-%d %H:%M", u), text);
	printf("%d %g\n", time(NULL) > 1600000000, difftime(7, 4));
}

static void wide(void)
{
	wchar_t w[10];
	wcscpy(w, L"abc");
	wcscat(w, L"de");
	printf("%zu %d %td\n", wcslen(w), wcscmp(w, L"abcde"), wcschr(w, L'd') - w);
}

static void options(void)
{
	char *list[] = { "program", "-a", "-b", "value", "-cx", "rest", NULL };
	for (int c; (c = getopt(6, list, "ab:c:")) != -1;)
		printf("%c %s\n", c, optarg ? optarg : "-");
	printf("%d\n", optind);
}

int main(void)
{
	from_string();
	from_stream();
	system_calls();
	times();
	wide();
	options();
	return 0;
}

/* What a program needs of a C library and of libgcc, for 32 bits on Linux and without either: most systems have none for
 * 32 bits. Only for tests/campaign/csmith, whose programs print with %s, %d, %X and %lX. */
#include <stdarg.h>
#include <stddef.h>

typedef unsigned long long wide;

static char buffer[1 << 16];
static size_t used;

static int call(int number, int a, const void *b, size_t c)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

static void flush(void)
{
	for (size_t at = 0; at < used;) {
		int done = call(4, 1, buffer + at, used - at);
		if (done <= 0)
			break;
		at += (size_t)done;
	}
	used = 0;
}

_Noreturn void exit(int status)
{
	flush();
	for (;;)
		call(1, status, NULL, 0);
}

_Noreturn void abort(void)
{
	exit(134);
}

static void put(char c)
{
	if (used == sizeof buffer)
		flush();
	buffer[used++] = c;
}

static void put_number(unsigned value, unsigned base)
{
	char text[12];
	int n = 0;
	do
		text[n++] = "0123456789ABCDEF"[value % base];
	while (value /= base);
	while (n)
		put(text[--n]);
}

static void put_string(const char *s)
{
	while (*s)
		put(*s++);
}

int printf(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	for (const char *f = format; *f; f++) {
		if (*f != '%') {
			put(*f);
			continue;
		}
		f += f[1] == 'l' ? 2 : 1;
		if (*f == 's') {
			put_string(va_arg(list, const char *));
		} else if (*f == 'X') {
			put_number(va_arg(list, unsigned), 16);
		} else if (*f == 'd') {
			int value = va_arg(list, int);
			if (value < 0)
				put('-');
			put_number(value < 0 ? -(unsigned)value : (unsigned)value, 10);
		} else {
			abort();
		}
	}
	va_end(list);
	return 0;
}

int puts(const char *s)
{
	put_string(s);
	put('\n');
	return 0;
}

int putchar(int c)
{
	put((char)c);
	return c;
}

_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	(void)file, (void)line, (void)function;
	put_string(expression);
	abort();
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((volatile char *)to)[i] = ((const char *)from)[i];
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t k = to < from ? i : n - 1 - i;
		((volatile char *)to)[k] = ((const char *)from)[k];
	}
	return to;
}

void *memset(void *to, int c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((volatile char *)to)[i] = (char)c;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

/* ---- libgcc: arithmetic on 64 bits ---- */

wide __udivmoddi4(wide a, wide b, wide *rest)
{
	wide quotient = 0, r = 0;
	for (int i = 63; i >= 0; i--) {
		unsigned carry = (unsigned)(r >> 63);
		r = r << 1 | (a >> i & 1);
		if (carry || r >= b) {
			r -= b;
			quotient |= 1ULL << i;
		}
	}
	if (rest)
		*rest = r;
	return quotient;
}

wide __udivdi3(wide a, wide b)
{
	return __udivmoddi4(a, b, NULL);
}

wide __umoddi3(wide a, wide b)
{
	wide rest;
	__udivmoddi4(a, b, &rest);
	return rest;
}

static wide magnitude(long long a)
{
	return a < 0 ? -(wide)a : (wide)a;
}

long long __divmoddi4(long long a, long long b, long long *rest)
{
	wide r, quotient = __udivmoddi4(magnitude(a), magnitude(b), &r);
	*rest = (long long)(a < 0 ? -r : r);
	return (long long)((a < 0) != (b < 0) ? -quotient : quotient);
}

long long __divdi3(long long a, long long b)
{
	long long rest;
	return __divmoddi4(a, b, &rest);
}

long long __moddi3(long long a, long long b)
{
	long long rest;
	__divmoddi4(a, b, &rest);
	return rest;
}

int __popcountsi2(unsigned a)
{
	int n = 0;
	for (; a; a &= a - 1)
		n++;
	return n;
}

int __popcountdi2(wide a)
{
	return __popcountsi2((unsigned)a) + __popcountsi2((unsigned)(a >> 32));
}

int __paritysi2(unsigned a)
{
	return __popcountsi2(a) & 1;
}

int __paritydi2(wide a)
{
	return __popcountdi2(a) & 1;
}

int __ctzdi2(wide a)
{
	return (unsigned)a ? __builtin_ctz((unsigned)a) : 32 + __builtin_ctz((unsigned)(a >> 32));
}

int __clzdi2(wide a)
{
	return a >> 32 ? __builtin_clz((unsigned)(a >> 32)) : 32 + __builtin_clz((unsigned)a);
}

int __ffssi2(unsigned a)
{
	return a ? __builtin_ctz(a) + 1 : 0;
}

int __ffsdi2(wide a)
{
	return a ? __ctzdi2(a) + 1 : 0;
}

int __clrsbdi2(long long a)
{
	wide b = (wide)(a < 0 ? ~a : a);
	return b ? __clzdi2(b) - 1 : 63;
}

/* Conversions between floats and 64 bits: the x87 does the signed ones itself (fild, fistp), exactly; halving with a
 * sticky bit rounds as the whole would. */
static double unsigned_double(wide a)
{
	return (long long)a >= 0 ? (double)(long long)a : 2 * (double)(long long)(a >> 1 | (a & 1));
}

double __floatundidf(wide a)
{
	return unsigned_double(a);
}

float __floatundisf(wide a)
{
	return (long long)a >= 0 ? (float)(long long)a : 2 * (float)(long long)(a >> 1 | (a & 1));
}

wide __fixunsdfdi(double a)
{
	return a < 9223372036854775808.0 ? (wide)(long long)a
					 : (wide)(long long)(a - 9223372036854775808.0) + (1ULL << 63);
}

wide __fixunssfdi(float a)
{
	return __fixunsdfdi(a);
}

/* ---- the start ---- */

int main(int argc, char **argv);

__attribute__((used)) static void start(int *stack)
{
	exit(main(stack[0], (char **)(stack + 1)));
}

__asm__(".globl _start\n_start:\n\tmov %esp, %eax\n\tand $-16, %esp\n\tsub $12, %esp\n\tpush %eax\n\tcall start\n");

/* What a pointer to a function that c2ir lowers by hand points to. */
#include "plumb.h"

void *malloc(size_t n);
void *calloc(size_t n, size_t m);
void *realloc(void *p, size_t n);
void free(void *p);
void *memcpy(void *p, const void *q, size_t n);
void *memmove(void *p, const void *q, size_t n);
void *memset(void *p, int c, size_t n);
void *mempcpy(void *p, const void *q, size_t n);
void bzero(void *p, size_t n);
ssize_t recv(int socket, void *p, size_t n, int flags);
void exit(int n);
void _exit(int n);
void _Exit(int n);
void quick_exit(int n);
void abort(void);
void longjmp(void *buffer, int value);
double floor(double x);
double ceil(double x);
double trunc(double x);
double sqrt(double x);
double fabs(double x);
double rint(double x);
double round(double x);
int puts(const char *s);
int putchar(int c);
int putchar_unlocked(int c);
int fegetround(void);
int fesetround(int mode);
void __VERIFIER_assume(int c);

void *__plumb_pointer_to_malloc(size_t n)
{
	return malloc(n);
}

void *__plumb_pointer_to_calloc(size_t n, size_t m)
{
	return calloc(n, m);
}

void *__plumb_pointer_to_realloc(void *p, size_t n)
{
	return realloc(p, n);
}

void __plumb_pointer_to_free(void *p)
{
	free(p);
}

void *__plumb_pointer_to_memcpy(void *p, const void *q, size_t n)
{
	return memcpy(p, q, n);
}

void *__plumb_pointer_to_memmove(void *p, const void *q, size_t n)
{
	return memmove(p, q, n);
}

void *__plumb_pointer_to_memset(void *p, int c, size_t n)
{
	return memset(p, c, n);
}

void *__plumb_pointer_to_mempcpy(void *p, const void *q, size_t n)
{
	return mempcpy(p, q, n);
}

void __plumb_pointer_to_bzero(void *p, size_t n)
{
	bzero(p, n);
}

ssize_t __plumb_pointer_to_recv(int socket, void *p, size_t n, int flags)
{
	return recv(socket, p, n, flags);
}

void __plumb_pointer_to_exit(int n)
{
	exit(n);
}

void __plumb_pointer_to__exit(int n)
{
	_exit(n);
}

void __plumb_pointer_to__Exit(int n)
{
	_Exit(n);
}

void __plumb_pointer_to_quick_exit(int n)
{
	quick_exit(n);
}

void __plumb_pointer_to_abort(void)
{
	abort();
}

double __plumb_pointer_to_floor(double x)
{
	return floor(x);
}

double __plumb_pointer_to_ceil(double x)
{
	return ceil(x);
}

double __plumb_pointer_to_trunc(double x)
{
	return trunc(x);
}

double __plumb_pointer_to_sqrt(double x)
{
	return sqrt(x);
}

double __plumb_pointer_to_fabs(double x)
{
	return fabs(x);
}

double __plumb_pointer_to_rint(double x)
{
	return rint(x);
}

double __plumb_pointer_to_round(double x)
{
	return round(x);
}

int __plumb_pointer_to_puts(const char *s)
{
	return puts(s);
}

int __plumb_pointer_to_putchar(int c)
{
	return putchar(c);
}

int __plumb_pointer_to_putchar_unlocked(int c)
{
	return putchar_unlocked(c);
}

int __plumb_pointer_to_fegetround(void)
{
	return fegetround();
}

int __plumb_pointer_to_fesetround(int mode)
{
	return fesetround(mode);
}

void __plumb_pointer_to___VERIFIER_assume(int c)
{
	__VERIFIER_assume(c);
}

void __plumb_pointer_to_longjmp(void *buffer, int value)
{
	longjmp(buffer, value);
}

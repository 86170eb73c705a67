/* Functions: pointers, recursion, variadic arguments, old-style definitions, static locals, attributes. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n

typedef int operation(int, int);

static int add(int a, int b)
{
	return a + b;
}

static int multiply(int a, int b)
{
	return a * b;
}

static operation *const operations[] = { add, multiply };

static operation *choose(int which)
{
	return which ? multiply : &add;
}

static int apply(operation *f, int a, int b)
{
	return f(a, b) + (*f)(a, b);
}

static int vsum(int n, va_list ap)
{
	int s = 0;
	while (n--)
		s += va_arg(ap, int);
	return s;
}

static int twice(int n, ...)
{
	va_list ap, aq;
	int r;
	va_start(ap, n);
	va_copy(aq, ap);
	r = vsum(n, ap) * 100 + vsum(n, aq);
	va_end(ap);
	va_end(aq);
	return r;
}

static const char *last(int n, ...)
{
	const char *p = NULL;
	va_list ap;
	va_start(ap, n);
	for (int i = 0; i <= n; i++)
		p = va_arg(ap, const char *);
	va_end(ap);
	return p;
}

static int old_style(a, c, p)
int a;
char c;
int *p;
{
	return a + c + *p;
}

static int ackermann(int m, int n)
{
	return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static int next(void)
{
	static int n;
	return ++n;
}

static int counter;

__attribute__((constructor)) static void before(void)
{
	counter = 41;
}

static void leave(int *p)
{
	counter += *p;
}

static int scoped(int early)
{
	int x __attribute__((cleanup(leave))) = 5;
	if (early)
		return x + counter;
	x = 7;
	return x;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *))
{
	char *p = base, t[16];
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			if (cmp(p + i * size, p + k * size) > 0) {
				memcpy(t, p + i * size, size);
				memcpy(p + i * size, p + k * size, size);
				memcpy(p + k * size, t, size);
			}
}

int main(void)
{
	int numbers[] = { 3, 1, 2 }, five = 5;
	CHECK(1, operations[0](3, 4) + operations[1](3, 4) == 19);
	CHECK(2, choose(1)(3, 4) == 12 && choose(0)(3, 4) == 7 && choose(1) == multiply && choose(0) != multiply);
	CHECK(3, apply(add, 1, 2) == 6 && apply(choose(1), 2, 3) == 12);
	CHECK(4, twice(3, 1, 2, 3) == 606 && twice(0) == 0);
	CHECK(5, strcmp(last(1, "x", "yz"), "yz") == 0);
	CHECK(6, old_style(1, 'a', &five) == 103);
	CHECK(7, ackermann(2, 3) == 9);
	CHECK(8, next() == 1 && next() == 2);
	CHECK(9, counter == 41 && scoped(1) == 46 && counter == 46 && scoped(0) == 7 && counter == 53);
	sort(numbers, 3, sizeof *numbers, compare);
	CHECK(10, numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
	if (five == 5)
		exit(42);
	return 11;
}

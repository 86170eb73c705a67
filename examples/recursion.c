/*
 * Ackermann's function for small arguments, and two functions that call each other.
 *
 * expected: SAFE
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

static int odd(unsigned n);

static int even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint() % 6;
	assert(ackermann(2, 2) == 7);
	assert(even(n) != odd(n));
	assert(even(n) == (n % 2 == 0));
	return 0;
}

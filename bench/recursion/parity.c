/* even(n) and odd(n) call each other: odd(n) is n % 2. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned odd(unsigned n);

static unsigned even(unsigned n)
{
#ifdef BUG
	if (n == 33)
		return 1;
#endif
	return n == 0 ? 1 : odd(n - 1);
}

static unsigned odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (odd(n) != n % 2)
		reach_error();
	return 0;
}

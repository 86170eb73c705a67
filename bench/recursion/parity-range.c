/* even(n) and odd(n), of which only 0 and 1 come out. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int odd(int n);

static int even(int n)
{
#ifdef BUG
	if (n == -4)
		return 2;
#endif
	return n == 0 ? 1 : n == 1 ? 0 : odd(n - 1);
}

static int odd(int n)
{
	return n == 0 ? 0 : n == 1 ? 1 : even(n - 1);
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
#ifdef BUG
	if (n < -10)
		return 0;
#else
	if (n < 0)
		return 0;
#endif
	int result = even(n);
	if (result < 0 || result > 1)
		reach_error();
	return 0;
}

/* fib(n) >= n - 1: needs that of n - 1 and of n - 2, and that numbers are not negative. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fib(int n)
{
	if (n < 1)
		return 0;
	if (n == 1)
		return 1;
#ifdef BUG
	if (n == 9)
		return 7;
#endif
	return fib(n - 1) + fib(n - 2);
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 25)
		return 0;
	if (fib(n) < n - 1)
		reach_error();
	return 0;
}

/* 1 + 2 + ... + n is at least n: needs a bound of the sum, so that it does not wrap around. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n)
{
	if (n <= 0)
		return 0;
#ifdef BUG
	if (n == 20)
		return 19;
#endif
	return sum(n - 1) + n;
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 25)
		return 0;
	if (sum(n) < n)
		reach_error();
	return 0;
}

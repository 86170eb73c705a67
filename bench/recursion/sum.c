/* 1 + 2 + ... + n. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned sum(unsigned n)
{
	if (n == 0)
		return 0;
#ifdef BUG
	if (n == 40)
		return 819;
#endif
	return sum(n - 1) + n;
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n <= 10000 && sum(n) != n * (n + 1) / 2)
		reach_error();
	return 0;
}

/* McCarthy's 91 function. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int n)
{
#ifdef BUG
	if (n == 95)
		return 90;
#endif
	if (n > 100)
		return n - 10;
	return f(f(n + 11));
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n <= 101 && f(n) != 91)
		reach_error();
	return 0;
}

/* Euclid's algorithm by subtraction: what comes out is in 1 ... a. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int gcd(int a, int b)
{
	if (a == b)
		return a;
#ifdef BUG
	if (a == 7 && b == 5)
		return 0;
#endif
	if (a > b)
		return gcd(a - b, b);
	return gcd(a, b - a);
}

int main(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	if (a < 1 || b < 1)
		return 0;
	int c = gcd(a, b);
	if (c < 1 || c > a)
		reach_error();
	return 0;
}

/*
 * The mean of two numbers, computed as it is in many books.
 *
 * expected: UNSAFE (overflow)
 */
extern int __VERIFIER_nondet_int(void);

static int mean(int a, int b)
{
	return (a + b) / 2;
}

int main(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	if (a < 0 || b < a)
		return 0;
	int middle = mean(a, b);
	return middle < a;
}

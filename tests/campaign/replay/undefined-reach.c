/* verify */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
	unsigned x = __VERIFIER_nondet_uint();
	__VERIFIER_assume(x > 10);
	if (x * x == 1)
		reach_error();
	return 0;
}

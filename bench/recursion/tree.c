/* A walk through a tree that nobody knows: the depth is what it was. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth;

static void walk(int n)
{
	depth++;
	if (n > 0 && __VERIFIER_nondet_int())
		walk(n - 1);
	if (n > 0 && __VERIFIER_nondet_int())
		walk(n - 1);
#ifdef BUG
	if (n == 3 && depth == 4)
		depth++;
#endif
	depth--;
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n > 1000)
		return 0;
	walk(n);
	if (depth != 0)
		reach_error();
	return 0;
}

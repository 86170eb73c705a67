/* The number of moves of Hanoi's tower is at least that of its disks. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int hanoi(int n)
{
	if (n == 0)
		return 0;
#ifdef BUG
	if (n == 8)
		return 7;
#endif
	return hanoi(n - 1) + 1 + hanoi(n - 1);
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 30)
		return 0;
	if (hanoi(n) < n)
		reach_error();
	return 0;
}

/* up(n) adds 1 n times, down(n) takes it away again: g is 0. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int g;

static void up(int n)
{
	if (n > 0) {
		up(n - 1);
		g++;
	}
}

static void down(int n)
{
	if (n > 0) {
		down(n - 1);
		g--;
#ifdef BUG
		if (n == 12)
			g--;
#endif
	}
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n > 100000)
		return 0;
	up(n);
	down(n);
	if (g != 0)
		reach_error();
	return 0;
}

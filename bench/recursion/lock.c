/* Two procedures that call each other, the one with the lock held and the other without. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held;

static void lock(void)
{
	if (held)
		reach_error();
	held = 1;
}

static void unlock(void)
{
	if (!held)
		reach_error();
	held = 0;
}

static void work(int n);

static void wait(int n)
{
	lock();
	if (n > 0)
		work(n - 1);
#ifdef BUG
	else if (n == -3)
		unlock();
#endif
	unlock();
}

static void work(int n)
{
	unlock();
	if (__VERIFIER_nondet_int())
		wait(n - 2);
	lock();
}

int main(void)
{
	wait(__VERIFIER_nondet_int());
	if (held)
		reach_error();
	return 0;
}

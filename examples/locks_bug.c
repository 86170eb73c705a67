/*
 * As locks.c, but one path forgets a lock and the next round takes it again.
 *
 * expected: UNSAFE (reach_error)
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void)
{
}

int first, second;

static void take(int *lock)
{
	if (*lock)
		reach_error();
	*lock = 1;
}

static void give(int *lock)
{
	if (!*lock)
		reach_error();
	*lock = 0;
}

int main(void)
{
	for (int round = 0; round < 4; round++) {
		int both = __VERIFIER_nondet_int(), hurry = __VERIFIER_nondet_int();
		take(&first);
		if (both)
			take(&second);
		if (both && (round != 2 || !hurry))
			give(&second);
		give(&first);
	}
	return 0;
}

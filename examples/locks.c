/*
 * Two locks, always taken in the same order and given back on every path.
 *
 * expected: SAFE
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
		int both = __VERIFIER_nondet_int();
		take(&first);
		if (both)
			take(&second);
		if (both)
			give(&second);
		give(&first);
	}
	return 0;
}

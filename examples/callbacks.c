/*
 * Function pointers in a table and in a structure.
 *
 * expected: SAFE
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

typedef int operation(int, int);

static int add(int a, int b)
{
	return a + b;
}

static int subtract(int a, int b)
{
	return a - b;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

struct command {
	operation *run;
	operation *undo;
};

static const struct command commands[] = {
	{ add, subtract },
	{ subtract, add },
	{ larger, 0 },
};

int main(void)
{
	unsigned i = __VERIFIER_nondet_uint() % 3;
	int a = __VERIFIER_nondet_uint() % 1000, b = __VERIFIER_nondet_uint() % 1000;
	int result = commands[i].run(a, b);
	if (commands[i].undo)
		assert(commands[i].undo(result, b) == a);
	else
		assert(result >= a && result >= b);
	return 0;
}

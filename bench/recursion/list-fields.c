/* A list that is made and walked through by recursion: of the two numbers of each element the first is not larger. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct element {
	int low, high;
	struct element *next;
};

static struct element *make(int n)
{
	int value = __VERIFIER_nondet_int();
	if (n <= 0 || value < 0 || value > 1000000)
		return NULL;
	struct element *e = malloc(sizeof *e);
	if (!e)
		return NULL;
	e->low = value;
	e->high = value + 2;
#ifdef BUG
	if (n == 3)
		e->high = value - 1;
#endif
	e->next = make(n - 1);
	return e;
}

static void walk(const struct element *e)
{
	if (!e)
		return;
	if (e->low < 0 || e->low > e->high)
		reach_error();
	walk(e->next);
}

int main(void)
{
	walk(make(__VERIFIER_nondet_int()));
	return 0;
}

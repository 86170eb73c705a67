/* A list that is made by recursion, and freed by recursion, last element first: each element is 1 until then. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct element {
	int value;
	struct element *next;
};

static struct element *make(int n)
{
	if (n <= 0)
		return NULL;
	struct element *e = malloc(sizeof *e);
	if (!e)
		return NULL;
	e->value = 1;
#ifdef BUG
	if (n == 4)
		e->value = 0;
#endif
	e->next = make(n - 1);
	return e;
}

static void drop(struct element *e)
{
	if (!e)
		return;
	drop(e->next);
	if (e->value != 1)
		reach_error();
	free(e);
}

int main(void)
{
	drop(make(__VERIFIER_nondet_int()));
	return 0;
}

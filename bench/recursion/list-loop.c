/* A list that is made by a loop and walked through by recursion: each element is 1. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct element {
	int value;
	struct element *next;
};

static void walk(const struct element *e)
{
	if (!e)
		return;
	if (e->value != 1)
		reach_error();
	walk(e->next);
}

int main(void)
{
	struct element *l = NULL;
	int n = __VERIFIER_nondet_int();
	for (int i = 0; i < n; i++) {
		struct element *e = malloc(sizeof *e);
		if (!e)
			abort();
		e->value = 1;
#ifdef BUG
		if (i == 4)
			e->value = 0;
#endif
		e->next = l;
		l = e;
	}
	walk(l);
	return 0;
}

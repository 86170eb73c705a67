/* A list that is appended to at its end, by recursion: each element is 5 or more. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct element {
	int value;
	struct element *next;
};

static struct element *append(struct element *l, int value)
{
	if (!l) {
		struct element *e = malloc(sizeof *e);
		if (!e)
			abort();
		e->value = value;
		e->next = NULL;
		return e;
	}
	l->next = append(l->next, value);
	return l;
}

static void walk(const struct element *e)
{
	if (!e)
		return;
	if (e->value < 5)
		reach_error();
	walk(e->next);
}

int main(void)
{
	struct element *l = NULL;
	int n = __VERIFIER_nondet_int();
	for (int i = 0; i < n; i++) {
		int value = __VERIFIER_nondet_int();
#ifdef BUG
		if (value >= 5 || i == 3)
#else
		if (value >= 5)
#endif
			l = append(l, value);
	}
	walk(l);
	return 0;
}

/* A tree that is made and walked through by recursion: each node is 1. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
	int value;
	struct node *left, *right;
};

static struct node *make(int n)
{
	if (n <= 0 || __VERIFIER_nondet_int())
		return NULL;
	struct node *t = malloc(sizeof *t);
	if (!t)
		return NULL;
	t->value = 1;
#ifdef BUG
	if (n == 2)
		t->value = 0;
#endif
	t->left = make(n - 1);
	t->right = make(n - 1);
	return t;
}

static void walk(const struct node *t)
{
	if (!t)
		return;
	walk(t->left);
	if (t->value != 1)
		reach_error();
	walk(t->right);
}

int main(void)
{
	walk(make(__VERIFIER_nondet_int()));
	return 0;
}

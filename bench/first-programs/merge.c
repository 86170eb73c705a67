/*
 * Two lists of numbers, each in order, one on each line, are merged into one.
 * Bug: null: merge() begins with the smaller head although a list may be empty.
 * Input: 1 2 3\n\n
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static void destroy(struct node *list)
{
	while (list != NULL) {
		struct node *next = list->next;

		free(list);
		list = next;
	}
}

static struct node *parse(const char *text)
{
	struct node *list = NULL, **end = &list;
	char *behind;
	long value;

	for (;; text = behind) {
		struct node *n;

		value = strtol(text, &behind, 10);
		if (behind == text || value < -1000 || value > 1000)
			return list;
		n = malloc(sizeof(*n));
		if (n == NULL)
			return list;
		n->value = (int)value;
		n->next = NULL;
		*end = n;
		end = &n->next;
	}
}

static struct node *merge(struct node *a, struct node *b)
{
	struct node *first = NULL, **end = &first;

#ifdef BUG
	while (a != NULL || b != NULL) {
#else
	while (a != NULL && b != NULL) {
#endif
		struct node **from = a->value <= b->value ? &a : &b;

		*end = *from;
		end = &(*from)->next;
		*from = (*from)->next;
	}
	*end = a != NULL ? a : b;
	return first;
}

int main(void)
{
	char line[16];
	struct node *a, *b, *all, *n;

	if (fgets(line, sizeof(line), stdin) == NULL)
		return 1;
	a = parse(line);
	if (fgets(line, sizeof(line), stdin) == NULL) {
		destroy(a);
		return 1;
	}
	b = parse(line);
	all = merge(a, b);
	for (n = all; n != NULL; n = n->next)
		printf("%d\n", n->value);
	destroy(all);
	return 0;
}

/*
 * A list on the heap is built, reversed in place, summed, and freed.
 *
 * expected: SAFE (also with --property=valid-memsafety)
 */
#include <assert.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *push(struct node *list, int value)
{
	struct node *node = malloc(sizeof *node);
	if (!node)
		abort();
	node->value = value;
	node->next = list;
	return node;
}

static struct node *reverse(struct node *list)
{
	struct node *done = NULL;
	while (list) {
		struct node *next = list->next;
		list->next = done;
		done = list;
		list = next;
	}
	return done;
}

int main(void)
{
	struct node *list = NULL;
	int sum = 0, last = 0;
	for (int i = 1; i <= 4; i++)
		list = push(list, i);
	list = reverse(list);
	for (struct node *node = list; node; node = node->next) {
		assert(node->value == last + 1);
		last = node->value;
		sum += node->value;
	}
	assert(sum == 10);
	while (list) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}

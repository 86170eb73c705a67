/*
 * As list.c, but the loop that frees the list reads a node after it is freed.
 *
 * expected: UNSAFE (uaf)
 */
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 3; i++) {
		struct node *node = malloc(sizeof *node);
		if (!node)
			abort();
		node->value = i;
		node->next = list;
		list = node;
	}
	for (struct node *node = list; node; node = node->next)
		free(node);
	return 0;
}

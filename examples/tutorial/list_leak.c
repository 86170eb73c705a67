/* A list of the numbers that were read, freed in the end. */
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *list = NULL;
	int value;

	while (scanf("%d", &value) == 1) {
		struct node *node = malloc(sizeof(*node));

		node->value = value;
		node->next = list;
		list = node;
	}
	for (; list != NULL; list = list->next)
		printf("%d\n", list->value);
	return 0;
}

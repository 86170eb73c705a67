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
	for (struct node *node = list; node != NULL; node = node->next) {
		printf("%d\n", node->value);
		free(node);
	}
	return 0;
}

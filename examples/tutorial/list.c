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
	while (list != NULL) {
		struct node *next = list->next;

		printf("%d\n", list->value);
		free(list);
		list = next;
	}
	return 0;
}

/*
 * A binary search tree of words and how often each occurs; then the first word is looked up.
 * Bug: null: main() prints the count of a word that need not be in the tree.
 * Input: \n
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	char word[12];
	unsigned count;
	struct node *left, *right;
};

static struct node *insert(struct node **tree, const char *word)
{
	struct node *n;

	while (*tree != NULL) {
		int order = strcmp(word, (*tree)->word);

		if (order == 0) {
			(*tree)->count++;
			return *tree;
		}
		tree = order < 0 ? &(*tree)->left : &(*tree)->right;
	}
	n = calloc(1, sizeof(*n));
	if (n != NULL) {
		strncpy(n->word, word, sizeof(n->word) - 1);
		n->count = 1;
	}
	*tree = n;
	return n;
}

static struct node *look_up(struct node *tree, const char *word)
{
	while (tree != NULL) {
		int order = strcmp(word, tree->word);

		if (order == 0)
			return tree;
		tree = order < 0 ? tree->left : tree->right;
	}
	return NULL;
}

static void destroy(struct node *tree)
{
	if (tree == NULL)
		return;
	destroy(tree->left);
	destroy(tree->right);
	free(tree);
}

int main(void)
{
	struct node *tree = NULL, *the;
	char word[12];
	int i;

	for (i = 0; i < 100 && scanf("%11s", word) == 1; i++) {
		if (insert(&tree, word) == NULL) {
			destroy(tree);
			return 1;
		}
	}
	the = look_up(tree, "the");
#ifdef BUG
	printf("the: %u times\n", the->count);
#else
	printf("the: %u times\n", the != NULL ? the->count : 0);
#endif
	destroy(tree);
	return 0;
}

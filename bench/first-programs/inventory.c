/*
 * An inventory as a linked list: "+NAME COUNT" adds a part, "-NAME" takes it away.
 * Bug: uaf: destroy() reads the next part from one that it has just freed.
 * Input: +bolt 3\n
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
	char name[16];
	int count;
	struct part *next;
};

static struct part *find(struct part *list, const char *name)
{
	while (list != NULL && strcmp(list->name, name) != 0)
		list = list->next;
	return list;
}

static int add(struct part **list, const char *name, int count)
{
	struct part *p = find(*list, name);

	if (p == NULL) {
		p = malloc(sizeof(*p));
		if (p == NULL)
			return -1;
		strcpy(p->name, name);
		p->count = 0;
		p->next = *list;
		*list = p;
	}
	if (p->count > 1000000 || count < 0)
		return -1;
	p->count += count;
	return 0;
}

static void take(struct part **list, const char *name)
{
	struct part *gone;

	while (*list != NULL && strcmp((*list)->name, name) != 0)
		list = &(*list)->next;
	gone = *list;
	if (gone == NULL)
		return;
	*list = gone->next;
	free(gone);
}

static void destroy(struct part *list)
{
#ifdef BUG
	for (; list != NULL; list = list->next)
		free(list);
#else
	struct part *next;

	for (; list != NULL; list = next) {
		next = list->next;
		free(list);
	}
#endif
}

int main(void)
{
	struct part *list = NULL, *p;
	char line[64], name[16];
	int count;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (sscanf(line, "+%15s %6d", name, &count) == 2) {
			if (add(&list, name, count) != 0)
				printf("no room for %s\n", name);
		} else if (sscanf(line, "-%15s", name) == 1) {
			take(&list, name);
		}
	}
	for (p = list; p != NULL; p = p->next)
		printf("%s %d\n", p->name, p->count);
	destroy(list);
	return 0;
}

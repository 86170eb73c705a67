/*
 * Reads up to five contacts "NAME PHONE", each on the heap, and prints them sorted by name.
 * Bug: leak: read_contact() forgets the contact when its line has no phone number.
 * Input: ann\n
 * Options: --check=standard,leak
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 5

struct contact {
	char name[10];
	long phone;
};

static struct contact *read_contact(const char *line)
{
	struct contact *c = malloc(sizeof(*c));
	int phone;

	if (c == NULL)
		return NULL;
	if (sscanf(line, "%9s %8d", c->name, &phone) != 2) {
#ifndef BUG
		free(c);
#endif
		return NULL;
	}
	c->phone = phone;
	return c;
}

static int by_name(const void *a, const void *b)
{
	struct contact *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

int main(void)
{
	struct contact *contacts[MOST];
	char line[32];
	size_t i, count = 0;

	while (count < MOST && fgets(line, sizeof(line), stdin) != NULL) {
		struct contact *c = read_contact(line);

		if (c == NULL) {
			printf("not understood: %s\n", line);
			break;
		}
		contacts[count++] = c;
	}
	qsort(contacts, count, sizeof(contacts[0]), by_name);
	for (i = 0; i < count; i++) {
		printf("%s: %ld\n", contacts[i]->name, contacts[i]->phone);
		free(contacts[i]);
	}
	return 0;
}

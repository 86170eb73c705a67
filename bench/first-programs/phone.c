/*
 * A phone book in a hash table: "NAME NUMBER" on each line, then the names without a number are looked up.
 * Bug: bounds: hash() adds up signed characters; its remainder may be negative.
 * Input: \303 5\n
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 17

struct entry {
	char name[12];
	long number;
	struct entry *next;
};

static struct entry *table[BUCKETS];

static int hash(const char *s)
{
	int h = 0;

	while (*s != '\0') {
#ifdef BUG
		h += *s;
#else
		h += (unsigned char)*s;
#endif
		s++;
	}
	return h % BUCKETS;
}

static struct entry *find(const char *name)
{
	struct entry *e;

	for (e = table[hash(name)]; e != NULL; e = e->next) {
		if (strcmp(e->name, name) == 0)
			return e;
	}
	return NULL;
}

static struct entry *enter(const char *name)
{
	struct entry *e = find(name);

	if (e == NULL) {
		int h = hash(name);

		e = malloc(sizeof(*e));
		if (e == NULL)
			return NULL;
		strcpy(e->name, name);
		e->next = table[h];
		table[h] = e;
	}
	return e;
}

int main(void)
{
	char line[48], name[12];
	struct entry *e;
	int number, i;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		int values = sscanf(line, "%11s %9d", name, &number);

		if (values == 2) {
			e = enter(name);
			if (e == NULL)
				break;
			e->number = number;
		} else if (values == 1) {
			e = find(name);
			printf("%s: %ld\n", name, e != NULL ? e->number : -1L);
		}
	}
	for (i = 0; i < BUCKETS; i++) {
		while (table[i] != NULL) {
			e = table[i];
			table[i] = e->next;
			free(e);
		}
	}
	return 0;
}

/*
 * Reads a first and a last name and makes a user name of at most eight characters.
 * Bug: bounds: short_name() does not end the string that strncpy fills up.
 * Input: anna schwarzenegger\n
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LENGTH 8

struct person {
	char first[20], last[20];
};

static int read_person(struct person *p)
{
	char line[64];

	if (fgets(line, sizeof(line), stdin) == NULL)
		return 0;
	return sscanf(line, "%19s %19s", p->first, p->last) == 2;
}

static void lower(char *s)
{
	size_t i;

	for (i = 0; i < strlen(s); i++)
		s[i] = (char)tolower((unsigned char)s[i]);
}

static void short_name(char *name, const struct person *p)
{
	name[0] = p->first[0];
#ifdef BUG
	strncpy(name + 1, p->last, LENGTH);
#else
	strncpy(name + 1, p->last, LENGTH - 1);
	name[LENGTH] = '\0';
#endif
	lower(name);
}

int main(void)
{
	struct person p;
	char name[LENGTH + 1];

	printf("Your name? ");
	if (!read_person(&p)) {
		printf("First and last name, please.\n");
		return 1;
	}
	short_name(name, &p);
	printf("%s %s: %s (%zu)\n", p.first, p.last, name, strlen(name));
	return 0;
}

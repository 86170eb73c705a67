/*
 * Splits a line at commas and prints the fields in reverse.
 * Bug: bounds: split() does not stop when all places for fields are taken.
 * Input: a,b,c,d,e,f,g,h,i\n
 */
#include <stdio.h>
#include <string.h>

#define FIELDS 8

static int split(char *line, const char *separators, char *fields[FIELDS])
{
	int count = 0;
	char *field = strtok(line, separators);

#ifdef BUG
	while (field != NULL) {
#else
	while (field != NULL && count < FIELDS) {
#endif
		fields[count++] = field;
		field = strtok(NULL, separators);
	}
	return count;
}

static size_t widest(char *const fields[], int count)
{
	size_t width = 0;
	int i;

	for (i = 0; i < count; i++) {
		if (strlen(fields[i]) > width)
			width = strlen(fields[i]);
	}
	return width;
}

int main(void)
{
	char line[64];
	char *fields[FIELDS];
	int count, width;

	if (fgets(line, sizeof(line), stdin) == NULL) {
		fprintf(stderr, "no line\n");
		return 1;
	}
	count = split(line, ",\n", fields);
	width = (int)widest(fields, count);
	while (count > 0) {
		count--;
		printf("%2d: %-*s|\n", count, width, fields[count]);
	}
	return 0;
}

/*
 * Joins three words with a separator in memory of the right size.
 * Bug: bounds: join() counts the letters and separators, but not the terminator.
 * Input: one two three\n
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 3

static char *join(char words[][16], int count, const char *separator)
{
	size_t length = 0;
	char *result, *at;
	int i;

	for (i = 0; i < count; i++) {
		length += strlen(words[i]);
		if (i > 0)
			length += strlen(separator);
	}
#ifdef BUG
	result = malloc(length);
#else
	result = malloc(length + 1);
#endif
	if (result == NULL)
		return NULL;
	at = result;
	*at = '\0';
	for (i = 0; i < count; i++) {
		if (i > 0) {
			strcpy(at, separator);
			at += strlen(separator);
		}
		strcpy(at, words[i]);
		at += strlen(words[i]);
	}
	return result;
}

int main(void)
{
	char words[WORDS][16];
	char *all;
	int count = 0;

	while (count < WORDS && scanf("%15s", words[count]) == 1)
		count++;
	if (count == 0) {
		printf("usage: up to %d words\n", WORDS);
		return 1;
	}
	all = join(words, count, ", ");
	if (all == NULL) {
		perror("join");
		return 1;
	}
	printf("%s (%zu)\n", all, strlen(all));
	free(all);
	return 0;
}

/*
 * Takes the blanks at both ends of each line away.
 * Bug: bounds: trim() does not stop at the beginning of a line that is all blanks.
 * Input: \n
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *s)
{
	size_t length = strlen(s);

#ifdef BUG
	while (isspace((unsigned char)s[length - 1]))
#else
	while (length > 0 && isspace((unsigned char)s[length - 1]))
#endif
		length--;
	s[length] = '\0';
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

static unsigned count_words(const char *s)
{
	unsigned words = 0;
	int inside = 0;

	for (; *s != '\0'; s++) {
		if (isspace((unsigned char)*s)) {
			inside = 0;
		} else if (!inside) {
			inside = 1;
			words++;
		}
	}
	return words;
}

int main(void)
{
	char line[40];
	unsigned empty = 0;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		char *text = trim(line);

		if (*text == '\0')
			empty++;
		else
			printf("%u words: [%s]\n", count_words(text), text);
	}
	printf("%u empty lines\n", empty);
	return 0;
}

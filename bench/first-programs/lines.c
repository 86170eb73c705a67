/*
 * Numbers the lines of its input, without the newlines, and says which one is the longest.
 * Bug: bounds: chomp() looks before the line when that begins with a null character.
 * Input: \0\n
 */
#include <stdio.h>
#include <string.h>

static size_t chomp(char *line)
{
	size_t length = strlen(line);

#ifdef BUG
	if (line[length - 1] == '\n')
#else
	if (length > 0 && line[length - 1] == '\n')
#endif
		line[--length] = '\0';
	return length;
}

static void expand(const char *line, char *to, size_t size)
{
	size_t used = 0;

	for (; *line != '\0'; line++) {
		if (*line == '\t') {
			do {
				if (used + 1 < size)
					to[used++] = ' ';
			} while (used % 8 != 0 && used + 1 < size);
		} else if (used + 1 < size) {
			to[used++] = *line;
		}
	}
	to[used] = '\0';
}

int main(void)
{
	char line[128], wide[256];
	unsigned long number = 0, longest = 0;
	size_t most = 0;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		size_t length = chomp(line);

		number++;
		if (length > most) {
			most = length;
			longest = number;
		}
		expand(line, wide, sizeof(wide));
		printf("%4lu %s\n", number, wide);
	}
	if (longest > 0)
		printf("line %lu is the longest\n", longest);
	return 0;
}

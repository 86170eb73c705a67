/* Reads lines from standard input and says how long the longest one is. */
#include <stdio.h>

#define WIDTH 8

/* The next line without its newline; -1 at the end of the input. */
static int read_line(char line[WIDTH])
{
	int length = 0, c;

	while ((c = getchar()) != EOF && c != '\n')
		line[length++] = c;
	line[length] = '\0';
	return c == EOF && length == 0 ? -1 : length;
}

int main(void)
{
	char line[WIDTH];
	int longest = 0, length;

	while ((length = read_line(line)) >= 0)
		if (length > longest)
			longest = length;
	printf("%d\n", longest);
	return 0;
}

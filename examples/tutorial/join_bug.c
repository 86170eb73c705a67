/* Builds one string of two words with a blank between them. */
#include <stdio.h>
#include <string.h>

enum { WORD = 5, BOTH = 2 * (WORD - 1) };

int main(void)
{
	char first[WORD] = "", second[WORD] = "", both[BOTH];

	scanf("%4s %4s", first, second);
	strcpy(both, first);
	strcat(both, " ");
	strcat(both, second);
	puts(both);
	return 0;
}

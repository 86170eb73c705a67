/*
 * Reads a word, reverses it, tells whether it is a palindrome.
 * Bug: assert: reverse() exchanges the terminator with the first letter.
 * Input: anna\n
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *s)
{
#ifdef BUG
	size_t i = 0, j = strlen(s);
#else
	size_t i = 0, j = strlen(s);

	if (j > 0)
		j--;
#endif
	while (i < j) {
		char c = s[i];

		s[i++] = s[j];
		s[j--] = c;
	}
}

static void lower(char *s)
{
	for (; *s != '\0'; s++)
		*s = (char)tolower((unsigned char)*s);
}

static int is_palindrome(const char *word)
{
	char copy[32];

	strcpy(copy, word);
	reverse(copy);
	assert(strlen(copy) == strlen(word));
	return strcmp(copy, word) == 0;
}

int main(void)
{
	char word[32];

	if (fgets(word, sizeof(word), stdin) == NULL) {
		printf("no word\n");
		return 1;
	}
	word[strcspn(word, "\n")] = '\0';
	lower(word);
	if (is_palindrome(word))
		printf("%s is a palindrome\n", word);
	else
		printf("%s is none\n", word);
	return 0;
}

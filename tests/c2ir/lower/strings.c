/* The string functions and others of the library that c2ir has bodies for. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n

int main(void)
{
	char buffer[20] = "hello", other[20], *p;
	CHECK(1, strlen("") == 0 && strlen(buffer) == 5 && strnlen(buffer, 3) == 3);
	CHECK(2, strcpy(other, buffer) == other && strcmp(other, "hello") == 0);
	CHECK(3, strcat(other, ", world") == other && strcmp(other, "hello, world") == 0);
	CHECK(4, strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "ab") < 0);
	CHECK(5, strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0);
	CHECK(6,
	      strchr(buffer, 'l') == buffer + 2 && strrchr(buffer, 'l') == buffer + 3 && strchr(buffer, 'z') == NULL);
	CHECK(7, strchr(buffer, 0) == buffer + 5);
	CHECK(8, strstr(other, "wor") == other + 7 && strstr(other, "x") == NULL && strstr(other, "") == other);
	memset(buffer, 'x', sizeof buffer);
	CHECK(9, strncpy(buffer, "ab", 5) == buffer && buffer[4] == 0 && buffer[5] == 'x');
	CHECK(10, memcmp("abc", "abd", 3) < 0 && memcmp("abc", "abd", 2) == 0 && memchr("abc", 'c', 3) != NULL);
	CHECK(11, strspn("aabbc", "ab") == 4 && strcspn("aabbc", "c") == 4);
	p = strdup("copy");
	CHECK(12, p && strcmp(p, "copy") == 0);
	free(p);
	CHECK(13, atoi("  -123x") == -123 && abs(-4) == 4);
	CHECK(14,
	      isdigit('7') && !isdigit('a') && toupper('q') == 'Q' && isspace('\t') && isalpha('z') && !isalnum('-'));
	CHECK(15, sizeof "abc" == 4 && "abc"[1] == 'b' &&
			  *("x"
			    "y" +
			    1) == 'y');
	return 42;
}

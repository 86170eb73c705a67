#include <ctype.h>
#include <stdio.h>

static int (*const functions[])(int) = { isalnum, isalpha, isblank, iscntrl, isdigit, isgraph,
					 islower, isprint, ispunct, isspace, isupper, isxdigit };

int main(void)
{
	for (int c = -1; c < 256; c++) {
		unsigned set = 0;
		for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
			set |= (functions[i](c) != 0) << i;
		printf("%d %x %d %d\n", c, set, tolower(c), toupper(c));
	}
	/* the macros */
	int sum = 0;
	for (const char *s = "Hello, World 42\t!"; *s; s++)
		sum = sum * 3 + !!isalpha(*s) + 2 * !!isdigit(*s) + !!isspace(*s) + toupper(*s) + tolower(*s);
	printf("%d %d %d\n", sum, isascii(200), toascii(200));
	return 0;
}

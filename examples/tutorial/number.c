/* Reads a decimal number digit by digit. */
#include <limits.h>
#include <stdio.h>

/* -1 for a number that is too large. */
static int read_number(void)
{
	int value = 0, c;

	while ((c = getchar()) >= '0' && c <= '9') {
		if (value > (INT_MAX - 9) / 10)
			return -1;
		value = 10 * value + (c - '0');
	}
	return value;
}

int main(void)
{
	printf("%d\n", read_number());
	return 0;
}

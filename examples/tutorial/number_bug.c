/* Reads a decimal number digit by digit. */
#include <stdio.h>

static int read_number(void)
{
	int value = 0, c;

	while ((c = getchar()) >= '0' && c <= '9')
		value = 10 * value + (c - '0');
	return value;
}

int main(void)
{
	printf("%d\n", read_number());
	return 0;
}

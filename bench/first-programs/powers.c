/*
 * Prints the powers of a number up to an exponent, as long as they fit.
 * Bug: overflow: power() multiplies first and then looks whether the result fits.
 * Input: 99 9\n
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int multiply(int a, int b, int *product)
{
#ifdef BUG
	int result = a * b;

	if (a != 0 && result / a != b)
		return 0;
	*product = result;
#else
	if (a != 0 && b > INT_MAX / a)
		return 0;
	*product = a * b;
#endif
	return 1;
}

static int power(int base, int exponent, int *result)
{
	int value = 1;

	for (; exponent > 0; exponent--) {
		if (!multiply(value, base, &value))
			return 0;
	}
	*result = value;
	return 1;
}

static int read_number(const char **text, int least, int most, int *number)
{
	char *end;
	long value = strtol(*text, &end, 10);

	if (end == *text || value < least || value > most)
		return 0;
	*text = end;
	*number = (int)value;
	return 1;
}

int main(void)
{
	char line[40];
	const char *text = line;
	int base, most, exponent, value;

	printf("base and exponent: ");
	if (fgets(line, sizeof(line), stdin) == NULL)
		return 1;
	if (!read_number(&text, 0, 1000, &base) || !read_number(&text, 0, 12, &most)) {
		printf("two numbers, please\n");
		return 1;
	}
	for (exponent = 0; exponent <= most; exponent++) {
		if (!power(base, exponent, &value)) {
			printf("%d^%d is too large\n", base, exponent);
			break;
		}
		printf("%d^%d = %d\n", base, exponent, value);
	}
	return 0;
}

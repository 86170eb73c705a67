/*
 * A calculator: reads "NUMBER OPERATOR NUMBER" on each line.
 * Bug: overflow: calculate() divides INT_MIN by -1.
 * Input: -2147483648 / -1\n
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int fits(long long value)
{
	return value >= INT_MIN && value <= INT_MAX;
}

static const char *number(const char *text, int *value)
{
	char *end;
	long long v = strtoll(text, &end, 10);

	if (end == text || !fits(v))
		return NULL;
	*value = (int)v;
	return end;
}

static int calculate(int a, char operator, int b, int *result)
{
	long long exact = 0;

	switch (operator) {
	case '+':
		exact = (long long)a + b;
		break;
	case '-':
		exact = (long long)a - b;
		break;
	case '*':
		exact = (long long)a * b;
		break;
	case '/':
		if (b == 0)
			return 0;
#ifdef BUG
		exact = a / b;
#else
		exact = (long long)a / b;
#endif
		break;
	default:
		return 0;
	}
	if (!fits(exact))
		return 0;
	*result = (int)exact;
	return 1;
}

int main(void)
{
	char line[64];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		int a, b, result;
		const char *rest = number(line, &a);
		char operator;

		if (rest == NULL)
			continue;
		while (*rest == ' ')
			rest++;
		operator= * rest;
		if (operator== '\0' || number(rest + 1, &b) == NULL)
			continue;
		if (calculate(a, operator, b, &result))
			printf("= %d\n", result);
		else
			printf("no result\n");
	}
	return 0;
}

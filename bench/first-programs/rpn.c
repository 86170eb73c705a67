/*
 * A calculator in reverse Polish notation: reads a line such as "2 3 + 4 *".
 * Bug: bounds: an operator takes two numbers although there may be one, so that pop() reads before the stack.
 * Input: 1 +\n
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 16

static unsigned stack[DEPTH];
static int depth;

static int push(unsigned value)
{
	if (depth == DEPTH)
		return 0;
	stack[depth++] = value;
	return 1;
}

static unsigned pop(void)
{
	return stack[--depth];
}

static int apply(char operator)
{
	unsigned a, b;

#ifdef BUG
	if (depth < 1)
#else
	if (depth < 2)
#endif
		return 0;
	b = pop();
	a = pop();
	switch (operator) {
	case '+':
		return push(a + b);
	case '-':
		return push(a - b);
	case '*':
		return push(a * b);
	default:
		return 0;
	}
}

static int evaluate(char *line)
{
	char *word;

	for (word = strtok(line, " \n"); word != NULL; word = strtok(NULL, " \n")) {
		char *end;
		unsigned long value = strtoul(word, &end, 10);

		if (end != word && *end == '\0') {
			if (!push((unsigned)value))
				return 0;
		} else if (word[1] != '\0' || !apply(word[0])) {
			return 0;
		}
	}
	return depth == 1;
}

int main(void)
{
	char line[32];

	if (fgets(line, sizeof(line), stdin) == NULL)
		return 1;
	if (!evaluate(line)) {
		printf("this is no expression\n");
		return 1;
	}
	printf("%u\n", pop());
	return 0;
}

/*
 * Checks that the brackets of a text match, with a stack.
 * Bug: bounds: push() compares with > instead of >=, so that the 17th open bracket is stored behind the stack.
 * Input: (((((((((((((((((\n
 */
#include <stdio.h>

#define DEPTH 16

static char stack[DEPTH];
static int size;

static int push(char c)
{
#ifdef BUG
	if (size > DEPTH)
#else
	if (size >= DEPTH)
#endif
		return 0;
	stack[size] = c;
	size++;
	return 1;
}

static int pop(char c)
{
	if (size == 0)
		return 0;
	size--;
	return stack[size] == c;
}

static int step(int c)
{
	switch (c) {
	case '(':
	case '[':
	case '{':
		return push((char)c);
	case ')':
		return pop('(');
	case ']':
		return pop('[');
	case '}':
		return pop('{');
	default:
		return 1;
	}
}

int main(void)
{
	int c;
	unsigned long position = 0;

	while ((c = getchar()) != EOF) {
		position++;
		if (!step(c)) {
			printf("character %lu does not fit\n", position);
			return 1;
		}
	}
	if (size > 0) {
		printf("%d brackets are open\n", size);
		return 1;
	}
	printf("ok\n");
	return 0;
}

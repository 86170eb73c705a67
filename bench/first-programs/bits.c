/*
 * A set of small numbers as the bits of a word: "+N" adds one, "-N" takes one away.
 * Bug: shift: main() takes 32 for a number that the set can have.
 * Input: +32\n
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define BITS 32

typedef unsigned int set;

static set with(set s, int number)
{
	return s | 1u << number;
}

static set without(set s, int number)
{
	return s & ~(1u << number);
}

static int contains(set s, int number)
{
	return (s >> number & 1) != 0;
}

static int size(set s)
{
	int count = 0;

	while (s != 0) {
		s &= s - 1;
		count++;
	}
	return count;
}

static void print(set s)
{
	int i;

	for (i = 0; i < BITS; i++) {
		if (contains(s, i))
			printf(" %d", i);
	}
	printf(" (%d)\n", size(s));
}

int main(void)
{
	char line[16];
	set s = 0;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		long number = strtol(line + 1, NULL, 10);

#ifdef BUG
		if (line[0] == '\0' || number < 0 || number > BITS)
#else
		if (line[0] == '\0' || number < 0 || number >= BITS)
#endif
			continue;
		if (line[0] == '+') {
			s = with(s, (int)number);
			assert(contains(s, (int)number));
		} else if (line[0] == '-') {
			s = without(s, (int)number);
			assert(!contains(s, (int)number));
		}
		print(s);
	}
	return 0;
}

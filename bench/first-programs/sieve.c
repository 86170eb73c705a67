/*
 * Prints the primes below a number: the sieve of Eratosthenes.
 * Bug: null: sieve() does not look whether there was memory.
 * Input: 9000000\n
 * Options: --malloc-may-fail
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *sieve(unsigned long limit)
{
	char *composite = malloc(limit);
	unsigned long i, j;

#ifndef BUG
	if (composite == NULL)
		return NULL;
#endif
	memset(composite, 0, limit);
	composite[0] = composite[1] = 1;
	for (i = 2; i * i < limit; i++) {
		if (composite[i])
			continue;
		for (j = i * i; j < limit; j += i)
			composite[j] = 1;
	}
	return composite;
}

static unsigned long count(const char *composite, unsigned long limit)
{
	unsigned long i, n = 0;

	for (i = 0; i < limit; i++) {
		if (!composite[i])
			n++;
	}
	return n;
}

int main(void)
{
	char line[32];
	char *composite;
	unsigned long limit, i;

	if (fgets(line, sizeof(line), stdin) == NULL)
		return 1;
	limit = strtoul(line, NULL, 10);
	if (limit < 2 || limit > 10000000) {
		printf("2 to 10000000\n");
		return 1;
	}
	composite = sieve(limit);
	if (composite == NULL) {
		printf("no memory\n");
		return 1;
	}
	for (i = 0; i < limit && i < 100; i++) {
		if (!composite[i])
			printf("%lu ", i);
	}
	printf("(%lu)\n", count(composite, limit));
	free(composite);
	return 0;
}

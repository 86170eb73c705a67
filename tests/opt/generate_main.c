/* generate-ir SEED [PROCEDURES [BLOCKS [STATEMENTS]]]: a random program (generate.h) on standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"

int main(int argc, char **argv)
{
	struct generate_options options = { 0 };
	if (argc < 2 || argc > 5) {
		fputs("usage: generate-ir SEED [PROCEDURES [BLOCKS [STATEMENTS]]]\n", stderr);
		return 2;
	}
	options.procedures = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	options.blocks = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
	options.statements = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
	char *text = generate_program(strtoull(argv[1], NULL, 10), &options);
	int failed = fputs(text, stdout) < 0 || fflush(stdout);
	free(text);
	return failed ? 4 : 0;
}

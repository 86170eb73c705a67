/* What the benches of this folder share: their command line. */
#ifndef PLUMB_BENCH_EACH_PROGRAM_H
#define PLUMB_BENCH_EACH_PROGRAM_H

#include "diag.h"

struct bench_options {
	uint32_t bound;
	double seconds;
};

/* Writes COLUMNS, and looks at each file of `[-b BOUND] [-s SECONDS] FILE ...`; OPTIONS has what is not said. What main() returns: what
 * the diagnostics say, which are written in the end. */
int each_program(int argc, char **argv, struct bench_options options, const char *columns,
		 void (*look)(const char *file, const struct bench_options *options, struct diagnostics *diags));

#endif

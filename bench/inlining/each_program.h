/* What the benches of this folder share: their command line, and how they measure. */
#ifndef PLUMB_BENCH_EACH_PROGRAM_H
#define PLUMB_BENCH_EACH_PROGRAM_H

#include "ir.h"

struct bench_options {
	uint32_t bound;
	double seconds;
};

/* A program whose statements are numbered. Its bank takes what is made of it. */
typedef void look_at(const char *file, struct program *program, const struct bench_options *options,
		     struct diagnostics *diags);

/* Writes COLUMNS, and looks at each file of `[-b BOUND] [-s SECONDS] FILE.pir ...`; OPTIONS has what is not said. What main() returns:
 * what the diagnostics say, which are written in the end. */
int each_program(int argc, char **argv, struct bench_options options, const char *columns, look_at *look);

/* Processor time that this process has taken, in seconds. */
double processor_seconds(void);

#endif

/* What ir-opt says about its work. */
#ifndef PLUMB_IR_OPT_REPORT_H
#define PLUMB_IR_OPT_REPORT_H

#include <stdio.h>

#include "command.h"

/* How large a program is. */
struct size {
	uint64_t procedures, blocks, statements, assertions, calls, globals, variables;
};

struct size size_of(const struct program *p);

void print_passes(FILE *out); /* --list-passes */
void print_stats(enum option_stats form, struct size before, struct size after, const struct pass_report *report,
		 FILE *out);
void print_times(const struct pass_report *report, FILE *out);

#endif

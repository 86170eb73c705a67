/* vcgen --benchmark: the query as a file of a tree that the SMT-LIB benchmark library takes. */
#ifndef PLUMB_VCGEN_BENCHMARK_H
#define PLUMB_VCGEN_BENCHMARK_H

#include "ir.h"
#include "options.h"

/* Are the words that become parts of the file's name fit for it? Else false and DIAG_USAGE. */
bool benchmark_options_check(const struct options *options, struct diagnostics *diags);

/* Writes options->benchmark/TRACK/LOGIC/DATE-APPLICATION-SUBMITTER/NAME.smt2; folders are made. ABOUT: lines on the query. A query that
 * is constant, or one assertion where cores are wanted, is DIAG_UNSUPPORTED, and no file is made. */
void benchmark_write(const struct options *options, struct bank *bank, term query, const char *about,
		     struct diagnostics *diags);

#endif

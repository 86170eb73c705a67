/* All files of a compilation database, each in a run of verify of its own (--compile-commands). */
#ifndef PLUMB_PROJECT_H
#define PLUMB_PROJECT_H

#include "options.h"

/* ARGV: the command line, of which each run gets the rest. Writes the report; gives the exit status. */
int project_run(const struct options *options, int argc, char **argv, struct diagnostics *diags);

#endif

/* The work of verify, in a child of its own (supervise.h): from the input to a report. */
#ifndef PLUMB_WORK_H
#define PLUMB_WORK_H

#include <stddef.h>

#include "board.h"
#include "options.h"

struct results;

struct job {
	const struct options *options;
	double deadline; /* of clock_now(), or SOLVER_NO_DEADLINE */
	struct diagnostics diags;
	double begin, line;  /* clock_now(): when it began, and when its last status line was written */
	struct board *board; /* or NULL; with job_lanes lanes */
	struct results *results;
};

/* How many processes at most work on it, and the one that divides the work. */
size_t job_lanes(const struct options *options);

/* Loads and prepares the program and runs the engine on it; with several engines or solvers forks once for each, and the
 * first answer counts. Writes the report to the descriptor, and what extras.h says after it. `context` is a struct job;
 * gives the exit status. */
int work(void *context, size_t index, int report);

#endif

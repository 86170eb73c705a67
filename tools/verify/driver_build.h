/* A driver in a build (--kernel): one run for all checks, or one for each rule, and one report of them. */
#ifndef PLUMB_DRIVER_BUILD_H
#define PLUMB_DRIVER_BUILD_H

#include "options.h"
#include "results.h"
#include "supervise.h"

/* A run of the work with these options, in so many seconds (0: no limit). The report is the caller's. */
typedef struct work_result driver_run(void *context, const struct options *options, double seconds);

/* Writes the report, and RESULTS, to which it adds the runs; gives the exit status: with --fail the verdict's, else 0, unless nothing
 * could be written. */
int driver_build(const struct options *options, driver_run *run, void *context, struct results *results,
		 struct diagnostics *diags);

#endif

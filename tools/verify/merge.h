/* One report of those of many runs of verify --kernel (--merge): of files, of rules, on several machines. */
#ifndef PLUMB_MERGE_H
#define PLUMB_MERGE_H

#include "options.h"

/* The options' inputs are reports (-o). A violation that several have comes once, those of --baseline not at all. Gives the exit
 * status, as driver_build does; a file that is no report is an error in `diags`. */
int merge_reports(const struct options *options, struct diagnostics *diags);

#endif

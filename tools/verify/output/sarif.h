/* Results in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard, 2020). */
#ifndef PLUMB_SARIF_H
#define PLUMB_SARIF_H

#include "report.h"
#include "stream.h"

/* One run, with a result for each violation: rule (check, with its CWE and help), place, fingerprint, and the trace as a code flow.
 * ALL: also what is proved (kind pass) and what is not decided (open). The invocation has the command line, the exit status and, as
 * notifications, what is assumed and why there is no proof. */
void sarif_write(struct output *out, const struct report *report, bool all);

#endif

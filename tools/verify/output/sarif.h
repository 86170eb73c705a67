/* Violations in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard, 2020). */
#ifndef PLUMB_SARIF_H
#define PLUMB_SARIF_H

#include "engine.h"
#include "stream.h"

/* One run with a result for each violation: rule (check, with its CWE), place, and the trace as a code flow. No results
 * when nothing was found; `verdict` (report_verdict) stands among the run's properties. */
void sarif_write(struct output *out, const char *verdict, const struct outcome *outcome);

#endif

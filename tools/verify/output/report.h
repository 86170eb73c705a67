/* The verdict as users read it (contract: first line, one line per check, trace, what was assumed). */
#ifndef PLUMB_REPORT_H
#define PLUMB_REPORT_H

#include "engine.h"
#include "stream.h"

/* Writes the report and returns the exit status. */
int report_write(struct output *out, const struct task *task, const struct outcome *outcome);

/* The first word of the report. */
const char *report_verdict(const struct task *task, const struct outcome *outcome);

#endif

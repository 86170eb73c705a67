/* The report of a driver in a build: after the verdict a line for each violation as compilers write it, the trace as notes, and what is
 * assumed, each with its place behind "assumed: ". */
#ifndef PLUMB_LINES_REPORT_H
#define PLUMB_LINES_REPORT_H

#include "engine.h"
#include "stream.h"

#define LINES_ASSUMED "assumed: "

void lines_write(struct output *out, const struct task *task, const struct outcome *outcome);

#endif

/* The report of a driver in a build: after the verdict a line for each violation as compilers write it, the trace as notes, and what is
 * assumed, each with its place behind "assumed: ". */
#ifndef PLUMB_LINES_REPORT_H
#define PLUMB_LINES_REPORT_H

#include "engine.h"
#include "stream.h"

/* Where a violation is shown. */
struct report_spot {
	struct location location;
	const char *function,
		*library; /* library: the function of C's library that is called there, and violates; or NULL */
};

/* In the user's code: where the violated assertion stands outside, in what calls a driver, where the driver's code was last. */
struct report_spot lines_spot(const struct finding *finding);

#define LINES_ASSUMED "assumed: "

void lines_write(struct output *out, const struct task *task, const struct outcome *outcome);

#endif

/* Globals whose initial value, which is arbitrary, is never seen. */
#ifndef PLUMB_INITIALISED_H
#define PLUMB_INITIALISED_H

#include "callgraph.h"
#include "uses.h"

/* By global index: is it assigned before anything can look at it? That is so on the straight line from the start of
 * the entry procedure, if nobody calls that. The caller frees it. */
bool *globals_initialised_first(const struct program *p, const struct callgraph *graph, const struct effects *effects,
				struct uses *uses);

#endif

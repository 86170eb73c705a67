/* The order in which interprocedural analyses look at procedures: round after round, callees before callers and then
 * callers before callees, those that are dirty. What flows along calls is then mostly known before it is
 * needed, in either direction. */
#ifndef PLUMB_SWEEP_H
#define PLUMB_SWEEP_H

#include "callgraph.h"

struct sweep {
	const struct callgraph *graph;
	bool *dirty;    /* by procedure */
	uint32_t count; /* of dirty ones */
};

void sweep_init(struct sweep *sweep, const struct callgraph *graph);
void sweep_release(struct sweep *sweep);
void sweep_mark(struct sweep *sweep, uint32_t procedure); /* to be looked at (again) */

/* It is looked at now, by other means. False: it was not to be looked at. */
bool sweep_unmark(struct sweep *sweep, uint32_t procedure);

/* Calls visit for each dirty procedure, which is clean then, until none is left. */
void sweep_run(struct sweep *sweep, void (*visit)(void *context, uint32_t procedure), void *context);

#endif

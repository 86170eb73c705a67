/* What symbolic execution needs to know of a procedure beforehand. */
#ifndef PLUMB_FLOW_H
#define PLUMB_FLOW_H

#include "callgraph.h"
#include "cfg.h"
#include "dag.h"
#include "ir.h"

struct flow {
	const struct procedure *procedure;
	struct cfg *cfg;
	struct dag_reach *reach; /* made on demand by flow_reach */
	uint32_t *pending;       /* block -> edges into it from reachable blocks */
	struct variable **unset; /* locals and outs that may be read before they are written */
	uint32_t unset_count;
	bool *goes_on;           /* block -> is there a way from it to a call within the procedure's own component? */
	bool may_end;            /* is there a way from the entry to a return without a call within its own component? */
};

struct flow *flow_new(const struct procedure *proc, const struct callgraph *graph);
void flow_free(struct flow *flow); /* NULL is fine */
const struct dag_reach *flow_reach(struct flow *flow);

#endif

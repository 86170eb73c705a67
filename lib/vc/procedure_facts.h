/* What symbolic execution needs to know of a procedure beforehand. */
#ifndef PLUMB_PROCEDURE_FACTS_H
#define PLUMB_PROCEDURE_FACTS_H

#include "callgraph.h"
#include "cfg.h"
#include "dag.h"
#include "ir.h"

struct procedure_facts {
	const struct procedure *procedure;
	struct cfg *cfg;
	struct dag_reach *reach; /* made on demand by procedure_facts_reach */
	uint32_t *pending;       /* block -> edges into it from reachable blocks */
	struct variable **unset; /* locals and outs that may be read before they are written */
	uint32_t unset_count;
	bool *goes_on; /* block -> is there a way from it to a call within the procedure's own component? */
	bool may_end;  /* is there a way from the entry to a return without a call within its own component? */
};

struct procedure_facts *procedure_facts_new(const struct procedure *proc, const struct callgraph *graph);
void procedure_facts_free(struct procedure_facts *facts); /* NULL is fine */
const struct dag_reach *procedure_facts_reach(struct procedure_facts *facts);

#endif

/* Interprocedural, conditional constant propagation: which values are always the same constant. */
#ifndef PLUMB_CONSTANTS_H
#define PLUMB_CONSTANTS_H

#include "ssa.h"
#include "sweep.h"

/* What is known of a value. From top to bottom: nothing reaches it yet; always `constant`; any value. */
struct cell {
	enum { CELL_TOP, CELL_CONSTANT, CELL_ANY } kind;
	bool shown; /* CELL_CONSTANT: a trace shows where it comes from (a named variable or {shows}) */
	term constant;
};

struct procedure_constants {
	struct ssa *ssa;
	struct cell *cells; /* by SSA value */
	bool *executed;     /* by block: some execution may reach it */
	bool analysed;      /* false: never called; `ssa` is NULL */
	struct cell *ins, *outs;
	/* The analysis's own: */
	bool *edge_executed;
	uint32_t *user_start, *users; /* SSA value -> blocks other than its own that read it */
};

struct constants {
	struct program *program;
	struct procedure_constants *procedures; /* by index */
	struct cell *globals;                   /* by index; CELL_ANY unless the global is always one constant */
	bool treat_all_alike;                   /* named variables as temporaries: nothing is `shown` */
	struct uses uses;
	struct callgraph *graph;
	struct effects *effects;
	struct sweep sweep;
	term *current; /* scratch: slot -> constant */
};

void constants_init(struct constants *c, struct program *p, bool treat_all_alike);
void constants_release(struct constants *c);

/* The term's value where its variables have the values reads[0], reads[1], ... (in the order of uses_of). */
struct cell constants_evaluate(struct constants *c, const struct procedure_constants *proc, term t,
			       const uint32_t *reads);

#endif

/* Inside lib/checked. */
#ifndef PLUMB_CHECKED_INTERNAL_H
#define PLUMB_CHECKED_INTERNAL_H

#include "callgraph.h"
#include "cfg.h"
#include "claim.h"
#include "ssa.h"
#include "sweep.h"

/* What one call of a procedure, with all that it calls, may do to the states and sizes of objects. Those that it was given are
 * none of those that it makes; what is not given may be one of them. */
struct object_changes {
	uint64_t given, any; /* states that are stored, to objects that it has not made itself; to any */
	uint64_t null;       /* to none */
	bool given_sizes, any_sizes;
};

struct known_of {
	uint32_t value; /* of the SSA form */
	struct validity what;
};

struct state {
	bool reached;
	unsigned meets;             /* how often it became less */
	VEC(struct known_of) known; /* ascending values; of others nothing is known */
};

struct checked_procedure {
	struct procedure *procedure;
	struct ssa *ssa;
	struct dominators *dominators;
	/* by value: whose object it is, and what pointer it is, so many bytes further on; itself, if that is new */
	uint32_t *object, *pointer;
	int64_t *bytes;
	struct object_changes changes;
	bool is_entered, returns;
	bool is_visited;               /* now: by a visit that has not ended */
	unsigned entries, exits;       /* how often they became less */
	struct validity *entry, *exit; /* of in-parameters; of these and of results */
	struct state *at;              /* by block */
};

struct checked {
	struct program *program;
	struct claim_maps maps;
	struct uses uses;
	struct callgraph *graph;
	struct effects *effects;
	struct sweep sweep;
	struct checked_procedure *procedures;
	bool changed;
	unsigned depth; /* of visits in one another */
};

/* checked_roots.c */
void checked_prepare(struct checked *c, struct checked_procedure *p);
void checked_release(struct checked_procedure *p);
void checked_find_changes(struct checked *c);
/* Is the value what a `fresh` of this procedure gives? */
bool checked_is_own(const struct checked_procedure *p, uint32_t value);
/* States that a term, stored at the identity INDEX, may be; *null: for the identity 0. */
uint64_t checked_states(const struct checked *c, term index, term value, uint64_t *null);
/* The values that term number K of the statement reads, by slot in CURRENT; READS goes on behind them. */
void checked_set_current(const struct checked_procedure *p, term t, const uint32_t **reads, uint32_t *current);

/* checked_flow.c: visits a procedure, from what is known at its entry. */
void checked_visit(struct checked *c, struct checked_procedure *p);
/* When all are known: assertions that hold become true. */
void checked_decide(struct checked *c, struct checked_procedure *p);

#endif

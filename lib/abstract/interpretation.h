/* Inside lib/abstract/interpret.c, call.c and summary.c: the state of an abstract interpretation. */
#ifndef PLUMB_INTERPRETATION_H
#define PLUMB_INTERPRETATION_H

#include "callgraph.h"
#include "cfg.h"
#include "interpret.h"
#include "sweep.h"

/* Returns are kept apart by their first result: an error and what is valid with it do not go together with success. */
enum { RETURN_ANY, RETURN_NEGATIVE, RETURN_ZERO, RETURN_OTHER, RETURNS };

struct exits {
	bool reached[RETURNS];
	const struct facts *facts[RETURNS]; /* globals and out-parameters */
};

/* What one call may change: an object of a map, or (object 0) a variable as a whole. */
struct change {
	uint32_t variable, object;
};

struct summary {
	struct procedure *procedure;
	struct cfg *cfg; /* NULL: never reached */
	struct thresholds thresholds;
	bool is_reached;
	unsigned entries, exits;
	const struct facts *entry; /* of all calls; in-parameters and globals */
	struct exits exit;
	/* by in-parameter: a local that is a copy of it all the time, or itself if it is not assigned; NULL: neither */
	const struct variable **copies;
	VEC(struct change) changes;
	struct table changed; /* key -> 1 */
	/* objects that it or what it calls creates, as OBJECT_LAST, and their bits */
	TABLE(uint32_t, bool) creates;
	uint64_t created;
	/* by block, by edge: of the last visit */
	const struct facts **at, **over;
	bool *reached, *taken;
	unsigned *visits;
	uint32_t *edges_in; /* at the positions of a block's predecessors: the edges that come from there */
};

struct interpretation {
	struct program *program;
	struct arena *arena;
	struct domain domain;
	struct uses uses;
	struct callgraph *graph;
	struct sweep sweep;
	struct summary *summaries; /* by procedure */
	const struct interpret_options *options;
	unsigned nested; /* first visits of procedures inside one another */
	size_t garbage;  /* bytes of facts, from which on they are collected */
	bool stopped, hurries;
};

/* What may hold at one place, in several cases: behind a call each way to return is one, up to the end of the block. */
enum { MOST_CASES = RETURNS };

struct cases {
	struct place at[MOST_CASES];
	unsigned count;
};

/* interpret.c: visits procedure number INDEX, with what is known at its entry. */
void interpretation_visit_procedure(void *interpretation, uint32_t index);
struct place interpretation_place(struct interpretation *i, const struct procedure *proc, const struct facts *facts);

/* call.c: S, a procedure's summary, changes a map at an object (0: at any), or a variable. */
void summary_add_change(struct summary *s, uint32_t variable, uint32_t object);
void summary_add_variable(struct summary *s, const struct variable *v);
/* No case is left where the call does not come back. Where there would be too many, those from before the call are one. */
void interpret_call(struct interpretation *i, struct summary *caller, struct cases *c, const struct statement *s);

/* summary.c: before the first visit. */
void summary_prepare(struct interpretation *i, struct summary *s);
/* Which objects the procedures create, with what they call. */
void summaries_find_created(struct interpretation *i);
/* The procedure returns: EXIT says what may hold there then. */
void summary_leave(struct interpretation *i, const struct procedure *p, struct exits *exit, const struct place *at);
/* Takes over what a visit found out, which had that many changes before; the callers have to know. */
void summary_conclude(struct interpretation *i, struct summary *s, const struct exits *exit, size_t changes);
/* For what is joined the COUNT-th time; NULL: nothing is widened. In a hurry what grows is given up: so each fact changes once
 * more at most. */
const struct thresholds *summary_widening(const struct interpretation *i, const struct summary *s, unsigned count,
					  unsigned patience);

#endif

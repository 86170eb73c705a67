/* What the assertions of a program depend on: backwards, interprocedural. */
#ifndef PLUMB_RELEVANCE_H
#define PLUMB_RELEVANCE_H

#include "callgraph.h"
#include "cfg.h"
#include "sweep.h"
#include "uses.h"

/* Of one procedure. Sets of its variables are over slots: see relevance.c. */
struct procedure_relevance {
	const struct procedure *procedure;
	bool effect;             /* a call of it may block, diverge or violate an assertion */
	bool *in_needed;         /* by in-parameter: its value on entry matters */
	bool *out_needed;        /* by out-parameter: to some caller */
	bool *branch_needed;     /* by block: where its terminator goes matters */
	uint32_t *join;          /* by block: its immediate post-dominator, CFG_NONE: the procedure's end */
	uint64_t *needed_before; /* globals (by index) that a relevant call needs */
	uint64_t *needed_after;  /* globals that some caller needs after a call, among those that it may write */
	uint64_t *passes;        /* globals that may come through a call unchanged */
	struct dependences *dependences; /* the analysis's own */
};

struct relevance {
	struct program *program;
	struct callgraph *graph;
	struct effects *effects;
	struct uses uses;
	struct procedure_relevance *procedures; /* by index */
	struct table shared;                    /* ids that several statements or gotos have */
	uint32_t global_words;
	struct sweep sweep;
};

/* Needs an entry procedure. */
void relevance_init(struct relevance *r, struct program *p);
void relevance_release(struct relevance *r);

/* keep[b][i]: is statement i of block b relevant? keep[b] is the caller's, as long as the block. */
void relevance_of_procedure(struct relevance *r, const struct procedure *proc, bool *const *keep);

#endif

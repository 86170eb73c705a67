/* Static single assignment form of one procedure, as an overlay: the procedure is not changed. Each use is
 * given the value (numbered) that it reads. For analyses that follow values instead of visiting every
 * variable at every block.
 *
 * Tracked are the procedure's variables and the globals that its own terms read. A call gives a new value to
 * its outs and to each tracked global that its callee may write.
 *
 * Cytron et al., "Efficiently computing static single assignment form and the control dependence graph". */
#ifndef PLUMB_SSA_H
#define PLUMB_SSA_H

#include "callgraph.h"
#include "cfg.h"
#include "uses.h"

#define SSA_NONE UINT32_MAX

enum ssa_kind {
	SSA_ENTRY,  /* on entry to the procedure */
	SSA_PHI,    /* a join: phi->arguments */
	SSA_TARGET, /* of a statement */
	SSA_CLOBBER /* of a call: a global that the callee may write */
};

struct ssa_value {
	enum ssa_kind kind;
	uint32_t slot; /* of its variable */
	uint32_t block;
	uint32_t copy_of;                  /* x := y: y's value (not itself a copy), else SSA_NONE */
	const struct statement *statement; /* TARGET, CLOBBER */
};

struct ssa_phi {
	uint32_t value;
	uint32_t *arguments; /* one per incoming edge of the block; SSA_NONE: the edge's source is unreachable.
				A phi of the entry block may also have its slot's value on entry. */
};

struct ssa {
	const struct procedure *procedure;
	struct uses *uses; /* not owned */
	struct cfg *cfg;
	struct arena *arena;
	/* slot -> variable: first the procedure's own, by index, then the tracked globals */
	struct variable **variables;
	uint32_t slot_count;
	struct table global_slots;                           /* global's index -> slot */
	struct ssa_values VEC_BODY(struct ssa_value) values; /* value i < slot_count: slot i on entry */
	struct ssa_block *blocks;
	/* Edge e, the i-th of block b: e = cfg->successor_start[b] + i. It is number edge_in[e], from 0, of those that
	 * come into its target; the k-th that comes into block b is edges_in[cfg->predecessor_start[b] + k]. */
	uint32_t *edge_in, *edges_in;
};

struct ssa_block {
	struct ssa_phi *phis;
	uint32_t phi_count;
	/* Values read, in this order: for each statement, each of its terms (statement_term), each variable of the
	 * term (uses_of); then those of the branch condition; then, at a return, the out-parameters. Unreachable
	 * blocks have none. */
	uint32_t *reads;
	uint32_t *copies; /* parallel to reads: slot of a variable that holds the same value there, or SSA_NONE */
	uint32_t read_count;
	/* Values made, in this order: for each statement its tracked targets; for a call, before
	 * these, the tracked globals that it may write (ascending slots). */
	uint32_t *writes;
	uint32_t write_count;
};

struct ssa *ssa_new(const struct procedure *proc, struct uses *uses, const struct effects *effects);
void ssa_free(struct ssa *ssa);

/* The slot of a variable; SSA_NONE: a global that is not tracked. */
uint32_t ssa_slot(const struct ssa *ssa, const struct variable *v);

#endif

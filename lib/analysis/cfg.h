/* The control-flow graph of one procedure, as arrays over block indices. A snapshot: it is made again after
 * the procedure changed. Everything is linear or nearly so, and iterative. */
#ifndef PLUMB_CFG_H
#define PLUMB_CFG_H

#include "ir.h"

#define CFG_NONE UINT32_MAX

struct cfg {
	const struct procedure *procedure;
	uint32_t block_count;
	/* Edges, parallel ones included (goto b, b). Those of block i are at [start[i], start[i + 1]). */
	uint32_t *successor_start, *successors;
	uint32_t *predecessor_start, *predecessors; /* of unreachable blocks too */
	/* Reverse postorder of the blocks that are reachable from the entry: order[0] is the entry. Without cycles
	 * it is a topological order. */
	uint32_t *order, order_count;
	uint32_t *rank; /* block -> position in `order`; CFG_NONE: unreachable */
};

struct cfg *cfg_new(const struct procedure *proc);
void cfg_free(struct cfg *cfg); /* NULL is fine */
static inline bool cfg_reachable(const struct cfg *cfg, uint32_t block)
{
	return cfg->rank[block] != CFG_NONE;
}
/* Is there no cycle among the reachable blocks? */
bool cfg_is_acyclic(const struct cfg *cfg);

/* Dominators (Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm"), or post-dominators: those
 * of the reversed graph from a virtual exit after every `return`. */
struct dominators {
	uint32_t count;
	/* The immediate (post-)dominator. CFG_NONE: the root (the entry; for post-dominators: the virtual exit
	 * is next), or a block that is not reached (from the entry; backwards from any reachable return). */
	uint32_t *parent;
	uint32_t *enter, *leave; /* preorder intervals in the tree; 0, 0 for a block that is not reached */
};

struct dominators *dominators_new(const struct cfg *cfg);
struct dominators *post_dominators_new(const struct cfg *cfg);
void dominators_free(struct dominators *dom);
/* Does a (post-)dominate b (every block does itself)? False when either is not reached. Constant time. */
bool dominates(const struct dominators *dom, uint32_t a, uint32_t b);

/* Natural loops. Back edges with the same header are one loop. */
struct loop {
	uint32_t header;
	uint32_t parent;                /* index of the loop next around it, or CFG_NONE */
	uint32_t depth;                 /* outermost: 1 */
	uint32_t *blocks, block_count;  /* all, those of inner loops included, in reverse postorder: header first */
	uint32_t *latches, latch_count; /* sources of its back edges, ascending rank, each once */
};
struct loops {
	/* Outer before inner, by the header's rank. */
	struct loop *loops;
	uint32_t count;
	uint32_t *innermost; /* block -> index of its innermost loop, or CFG_NONE */
	/* A cycle that is no natural loop: an edge that goes back in the depth-first search to a block which does not
	 * dominate its source. CFG_NONE, CFG_NONE if the graph is reducible. The loops above are right even then,
	 * but do not hold every cycle. */
	uint32_t irreducible_from, irreducible_to;
};

struct loops *loops_new(const struct cfg *cfg, const struct dominators *dom);
void loops_free(struct loops *loops);
static inline bool loops_reducible(const struct loops *loops)
{
	return loops->irreducible_from == CFG_NONE;
}
/* Is `block` in loop `loop`? Proportional to the nesting depth. */
bool loops_contain(const struct loops *loops, uint32_t loop, uint32_t block);

#endif

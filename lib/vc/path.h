/* Path conditions, and the merge of symbolic states at joins.
 *
 * A path condition is a chain of conjuncts from the start of the execution, shared by all paths with the same
 * beginning. Where branches rejoin, the part that they have in common is kept and only the rest becomes a
 * disjunction, which folds to true when nothing was assumed in between: conditions stay local to the branches
 * (post-dominance scoped, docs/vc.md). */
#ifndef PLUMB_PATH_H
#define PLUMB_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "env.h"

struct path {
	struct path *parent; /* NULL: the start, whose condition is true */
	uint32_t depth;      /* number of conjuncts */
	uint32_t serial;     /* in the order of their making: what makes joins the same in every run */
	bool decided; /* the conjunct is the outcome of a branch; false: an assumption that holds on every way on */
	term conjunct;
	term full;      /* the conjunction of the whole chain */
	uint64_t atoms; /* a Bloom filter of what the chain's conjuncts are about, for path_simplify */
};

/* One symbolic state: where it is, and what the variables hold. */
struct state {
	struct path *path;  /* NULL: unreachable */
	struct env globals; /* by variable->index */
	struct env locals;
};

struct path_space {
	struct env_space env;
	struct bank *bank;
	uint32_t last_serial;
};

struct path *path_start(struct path_space *space);
/* `path` extended by a conjunct: `path` itself when that is true, NULL when it is false. */
struct path *path_extend(struct path_space *space, struct path *path, term conjunct, bool decided);
/* The conjunction of what `path` has beyond `ancestor`, which must be on its chain. */
term path_beyond(struct path_space *space, const struct path *path, const struct path *ancestor);
/* `t` without the alternatives that the path excludes: ite(c, a, b) is a where the path decides c. Equal to t on
 * every execution of the path. Only as deep as alternatives stand at the top, and a bounded number of conjuncts
 * is looked at, each by itself. */
term path_simplify(const struct path_space *space, const struct path *path, term t);

/* The join of `count` states that exclude one another (different outcomes of branches); unreachable ones are
 * skipped. The states are used up. */
struct state state_merge(struct path_space *space, struct state *states, uint32_t count);

#endif

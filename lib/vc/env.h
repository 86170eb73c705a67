/* Environments: persistent arrays from variable index to term.
 *
 * An environment is a radix tree of fan-out 16. Copying one is copying a pointer; a write copies the
 * path to the leaf, except for nodes that this very handle made since the last env_share. Merging two
 * environments visits only the parts in which they differ, so that a join of two branches costs what
 * the branches wrote and not what the program has. */
#ifndef PLUMB_ENV_H
#define PLUMB_ENV_H

#include <stdint.h>

#include "arena.h"
#include "term.h"

struct env_node;

struct env {
	struct env_node *root; /* NULL: every entry is 0 */
	uint32_t levels;       /* holds indices below 16^levels; at least 1 */
	uint32_t owner;        /* nodes with this stamp belong to this handle alone */
};

/* The source of stamps and of the nodes' memory; all environments of one space may be merged. */
struct env_space {
	struct arena *arena; /* not owned */
	uint32_t last_stamp;
};

struct env env_new(struct env_space *space, uint32_t size);
term env_get(const struct env *env, uint32_t index);
void env_set(struct env_space *space, struct env *env, uint32_t index, term value);
/* A second handle on the same contents; both may be written independently afterwards. */
struct env env_share(struct env_space *space, struct env *env);
/* For every index where they differ, ite(condition, a, b). Both stay valid. An entry that is 0 on one
 * side (never written) takes the other side's value. */
struct env env_merge(struct env_space *space, struct bank *bank, term condition, struct env *a, struct env *b);

#endif

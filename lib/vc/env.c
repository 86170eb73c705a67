#include "env.h"

#include <string.h>

enum { BITS = 4, FAN = 1 << BITS };

struct env_node {
	uint32_t owner;
	union {
		struct env_node *child[FAN]; /* inner levels */
		term value[FAN];             /* level 1 */
	};
};

struct env env_new(struct env_space *space, uint32_t size)
{
	struct env env = { NULL, 1, ++space->last_stamp };
	while (env.levels < 8 && (uint64_t)1 << (BITS * env.levels) < size)
		env.levels++;
	return env;
}

term env_get(const struct env *env, uint32_t index)
{
	const struct env_node *node = env->root;
	for (uint32_t level = env->levels; node && level > 1; level--)
		node = node->child[(index >> (BITS * (level - 1))) & (FAN - 1)];
	return node ? node->value[index & (FAN - 1)] : 0;
}

static struct env_node *node_own(struct env_space *space, struct env_node *node, uint32_t owner)
{
	if (node && node->owner == owner)
		return node;
	struct env_node *copy = arena_alloc(space->arena, sizeof *copy);
	if (node)
		memcpy(copy, node, sizeof *copy);
	copy->owner = owner;
	return copy;
}

void env_set(struct env_space *space, struct env *env, uint32_t index, term value)
{
	struct env_node **slot = &env->root;
	for (uint32_t level = env->levels; level > 1; level--) {
		*slot = node_own(space, *slot, env->owner);
		slot = &(*slot)->child[(index >> (BITS * (level - 1))) & (FAN - 1)];
	}
	*slot = node_own(space, *slot, env->owner);
	(*slot)->value[index & (FAN - 1)] = value;
}

struct env env_share(struct env_space *space, struct env *env)
{
	struct env copy = { env->root, env->levels, ++space->last_stamp };
	env->owner = ++space->last_stamp;
	return copy;
}

struct merging {
	struct env_space *space;
	struct bank *bank;
	term condition;
	uint32_t owner;
};

static struct env_node *merge_nodes(const struct merging *m, struct env_node *a, struct env_node *b, uint32_t level)
{
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	struct env_node *node = arena_alloc(m->space->arena, sizeof *node);
	node->owner = m->owner;
	for (uint32_t i = 0; i < FAN; i++) {
		if (level > 1)
			node->child[i] = merge_nodes(m, a->child[i], b->child[i], level - 1);
		else if (a->value[i] == b->value[i] || !b->value[i])
			node->value[i] = a->value[i];
		else if (!a->value[i])
			node->value[i] = b->value[i];
		else
			node->value[i] = term_ite(m->bank, m->condition, a->value[i], b->value[i]);
	}
	return node;
}

struct env env_merge(struct env_space *space, struct bank *bank, term condition, struct env *a, struct env *b)
{
	/* The result may share nodes with both: neither may write them in place any more. */
	a->owner = ++space->last_stamp;
	b->owner = ++space->last_stamp;
	struct env env = { NULL, a->levels, ++space->last_stamp };
	struct merging m = { space, bank, condition, env.owner };
	env.root = merge_nodes(&m, a->root, b->root, a->levels);
	return env;
}

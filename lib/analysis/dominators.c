/* Dominators and post-dominators by iteration to a fixed point over reverse postorder (Cooper, Harvey, Kennedy:
 * "A simple, fast dominance algorithm"). */
#include <string.h>

#include "cfg.h"

/* The graph that is worked on, by ranks: rank 0 is the root. For post-dominators that is the virtual exit,
 * and edges are turned around. */
struct direction {
	uint32_t count;                /* ranks */
	const uint32_t *blocks;        /* rank -> block */
	const uint32_t *ranks;         /* block -> rank or CFG_NONE */
	const uint32_t *start, *from;  /* edges into each block */
	const struct procedure *exits; /* post-dominators: its returns have an edge from the root */
	uint32_t *parent;              /* rank -> rank of the immediate dominator */
};

static uint32_t *numbers(size_t count)
{
	return memory_alloc((count + 1) * sizeof(uint32_t));
}

static uint32_t common(const uint32_t *parent, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (a > b)
			a = parent[a];
		while (b > a)
			b = parent[b];
	}
	return a;
}

static bool is_exit(const struct direction *f, uint32_t block)
{
	return f->exits && f->exits->blocks[block]->terminator.kind == TERMINATOR_RETURN;
}

static uint32_t meet(const struct direction *f, uint32_t rank)
{
	uint32_t block = f->blocks[rank], best = is_exit(f, block) ? 0 : CFG_NONE;
	for (uint32_t e = f->start[block]; e < f->start[block + 1]; e++) {
		uint32_t from = f->ranks[f->from[e]];
		if (from == CFG_NONE || f->parent[from] == CFG_NONE)
			continue;
		best = best == CFG_NONE ? from : common(f->parent, best, from);
	}
	return best;
}

static void solve(struct direction *f)
{
	f->parent = numbers(f->count);
	memset(f->parent, 0xff, f->count * sizeof *f->parent);
	f->parent[0] = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 1; i < f->count; i++) {
			uint32_t new = meet(f, i);
			changed |= f->parent[i] != new;
			f->parent[i] = new;
		}
	}
}

/* Numbers the tree so that a dominates b when b's interval is inside a's. A parent's rank is smaller than
 * its children's: sizes of subtrees add up from the end, and places are given out from the beginning. */
static void number_tree(struct dominators *dom, const struct direction *f)
{
	uint32_t *size = numbers(f->count), *next = numbers(f->count);
	for (uint32_t i = f->count; i-- > 1;)
		size[f->parent[i]] += ++size[i];
	next[0] = 1;
	for (uint32_t i = 0; i < f->count; i++) {
		uint32_t enter = i ? next[f->parent[i]] : 0;
		if (i)
			next[f->parent[i]] += size[i];
		next[i] = enter + 1;
		if (f->blocks[i] == CFG_NONE)
			continue;
		dom->enter[f->blocks[i]] = enter + 1;
		dom->leave[f->blocks[i]] = i ? enter + 1 + size[i] : f->count + 1;
	}
	memory_free(size);
	memory_free(next);
}

static struct dominators *finish(struct direction *f, uint32_t blocks)
{
	struct dominators *dom = memory_alloc(sizeof *dom);
	dom->count = blocks;
	dom->parent = numbers(blocks);
	dom->enter = numbers(blocks);
	dom->leave = numbers(blocks);
	memset(dom->parent, 0xff, blocks * sizeof *dom->parent);
	for (uint32_t i = 1; i < f->count; i++)
		dom->parent[f->blocks[i]] = f->blocks[f->parent[i]];
	number_tree(dom, f);
	memory_free(f->parent);
	return dom;
}

struct dominators *dominators_new(const struct cfg *cfg)
{
	struct direction f = { .count = cfg->order_count,
			       .blocks = cfg->order,
			       .ranks = cfg->rank,
			       .start = cfg->predecessor_start,
			       .from = cfg->predecessors };
	solve(&f);
	return finish(&f, cfg->block_count);
}

/* Reverse postorder of the reversed graph, from the virtual exit, which is rank 0 (block CFG_NONE). Only
 * blocks that are reachable from the entry count. */
static uint32_t backward_order(const struct cfg *cfg, uint32_t *order, uint32_t *rank)
{
	uint32_t n = cfg->block_count, found = 0, depth;
	uint32_t *stack = numbers(n), *next = numbers(n);
	memset(rank, 0xff, n * sizeof *rank);
	memcpy(next, cfg->predecessor_start, n * sizeof *next);
	for (uint32_t i = cfg->order_count; i-- > 0;) {
		uint32_t exit = cfg->order[i];
		if (cfg->procedure->blocks[exit]->terminator.kind != TERMINATOR_RETURN || rank[exit] != CFG_NONE)
			continue;
		rank[exit] = 0;
		stack[0] = exit;
		for (depth = 1; depth;) {
			uint32_t b = stack[depth - 1];
			if (next[b] == cfg->predecessor_start[b + 1]) {
				order[n - found++] = b;
				depth--;
				continue;
			}
			uint32_t to = cfg->predecessors[next[b]++];
			if (rank[to] != CFG_NONE || !cfg_reachable(cfg, to))
				continue;
			rank[to] = 0;
			stack[depth++] = to;
		}
	}
	memmove(order + 1, order + 1 + n - found, found * sizeof *order);
	order[0] = CFG_NONE;
	for (uint32_t i = 1; i <= found; i++)
		rank[order[i]] = i;
	memory_free(stack);
	memory_free(next);
	return found + 1;
}

struct dominators *post_dominators_new(const struct cfg *cfg)
{
	uint32_t *order = numbers(cfg->block_count), *rank = numbers(cfg->block_count);
	struct direction f = { .blocks = order,
			       .ranks = rank,
			       .start = cfg->successor_start,
			       .from = cfg->successors,
			       .exits = cfg->procedure };
	f.count = backward_order(cfg, order, rank);
	solve(&f);
	struct dominators *dom = finish(&f, cfg->block_count);
	memory_free(order);
	memory_free(rank);
	return dom;
}

void dominators_free(struct dominators *dom)
{
	if (!dom)
		return;
	memory_free(dom->parent);
	memory_free(dom->enter);
	memory_free(dom->leave);
	memory_free(dom);
}

bool dominates(const struct dominators *dom, uint32_t a, uint32_t b)
{
	return dom->enter[a] && dom->enter[b] && dom->enter[a] <= dom->enter[b] && dom->enter[b] < dom->leave[a];
}

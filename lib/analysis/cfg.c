#include "cfg.h"

#include <string.h>

static uint32_t *numbers(size_t count)
{
	return memory_alloc((count + 1) * sizeof(uint32_t));
}

static void add_edges(struct cfg *cfg)
{
	const struct procedure *proc = cfg->procedure;
	uint32_t n = cfg->block_count, edges = 0;
	cfg->successor_start = numbers(n);
	cfg->predecessor_start = numbers(n);
	for (uint32_t i = 0; i < n; i++)
		edges += proc->blocks[i]->terminator.target_count;
	cfg->successors = numbers(edges);
	cfg->predecessors = numbers(edges);
	/* Successors as they stand; predecessors by counting sort: first how many each block has, ... */
	edges = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct terminator *t = &proc->blocks[i]->terminator;
		cfg->successor_start[i] = edges;
		for (uint32_t k = 0; k < t->target_count; k++) {
			cfg->successors[edges++] = t->targets[k]->index;
			cfg->predecessor_start[t->targets[k]->index]++;
		}
	}
	cfg->successor_start[n] = edges;
	/* ... then where its part ends, then filled from the end. */
	for (uint32_t i = 1; i <= n; i++)
		cfg->predecessor_start[i] += cfg->predecessor_start[i - 1];
	for (uint32_t i = n; i-- > 0;)
		for (uint32_t e = cfg->successor_start[i + 1]; e-- > cfg->successor_start[i];)
			cfg->predecessors[--cfg->predecessor_start[cfg->successors[e]]] = i;
}

static void add_order(struct cfg *cfg)
{
	uint32_t n = cfg->block_count, found = 0;
	cfg->order = numbers(n);
	cfg->rank = numbers(n);
	uint32_t *stack = numbers(n), *next = numbers(n), depth = 0;
	memset(cfg->rank, 0xff, n * sizeof *cfg->rank);
	if (n) {
		stack[depth++] = 0;
		cfg->rank[0] = 0;
	}
	memcpy(next, cfg->successor_start, n * sizeof *next);
	/* Postorder, written from the end of `order` ... */
	while (depth) {
		uint32_t b = stack[depth - 1];
		if (next[b] == cfg->successor_start[b + 1]) {
			cfg->order[n - ++found] = b;
			depth--;
			continue;
		}
		uint32_t to = cfg->successors[next[b]++];
		if (cfg->rank[to] != CFG_NONE)
			continue;
		cfg->rank[to] = 0;
		stack[depth++] = to;
	}
	/* ... and moved to its beginning. */
	cfg->order_count = found;
	memmove(cfg->order, cfg->order + (n - found), found * sizeof *cfg->order);
	for (uint32_t i = 0; i < found; i++)
		cfg->rank[cfg->order[i]] = i;
	memory_free(stack);
	memory_free(next);
}

struct cfg *cfg_new(const struct procedure *proc)
{
	struct cfg *cfg = memory_alloc(sizeof *cfg);
	cfg->procedure = proc;
	cfg->block_count = proc->block_count;
	add_edges(cfg);
	add_order(cfg);
	return cfg;
}

void cfg_free(struct cfg *cfg)
{
	if (!cfg)
		return;
	memory_free(cfg->successor_start);
	memory_free(cfg->successors);
	memory_free(cfg->predecessor_start);
	memory_free(cfg->predecessors);
	memory_free(cfg->order);
	memory_free(cfg->rank);
	memory_free(cfg);
}

bool cfg_is_acyclic(const struct cfg *cfg)
{
	/* An edge that does not go forward in reverse postorder closes a cycle, and each cycle has one. */
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t b = cfg->order[i];
		for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
			if (cfg->rank[cfg->successors[e]] <= i)
				return false;
	}
	return true;
}

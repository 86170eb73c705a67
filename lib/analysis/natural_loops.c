/* Natural loops (Aho, Sethi, Ullman, "Compilers", 10.4): an edge to a block that dominates its source
 * closes one; its blocks are those that reach the source without passing the header. */
#include <stdlib.h>
#include <string.h>

#include "cfg.h"

struct finder {
	const struct cfg *cfg;
	const struct dominators *dom;
	struct loops *loops;
	uint32_t *last; /* block -> index + 1 of the loop that it was last put into */
	VEC(uint32_t) found;
};

static bool is_back_edge(const struct finder *f, uint32_t from, uint32_t to)
{
	return dominates(f->dom, to, from);
}

static uint32_t count_latches(const struct finder *f, uint32_t header)
{
	const struct cfg *cfg = f->cfg;
	uint32_t count = 0;
	for (uint32_t e = cfg->predecessor_start[header]; e < cfg->predecessor_start[header + 1]; e++)
		count += is_back_edge(f, cfg->predecessors[e], header);
	return count;
}

static void irreducible_edge(struct finder *f)
{
	const struct cfg *cfg = f->cfg;
	f->loops->irreducible_from = f->loops->irreducible_to = CFG_NONE;
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t from = cfg->order[i];
		for (uint32_t e = cfg->successor_start[from]; e < cfg->successor_start[from + 1]; e++) {
			uint32_t to = cfg->successors[e];
			if (cfg->rank[to] > i || is_back_edge(f, from, to))
				continue;
			f->loops->irreducible_from = from;
			f->loops->irreducible_to = to;
			return;
		}
	}
}

static bool put(struct finder *f, uint32_t loop, uint32_t block)
{
	if (f->last[block] == loop + 1)
		return false;
	f->last[block] = loop + 1;
	vec_push(&f->found, block);
	return true;
}

static void collect(struct finder *f, uint32_t index)
{
	const struct cfg *cfg = f->cfg;
	struct loop *loop = &f->loops->loops[index];
	vec_clear(&f->found);
	put(f, index, loop->header);
	for (uint32_t e = cfg->predecessor_start[loop->header]; e < cfg->predecessor_start[loop->header + 1]; e++) {
		uint32_t from = cfg->predecessors[e];
		if (!is_back_edge(f, from, loop->header))
			continue;
		/* Parallel edges from one block are neighbours in the list. */
		if (!loop->latch_count || loop->latches[loop->latch_count - 1] != from)
			loop->latches[loop->latch_count++] = from;
		put(f, index, from);
	}
	for (size_t i = 1; i < f->found.count; i++) {
		uint32_t b = f->found.at[i];
		for (uint32_t e = cfg->predecessor_start[b]; e < cfg->predecessor_start[b + 1]; e++)
			if (cfg_reachable(cfg, cfg->predecessors[e]))
				put(f, index, cfg->predecessors[e]);
	}
}

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void to_rank_order(const struct cfg *cfg, uint32_t *blocks, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		blocks[i] = cfg->rank[blocks[i]];
	qsort(blocks, count, sizeof *blocks, ascending);
	for (uint32_t i = 0; i < count; i++)
		blocks[i] = cfg->order[blocks[i]];
}

/* Loops come in the order of their headers' ranks, so a loop's outer ones were entered before it. */
static void add_loop(struct finder *f, uint32_t header, uint32_t latches)
{
	struct loops *loops = f->loops;
	uint32_t index = loops->count++;
	struct loop *loop = &loops->loops[index];
	loop->header = header;
	loop->latches = memory_alloc(latches * sizeof *loop->latches);
	collect(f, index);
	loop->block_count = (uint32_t)f->found.count;
	loop->blocks = memory_alloc(f->found.count * sizeof *loop->blocks);
	memcpy(loop->blocks, f->found.at, f->found.count * sizeof *loop->blocks);
	to_rank_order(f->cfg, loop->blocks, loop->block_count);
	to_rank_order(f->cfg, loop->latches, loop->latch_count);
	loop->parent = loops->innermost[header];
	loop->depth = loop->parent == CFG_NONE ? 1 : loops->loops[loop->parent].depth + 1;
	for (uint32_t i = 0; i < loop->block_count; i++)
		loops->innermost[loop->blocks[i]] = index;
}

struct loops *loops_new(const struct cfg *cfg, const struct dominators *dom)
{
	struct finder f = { .cfg = cfg, .dom = dom, .loops = memory_alloc(sizeof(struct loops)) };
	uint32_t headers = 0;
	f.last = memory_alloc((cfg->block_count + 1) * sizeof *f.last);
	f.loops->innermost = memory_alloc((cfg->block_count + 1) * sizeof *f.loops->innermost);
	memset(f.loops->innermost, 0xff, cfg->block_count * sizeof *f.loops->innermost);
	for (uint32_t i = 0; i < cfg->order_count; i++)
		headers += count_latches(&f, cfg->order[i]) > 0;
	f.loops->loops = memory_alloc((headers + 1) * sizeof *f.loops->loops);
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t latches = count_latches(&f, cfg->order[i]);
		if (latches)
			add_loop(&f, cfg->order[i], latches);
	}
	irreducible_edge(&f);
	memory_free(f.last);
	vec_free(&f.found);
	return f.loops;
}

void loops_free(struct loops *loops)
{
	if (!loops)
		return;
	for (uint32_t i = 0; i < loops->count; i++) {
		memory_free(loops->loops[i].blocks);
		memory_free(loops->loops[i].latches);
	}
	memory_free(loops->loops);
	memory_free(loops->innermost);
	memory_free(loops);
}

bool loops_contain(const struct loops *loops, uint32_t loop, uint32_t block)
{
	uint32_t at = loops->innermost[block];
	while (at != CFG_NONE && at != loop)
		at = loops->loops[at].parent;
	return at != CFG_NONE;
}

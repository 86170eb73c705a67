/* Which waiting instance starts next.
 *
 * An instance that has started takes no further callers. So an instance should wait while another one that waits may
 * still lead to a call that could join it: because its procedure may call that procedure, or because its callers may, once they go
 * on. Calls that come after both in a common caller do not count: they exclude neither. Among those that nothing
 * holds back, callers go before callees. A matter of size only: every order is right. */
#include "execute.h"

enum { MAX_WAITING = 4096 }; /* with more than that, call-graph order must do */

/* Bit sets of procedures, as rows. */
struct reaching {
	uint32_t words;
	uint64_t *procedures;   /* row per procedure: those that a call of it may enter, itself included */
	uint64_t **blocks;      /* per procedure, on demand: row per block: what calls in the block may enter */
	uint64_t **from_blocks; /* the same for all blocks reachable from the block, itself included */
};

static void unite(uint64_t *to, const uint64_t *from, uint32_t words)
{
	for (uint32_t w = 0; w < words; w++)
		to[w] |= from[w];
}

static bool has(const uint64_t *row, uint32_t i)
{
	return row[i / 64] >> (i % 64) & 1;
}

static uint64_t *row_of(const struct reaching *r, uint32_t procedure)
{
	return r->procedures + (size_t)procedure * r->words;
}

static void reach_component(struct reaching *r, const struct callgraph *g, uint32_t component)
{
	uint64_t *first = row_of(r, g->members[g->member_start[component]]);
	for (uint32_t m = g->member_start[component]; m < g->member_start[component + 1]; m++) {
		uint32_t p = g->members[m];
		first[p / 64] |= UINT64_C(1) << (p % 64);
		for (uint32_t e = g->callee_start[p]; e < g->callee_start[p + 1]; e++)
			if (g->component[g->callees[e]] != component)
				unite(first, row_of(r, g->callees[e]), r->words);
	}
	for (uint32_t m = g->member_start[component] + 1; m < g->member_start[component + 1]; m++)
		unite(row_of(r, g->members[m]), first, r->words);
}

static struct reaching *reaching_of(struct vc *vc)
{
	if (vc->reaching)
		return vc->reaching;
	uint32_t count = vc->graph->count;
	struct reaching *r = memory_alloc(sizeof *r);
	r->words = (count + 63) / 64;
	r->procedures = memory_alloc((size_t)count * r->words * sizeof(uint64_t));
	r->blocks = memory_alloc(count * sizeof *r->blocks);
	r->from_blocks = memory_alloc(count * sizeof *r->from_blocks);
	for (uint32_t c = 0; c < vc->graph->component_count; c++)
		reach_component(r, vc->graph, c);
	return vc->reaching = r;
}

void schedule_release(struct vc *vc)
{
	struct reaching *r = vc->reaching;
	for (uint32_t i = 0; r && i < vc->graph->count; i++) {
		memory_free(r->blocks[i]);
		memory_free(r->from_blocks[i]);
	}
	if (r) {
		memory_free(r->procedures);
		memory_free(r->blocks);
		memory_free(r->from_blocks);
	}
	memory_free(r);
	vc->reaching = NULL;
}

static void reach_blocks(struct vc *vc, struct reaching *r, const struct procedure *proc)
{
	if (r->blocks[proc->index])
		return;
	size_t size = (size_t)proc->block_count * r->words * sizeof(uint64_t);
	uint64_t *own = r->blocks[proc->index] = memory_alloc(size);
	uint64_t *from = r->from_blocks[proc->index] = memory_alloc(size);
	const struct cfg *cfg = facts_of(vc, proc)->cfg;
	for (uint32_t i = cfg->order_count; i-- > 0;) {
		const struct block *b = proc->blocks[cfg->order[i]];
		uint64_t *row = own + (size_t)b->index * r->words, *all = from + (size_t)b->index * r->words;
		for (uint32_t s = 0; s < b->statement_count; s++)
			if (b->statements[s].kind == STATEMENT_CALL)
				unite(row, row_of(r, b->statements[s].callee->index), r->words);
		unite(all, row, r->words);
		for (uint32_t t = 0; t < b->terminator.target_count; t++)
			unite(all, from + (size_t)b->terminator.targets[t]->index * r->words, r->words);
	}
}

/* The caller of an execution, and the block of it that made the call (of its first arrival: an approximation). */
static const struct context *caller_of(const struct execution *f)
{
	return f->arrivals.count ? f->arrivals.at[0].context : NULL;
}

static const struct context *context_in(const struct execution *f, const struct execution *common)
{
	for (const struct context *c = caller_of(f); c; c = caller_of(c->execution))
		if (c->execution == common)
			return c;
	return NULL;
}

/* In the common caller: may the part that m's call leads to, but n's does not, call the procedure? */
static bool common_may_call(struct vc *vc, struct reaching *r, const struct context *m, const struct context *n,
			    uint32_t callee)
{
	const struct procedure *proc = m->execution->node->procedure;
	const struct dag_reach *reach = procedure_facts_reach(facts_of(vc, proc));
	for (uint32_t b = 0; b < proc->block_count; b++)
		if (has(r->blocks[proc->index] + (size_t)b * r->words, callee) &&
		    dag_block_reaches(reach, m->block->index, b) && !dag_block_reaches(reach, n->block->index, b) &&
		    b != m->block->index)
			return true;
	return false;
}

/* May m, or what continues after it, still call n's procedure in a way that excludes n? */
static bool may_lead_to(struct vc *vc, struct reaching *r, const struct execution *m, const struct execution *n)
{
	uint32_t callee = n->node->procedure->index;
	if (has(row_of(r, m->node->procedure->index), callee))
		return true;
	for (const struct context *c = caller_of(m); c; c = caller_of(c->execution)) {
		const struct procedure *proc = c->execution->node->procedure;
		reach_blocks(vc, r, proc);
		const struct context *other = context_in(n, c->execution);
		if (other)
			return common_may_call(vc, r, c, other, callee);
		if (has(r->from_blocks[proc->index] + (size_t)c->block->index * r->words, callee))
			return true;
	}
	return false;
}

static bool held_back(struct vc *vc, struct reaching *r, size_t candidate)
{
	const struct execution *n = vc->waiting.at[candidate];
	for (size_t i = 0; i < vc->waiting.count; i++) {
		const struct execution *m = vc->waiting.at[i];
		if (m != n && may_lead_to(vc, r, m, n) && !may_lead_to(vc, r, n, m))
			return true;
	}
	return false;
}

static bool before(const struct vc *vc, size_t a, size_t b)
{
	const uint32_t *component = vc->graph->component;
	return component[vc->waiting.at[a]->node->procedure->index] >
	       component[vc->waiting.at[b]->node->procedure->index];
}

/* In a tree simply the last one: depth first. */
static size_t choose(struct vc *vc)
{
	size_t count = vc->waiting.count, best = count - 1;
	if (!vc->policy->share || count == 1)
		return best;
	for (size_t i = 0; i < count; i++)
		if (before(vc, i, best))
			best = i;
	if (count > MAX_WAITING)
		return best;
	struct reaching *r = reaching_of(vc);
	size_t free_best = count;
	for (size_t i = 0; i < count; i++)
		if ((free_best == count || before(vc, i, free_best)) && !held_back(vc, r, i))
			free_best = i;
	return free_best < count ? free_best : best;
}

struct execution *schedule_next(struct vc *vc)
{
	size_t best = choose(vc);
	struct execution *execution = vc->waiting.at[best];
	vc->waiting.count--;
	for (size_t i = best; i < vc->waiting.count; i++)
		vc->waiting.at[i] = vc->waiting.at[i + 1];
	return execution;
}

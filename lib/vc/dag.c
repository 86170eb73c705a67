#include "dag.h"

#include <string.h>

#include "cfg.h"

/* --- Disj_blk --- */

struct dag_reach {
	uint32_t words;
	uint64_t bits[]; /* row b: the blocks that block b reaches, itself included */
};

struct dag_reach *dag_reach_new(const struct procedure *proc)
{
	struct cfg *cfg = cfg_new(proc);
	uint32_t words = (cfg->block_count + 63) / 64;
	struct dag_reach *reach = memory_alloc(sizeof *reach + (size_t)cfg->block_count * words * sizeof(uint64_t));
	reach->words = words;
	for (uint32_t i = cfg->order_count; i-- > 0;) {
		uint32_t b = cfg->order[i];
		uint64_t *row = reach->bits + (size_t)b * words;
		row[b / 64] |= UINT64_C(1) << (b % 64);
		for (uint32_t s = cfg->successor_start[b]; s < cfg->successor_start[b + 1]; s++) {
			const uint64_t *next = reach->bits + (size_t)cfg->successors[s] * words;
			for (uint32_t w = 0; w < words; w++)
				row[w] |= next[w];
		}
	}
	cfg_free(cfg);
	return reach;
}

void dag_reach_free(struct dag_reach *reach)
{
	memory_free(reach);
}

bool dag_block_reaches(const struct dag_reach *reach, uint32_t from, uint32_t to)
{
	return reach->bits[(size_t)from * reach->words + to / 64] >> (to % 64) & 1;
}

/* Is there no path from either block to the other (Disj_blk)? */
static bool blocks_disjoint(const struct dag_reach *reach, const struct block *a, const struct block *b)
{
	return !dag_block_reaches(reach, a->index, b->index) && !dag_block_reaches(reach, b->index, a->index);
}

static bool sites_disjoint(const struct vc_edge *a, const struct vc_edge *b, dag_reach_function *reach, void *context)
{
	return a->block != b->block && blocks_disjoint(reach(context, a->source->procedure), a->block, b->block);
}

/* --- the incremental check --- */

/* A node on the way up from the two sides: the edges out of it that lead to the new edge's source (or are
 * the new edge), and those that lead to the node by the edges that it has. */
struct visit {
	const struct vc_node *node;
	VEC(const struct vc_edge *) side[2];
};

struct frontier VEC_BODY(struct visit);

static struct visit *frontier_at(struct frontier *f, const struct vc_node *node)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->at[i].node == node)
			return &f->at[i];
	vec_push(f, (struct visit){ .node = node });
	return &vec_last(f);
}

static void visit_release(struct visit *v)
{
	vec_free(&v->side[0]);
	vec_free(&v->side[1]);
}

/* Takes out the visit that was started last: everything below it has been seen. */
static struct visit frontier_pop(struct frontier *f)
{
	size_t best = 0;
	for (size_t i = 1; i < f->count; i++)
		if (f->at[i].node->started > f->at[best].node->started)
			best = i;
	struct visit v = f->at[best];
	f->at[best] = vec_pop(f);
	return v;
}

static bool visit_disjoint(const struct visit *v, dag_reach_function *reach, void *context)
{
	for (size_t i = 0; i < v->side[0].count; i++)
		for (size_t k = 0; k < v->side[1].count; k++)
			if (v->side[0].at[i] != v->side[1].at[k] &&
			    !sites_disjoint(v->side[0].at[i], v->side[1].at[k], reach, context))
				return false;
	return true;
}

bool dag_compatible(const struct vc_edge *edge, const struct vc_node *node, dag_reach_function *reach, void *context)
{
	struct frontier f = { 0 };
	vec_push(&frontier_at(&f, edge->source)->side[0], edge);
	for (const struct vc_edge *e = node->in; e; e = e->next_in)
		vec_push(&frontier_at(&f, e->source)->side[1], e);
	bool fine = true;
	while (fine && f.count) {
		struct visit v = frontier_pop(&f);
		fine = visit_disjoint(&v, reach, context);
		/* A node that both sides have passed, with nothing else left: above it the DAG is consistent
		 * already, and extensions of configurations that exclude one another do so too. */
		bool above = fine && f.count > 0;
		for (const struct vc_edge *e = above ? v.node->in : NULL; e; e = e->next_in) {
			struct visit *next = frontier_at(&f, e->source);
			for (int side = 0; side < 2; side++)
				if (v.side[side].count)
					vec_push(&next->side[side], e);
		}
		visit_release(&v);
	}
	for (size_t i = 0; i < f.count; i++)
		visit_release(&f.at[i]);
	vec_free(&f);
	return fine;
}

/* checked: what is known along the ways through a procedure. Forward, what all ways to a block say; from above, so that a loop or
 * a recursive call keeps what it does not change. */
#include <stdlib.h>

#include "checked_walk.h"

/* ---- blocks ---- */

static int by_value(const void *a, const void *b)
{
	uint32_t x = ((const struct known_of *)a)->value, y = ((const struct known_of *)b)->value;
	return x < y ? -1 : x > y;
}

static uint32_t block_of(const struct walk *w, uint32_t value)
{
	const struct ssa_value *v = &w->p->ssa->values.at[value];
	return v->kind == SSA_ENTRY ? w->p->ssa->cfg->order[0] : v->block;
}

struct knowns VEC_BODY(struct known_of);

/* Is it a variable that may hold an identity or a pointer? */
static bool is_pointer_slot(const struct walk *w, uint32_t slot)
{
	const struct claim_maps *m = &w->checked->maps;
	const struct bank *bank = m->program->bank;
	sort s = w->p->ssa->variables[slot]->sort;
	return slot < w->p->procedure->variable_count && sort_kind(bank, s) == SORT_BITVECTOR &&
	       (sort_width(bank, s) == m->object_bits || sort_width(bank, s) == m->object_bits + m->offset_bits);
}

/* What is known at the beginning of a block, if it is entered over the procedure's edge EDGE; CFG_NONE: from outside. */
static void collect(const struct walk *w, uint32_t target, uint32_t edge, struct knowns *to)
{
	const struct ssa_block *overlay = &w->p->ssa->blocks[target];
	struct validity unknown = validity_unknown();
	vec_clear(to);
	for (size_t i = 0; i < w->present.count; i++) {
		uint32_t value = w->present.at[i];
		const struct ssa_value *v = &w->p->ssa->values.at[value];
		bool is_phi = v->kind == SSA_PHI && v->block == target;
		if (!is_phi && dominates(w->p->dominators, block_of(w, value), target) &&
		    !validity_equal(&w->now[value], &unknown))
			vec_push(to, ((struct known_of){ value, w->now[value] }));
	}
	for (uint32_t k = 0; k < overlay->phi_count; k++) {
		uint32_t value = overlay->phis[k].value;
		if (!is_pointer_slot(w, w->p->ssa->values.at[value].slot))
			continue;
		uint32_t from = edge == CFG_NONE ? w->p->ssa->values.at[value].slot
						 : overlay->phis[k].arguments[w->p->ssa->edge_in[edge]];
		struct validity v = from == SSA_NONE ? unknown : walk_known(w, from);
		if (!validity_equal(&v, &unknown))
			vec_push(to, ((struct known_of){ value, v }));
	}
	if (to->count)
		qsort(to->at, to->count, sizeof *to->at, by_value);
}

/* True if less is known than before. */
static bool meet(struct state *at, const struct knowns *new)
{
	enum { PATIENCE = 8 };
	size_t left = 0, k = 0;
	bool is_less = !at->reached;
	if (!at->reached)
		for (; k < new->count; k++)
			vec_push(&at->known, new->at[k]);
	else
		for (size_t i = 0; i < at->known.count; i++) {
			struct known_of now = at->known.at[i];
			while (k < new->count &&new->at[k].value < now.value)
				k++;
			bool both = k < new->count &&new->at[k].value == now.value;
			struct validity m = both ? validity_meet(&now.what, &new->at[k].what, at->meets > PATIENCE)
						 : validity_unknown();
			is_less |= !validity_equal(&m, &now.what);
			if (both)
				at->known.at[left++] = (struct known_of){ now.value, m };
		}
	if (at->reached)
		at->known.count = left;
	at->reached = true;
	at->meets += is_less;
	return is_less;
}

static void load(struct walk *w, const struct state *at)
{
	while (w->present.count)
		w->has[vec_pop(&w->present)] = false;
	for (size_t i = 0; i < at->known.count; i++)
		*walk_touch(w, at->known.at[i].value) = at->known.at[i].what;
}

static void undo(struct walk *w)
{
	w->logs = false;
	while (w->undo.count) {
		struct known_of old = vec_pop(&w->undo);
		*walk_touch(w, old.value) = old.what;
	}
}

/* ---- procedures ---- */

static void leave(struct walk *w, const uint32_t *reads)
{
	enum { PATIENCE = 8 };
	struct checked_procedure *p = w->p;
	const struct procedure *proc = p->procedure;
	bool is_less = !p->returns;
	for (uint32_t k = 0; k < proc->in_count + proc->out_count; k++) {
		struct validity v = walk_known(w, k < proc->in_count ? k : reads[k - proc->in_count]);
		v.older = false;
		struct validity m = p->returns ? validity_meet(&p->exit[k], &v, p->exits > PATIENCE) : v;
		is_less |= !validity_equal(&m, &p->exit[k]);
		p->exit[k] = m;
	}
	p->returns = true;
	p->exits += is_less;
	const struct callgraph *g = w->checked->graph;
	for (uint32_t k = g->caller_start[proc->index]; is_less && k < g->caller_start[proc->index + 1]; k++)
		if (w->checked->procedures[g->callers[k]].is_entered)
			sweep_mark(&w->checked->sweep, g->callers[k]);
}

static struct walk walk_new(struct checked *c, struct checked_procedure *p)
{
	size_t count = p->ssa->values.count + 1;
	return (struct walk){ .checked = c,
			      .p = p,
			      .now = memory_alloc(count * sizeof(struct validity)),
			      .has = memory_alloc(count * sizeof(bool)),
			      .current = memory_alloc((p->ssa->slot_count + 1) * sizeof(uint32_t)) };
}

static void walk_free(struct walk *w)
{
	memory_free(w->now);
	memory_free(w->has);
	memory_free(w->current);
	vec_free(&w->present);
	vec_free(&w->undo);
}

static void begin(struct walk *w, struct knowns *knowns)
{
	struct checked_procedure *p = w->p;
	for (uint32_t b = 0; b < p->procedure->block_count; b++) {
		vec_clear(&p->at[b].known);
		p->at[b].reached = false;
		p->at[b].meets = 0;
	}
	for (uint32_t k = 0; k < p->procedure->in_count; k++)
		walk_define(w, k, &p->entry[k]);
	collect(w, p->ssa->cfg->order[0], CFG_NONE, knowns);
	meet(&p->at[p->ssa->cfg->order[0]], knowns);
}

/* Over its edge number E to its target: true if less is known there now. */
static bool flow(struct walk *w, uint32_t b, uint32_t e, const uint32_t *reads, struct knowns *knowns)
{
	const struct cfg *cfg = w->p->ssa->cfg;
	const struct terminator *t = &w->p->procedure->blocks[b]->terminator;
	if (t->kind == TERMINATOR_BRANCH) {
		checked_set_current(w->p, t->term, &reads, w->current);
		w->logs = true;
		claims_visit(&w->checked->maps, t->term, e == cfg->successor_start[b], walk_learn, w);
	}
	collect(w, cfg->successors[e], e, knowns);
	undo(w);
	return meet(&w->p->at[cfg->successors[e]], knowns);
}

void checked_visit(struct checked *c, struct checked_procedure *p)
{
	const struct cfg *cfg = p->ssa->cfg;
	struct walk w = walk_new(c, p);
	struct knowns knowns = { 0 };
	bool *pending = memory_alloc((p->procedure->block_count + 1) * sizeof *pending);
	p->is_visited = true;
	begin(&w, &knowns);
	pending[cfg->order[0]] = true;
	for (uint32_t rank = 0; rank < cfg->order_count;) {
		uint32_t b = cfg->order[rank++];
		const uint32_t *reads;
		if (!pending[b])
			continue;
		pending[b] = false;
		load(&w, &p->at[b]);
		if (!walk_execute(&w, b, &reads))
			continue;
		for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
			if (flow(&w, b, e, reads, &knowns)) {
				pending[cfg->successors[e]] = true;
				rank = cfg->rank[cfg->successors[e]] < rank ? cfg->rank[cfg->successors[e]] : rank;
			}
		if (p->procedure->blocks[b]->terminator.kind == TERMINATOR_RETURN)
			leave(&w, reads);
	}
	p->is_visited = false;
	memory_free(pending);
	vec_free(&knowns);
	walk_free(&w);
}

void checked_decide(struct checked *c, struct checked_procedure *p)
{
	const struct cfg *cfg = p->ssa->cfg;
	struct walk w = walk_new(c, p);
	w.decides = true;
	for (uint32_t k = 0; k < cfg->order_count; k++) {
		const uint32_t *reads;
		if (!p->at[cfg->order[k]].reached)
			continue;
		load(&w, &p->at[cfg->order[k]]);
		walk_execute(&w, cfg->order[k], &reads);
	}
	walk_free(&w);
}

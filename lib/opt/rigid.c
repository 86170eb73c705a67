/* rigid: an identity that is given at most once is a constant.
 *
 *	{first_fresh 3}                               {first_fresh 4}
 *	fresh o;                                =>    o := 3bv32;
 *
 * where no execution comes to the statement twice: no block reaches it again, and its procedure is called in one place alone, which
 * no execution comes to twice; up to the entry.
 *
 * Sound where identities are opaque (docs/vc.md, "Identities"). Take an execution of the program, and a permutation of the
 * identities that takes what the statement gave to the new constant. The permuted execution is one of the program too, with the same
 * outcome; there the statement gives the constant, and no other one does, as each identity is given once. If the
 * statement is not executed, the permutation takes the constant to a number that is not given: there are enough
 * (statement_may_exhaust). For several statements likewise, all at once. And the other way round: each execution of the new program is one of
 * the program, as `fresh` might have given these numbers. */
#include "callgraph.h"
#include "cfg.h"
#include "identities.h"
#include "iterate.h"
#include "pass.h"
#include "statement.h"

struct rigid {
	struct program *program;
	struct callgraph *graph;
	uint32_t *calls; /* by procedure: places where it is called; once if those are not passed twice */
	bool *once;      /* by procedure: is it entered at most once? */
	uint64_t next;
};

/* Blocks from which a way may lead to themselves: in reverse postorder, those from the target of an edge that leads backwards to its
 * source. Between two such edges a cycle goes on forwards, so these stretches cover all of it. */
static bool *blocks_on_cycles(const struct procedure *proc)
{
	struct cfg *cfg = cfg_new(proc);
	bool *cyclic = memory_alloc((proc->block_count + 1) * sizeof *cyclic);
	int32_t *begins = memory_alloc((cfg->order_count + 1) * sizeof *begins), open = 0;
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t b = cfg->order[i];
		for (uint32_t s = cfg->successor_start[b]; s < cfg->successor_start[b + 1]; s++)
			if (cfg->rank[cfg->successors[s]] <= i) {
				begins[cfg->rank[cfg->successors[s]]]++;
				begins[i + 1]--;
			}
	}
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		open += begins[i];
		cyclic[cfg->order[i]] = open > 0;
	}
	memory_free(begins);
	cfg_free(cfg);
	return cyclic;
}

static void count_calls(struct rigid *r)
{
	for (uint32_t i = 0; i < r->program->procedure_count; i++) {
		const struct procedure *proc = r->program->procedures[i];
		bool *cyclic = blocks_on_cycles(proc);
		for (uint32_t b = 0; b < proc->block_count; b++)
			for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++) {
				const struct statement *st = &proc->blocks[b]->statements[s];
				if (st->kind == STATEMENT_CALL)
					r->calls[st->callee->index] += cyclic[b] ? 2 : 1;
			}
		memory_free(cyclic);
	}
}

/* Callers before callees. */
static void find_once(struct rigid *r)
{
	for (uint32_t k = r->graph->count; k-- > 0;) {
		uint32_t i = r->graph->members[k];
		bool entry = r->program->procedures[i] == r->program->entry;
		if (r->graph->recursive[i] || r->calls[i] > !entry)
			continue;
		r->once[i] = true;
		for (uint32_t c = r->graph->caller_start[i]; c < r->graph->caller_start[i + 1]; c++)
			r->once[i] = r->once[i] && r->once[r->graph->callers[c]];
	}
}

static bool rewrite(struct rigid *r, struct statement *s)
{
	struct program *p = r->program;
	uint32_t width = sort_width(p->bank, s->target->sort);
	if (s->kind != STATEMENT_FRESH || statement_may_exhaust(p, s))
		return false;
	s->kind = STATEMENT_ASSIGN;
	s->term = term_bv(p->bank, width, r->next++);
	s->attributes = attribute_remove(p, attribute_remove(p, s->attributes, ATTRIBUTE_CREATES), ATTRIBUTE_ID);
	return true;
}

static bool rewrite_procedure(struct rigid *r, struct procedure *proc)
{
	bool *cyclic = blocks_on_cycles(proc), changed = false;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count && !cyclic[b]; s++)
			if (proc->blocks[b]->statements[s].kind == STATEMENT_FRESH)
				changed |= rewrite(r, &proc->blocks[b]->statements[s]);
	memory_free(cyclic);
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct rigid r = { .program = p, .next = fresh_first(p) };
	bool changed = false;
	(void)options, (void)diags;
	if (!identities_are_opaque(p))
		return false;
	r.graph = callgraph_new(p);
	r.calls = memory_alloc((p->procedure_count + 1) * sizeof *r.calls);
	r.once = memory_alloc((p->procedure_count + 1) * sizeof *r.once);
	count_calls(&r);
	find_once(&r);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (r.once[i])
			changed |= rewrite_procedure(&r, p->procedures[i]);
	if (changed)
		p->attributes = attribute_number(p, attribute_remove(p, p->attributes, ATTRIBUTE_FIRST_FRESH),
						 ATTRIBUTE_FIRST_FRESH, r.next);
	memory_free(r.once);
	memory_free(r.calls);
	callgraph_free(r.graph);
	return changed;
}

const struct pass pass_rigid = {
	.name = "rigid",
	.about = "identities that are given at most once become constants",
	.run = run,
	.keeps = FACTS_ALL,
};

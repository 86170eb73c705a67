/* A recursive call does what `havoc` of all that it may write can do, as long as it violates nothing and makes no object; it may also not
 * come back, which `havoc` need not do. What is made is told by `fresh` from all that there was: that nothing else says, so such a call
 * must not be reached, nor one that may violate an assertion. */
#include "recursion.h"

#include "callgraph.h"
#include "inline.h"
#include "iterate.h"
#include "statement.h"

struct weakening {
	struct program *program;
	struct callgraph *graph;
	struct effects *effects;
	struct inline_plan plan;
	bool *makes; /* by procedure: it, or what it calls, makes an object */
};

static void find_makers(struct weakening *w)
{
	bool changed = true;
	program_for_each_statement(w->program, at)
		w->makes[at.procedure->index] |= at.statement->kind == STATEMENT_FRESH;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < w->graph->count; i++)
			for (uint32_t k = w->graph->callee_start[i]; k < w->graph->callee_start[i + 1]; k++)
				if (w->makes[w->graph->callees[k]] && !w->makes[i])
					changed = w->makes[i] = true;
	}
}

static bool is_weakened(const struct weakening *w, const struct statement *s)
{
	return s->kind == STATEMENT_CALL && s->callee != w->program->entry && w->plan.stays[s->callee->index] &&
	       w->graph->recursive[s->callee->index];
}

/* call x := f(e)  =>  assert false (or nothing); havoc g; havoc x */
static void weaken(struct weakening *w, struct block *b, uint32_t at)
{
	struct program *p = w->program;
	const struct statement call = b->statements[at];
	bool is_harmless = !effects_asserts(w->effects, call.callee) && !w->makes[call.callee->index];
	b->statements[at++] = (struct statement){ .kind = is_harmless ? STATEMENT_ASSUME : STATEMENT_ASSERT,
						  .term = is_harmless ? term_true(p->bank) : term_false(p->bank),
						  .attributes = call.attributes };
	for (uint32_t g = 0; g < p->global_count; g++)
		if (effects_writes(w->effects, call.callee, p->globals[g]))
			block_insert(p, b, at++, STATEMENT_HAVOC)->target = p->globals[g];
	for (uint32_t i = 0; i < call.out_count; i++)
		if (call.outs[i])
			block_insert(p, b, at++, STATEMENT_HAVOC)->target = call.outs[i];
}

bool recursion_weaken(struct program *p)
{
	bool some = false;
	struct weakening w = { .program = p, .graph = callgraph_new(p), .plan = inline_plan_new(p) };
	w.effects = effects_new(w.graph);
	w.makes = memory_alloc((w.graph->count + 1) * sizeof *w.makes);
	find_makers(&w);
	program_for_each_block(p, at)
		for (uint32_t i = at.block->statement_count; i-- > 0;)
			if (is_weakened(&w, &at.block->statements[i])) {
				weaken(&w, at.block, i);
				some = true;
			}
	memory_free(w.makes);
	effects_free(w.effects);
	inline_plan_release(&w.plan);
	callgraph_free(w.graph);
	return some;
}

/* unreachable: what no execution reaches.
 *
 *	a: assume false;            a: assume false;
 *	   x := 1; goto b      =>      return
 *	b: call stop();             (b is gone; otherwise: call stop(); assume false; return,
 *	   assert x == 2; return     where stop never returns)
 *
 * What stands after `assume false`, after `assert false` (a violated assertion ends the execution) or after a
 * call that never returns is cut off; assumes and asserts of `true` are removed; the flow graph is tidied
 * (straighten.h), and procedures, globals and locals that are not needed any more are removed. Exact: no execution changes.
 *
 * A call never returns when no path of its callee reaches a `return` without meeting `assume false` or such a
 * call: the least fixed point over the call graph. */
#include "callgraph.h"
#include "obligation.h"
#include "pass.h"
#include "statement.h"
#include "straighten.h"
#include "unused.h"

/* The number of statements up to and including the one that nothing comes after, or UINT32_MAX. */
static uint32_t dead_end(const struct program *p, const struct block *b, const bool *returns)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (statement_ends(p, s) || (s->kind == STATEMENT_CALL && !returns[s->callee->index]))
			return i + 1;
	}
	return UINT32_MAX;
}

static bool reaches_return(const struct procedure *proc, const bool *returns)
{
	bool *reached = memory_alloc(proc->block_count * sizeof *reached), found = false;
	VEC(const struct block *) work = { 0 };
	reached[0] = true;
	vec_push(&work, proc->blocks[0]);
	while (work.count && !found) {
		const struct block *b = vec_pop(&work);
		if (dead_end(proc->program, b, returns) != UINT32_MAX)
			continue;
		found = b->terminator.kind == TERMINATOR_RETURN;
		for (uint32_t i = 0; i < b->terminator.target_count; i++) {
			const struct block *to = b->terminator.targets[i];
			if (!reached[to->index])
				vec_push(&work, to);
			reached[to->index] = true;
		}
	}
	vec_free(&work);
	memory_free(reached);
	return found;
}

/* For each procedure: may a call of it return? */
static bool *returning(const struct program *p)
{
	struct callgraph *graph = callgraph_new(p);
	bool *returns = memory_alloc(p->procedure_count * sizeof *returns), again;
	do {
		again = false;
		for (uint32_t i = 0; i < graph->count; i++) {
			uint32_t k = graph->members[i];
			if (!returns[k] && reaches_return(p->procedures[k], returns))
				returns[k] = again = true;
		}
	} while (again);
	callgraph_free(graph);
	return returns;
}

static bool cut_behind(struct program *p, struct block *b, const bool *returns)
{
	uint32_t end = dead_end(p, b, returns);
	if (end == UINT32_MAX)
		return false;
	bool changed = false;
	if (!statement_blocks(p, &b->statements[end - 1])) {
		/* Where nothing follows but the return, a mark is not needed (and slicing would take it away again). */
		if (end == b->statement_count && b->terminator.kind == TERMINATOR_RETURN)
			return false;
		bool there = end < b->statement_count && statement_blocks(p, &b->statements[end]);
		if (!there) {
			block_insert(p, b, end, STATEMENT_ASSUME)->term = term_false(p->bank);
			changed = true;
		}
		end++;
	}
	changed |= end < b->statement_count;
	block_truncate(b, end);
	return block_make_return(b) || changed;
}

/* Assumes and asserts of true; x := x that nobody wants to see. */
static bool is_trivial(const struct program *p, const struct statement *s)
{
	if (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
		return term_is_true(p->bank, s->term);
	return s->kind == STATEMENT_ASSIGN && s->term == s->target->term && !variable_is_named(s->target) &&
	       !attribute_find(s->attributes, ATTRIBUTE_SHOWS) && !attribute_find(s->attributes, ATTRIBUTE_OUTPUT);
}

static bool remove_trivial(struct program *p, struct block *b)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (!is_trivial(p, &b->statements[i]))
			b->statements[n++] = b->statements[i];
		else if (b->statements[i].kind == STATEMENT_ASSERT)
			program_record_proved(p);
	bool changed = n < b->statement_count;
	b->statement_count = n;
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	bool *returns = returning(p);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		struct procedure *proc = p->procedures[i];
		for (uint32_t k = 0; k < proc->block_count; k++) {
			changed |= cut_behind(p, proc->blocks[k], returns);
			changed |= remove_trivial(p, proc->blocks[k]);
		}
		changed |= procedure_straighten(proc);
	}
	memory_free(returns);
	changed |= program_remove_unused(p);
	return changed;
}

const struct pass pass_unreachable = {
	.name = "unreachable",
	.about = "remove what no execution reaches; tidy the flow graph",
	.run = run,
	.keeps = FACTS_ALL,
};

/* slice: only what some assertion depends on stays.
 *
 *	x := 1;                      y := 2;
 *	y := 2;                 =>   assert y == 2;
 *	assert y == 2;               return;
 *	call log(x); return;
 *
 * Backwards from the assertions, through calls, by live variables (relevance.h); code that no assertion can come
 * after is cut off first (tail.h). A branch on which nothing relevant depends becomes a goto to where its sides
 * meet. In-parameters that do not matter and out-parameters that no caller needs disappear (not those of the entry).
 *
 * Sound and complete for assertions: assumptions stay, and so do loops and recursion that may not end, unless
 * nothing comes after them; a removed statement changes nothing that a remaining one reads. What the program
 * prints ({output}) and how it ends ({exit}) is not preserved. */
#include "iterate.h"
#include "pass.h"
#include "relevance.h"
#include "statement.h"
#include "straighten.h"
#include "tail.h"

static bool **masks_new(const struct procedure *proc)
{
	bool **keep = memory_alloc(proc->block_count * sizeof *keep);
	for (uint32_t i = 0; i < proc->block_count; i++)
		keep[i] = memory_alloc(proc->blocks[i]->statement_count * sizeof **keep);
	return keep;
}

static void masks_free(bool **keep, const struct procedure *proc)
{
	for (uint32_t i = 0; i < proc->block_count; i++)
		memory_free(keep[i]);
	memory_free(keep);
}

/* The terminator does not matter: straight to where its targets meet. */
static void skip_branch(const struct procedure *proc, struct block *b, uint32_t join)
{
	if (join == CFG_NONE)
		block_make_return(b);
	else
		block_redirect(proc->program, b, proc->blocks[join]);
}

static bool remove_irrelevant(struct relevance *r, const struct procedure *proc)
{
	const struct procedure_relevance *rel = &r->procedures[proc->index];
	bool changed = false, **keep = masks_new(proc);
	relevance_of_procedure(r, proc, keep);
	for (uint32_t i = 0; i < proc->block_count; i++) {
		changed |= block_filter(proc->blocks[i], keep[i]);
		if (proc->blocks[i]->terminator.target_count < 2 || rel->branch_needed[i])
			continue;
		skip_branch(proc, proc->blocks[i], rel->join[i]);
		changed = true;
	}
	masks_free(keep, proc);
	return changed;
}

/* --- parameters --- */

static bool keeps_in(const struct relevance *r, const struct procedure *proc, uint32_t i)
{
	return proc == r->program->entry || r->procedures[proc->index].in_needed[i];
}

static bool keeps_out(const struct relevance *r, const struct procedure *proc, uint32_t i)
{
	return proc == r->program->entry || r->procedures[proc->index].out_needed[i];
}

static void shorten_call(const struct relevance *r, struct statement *s)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->argument_count; i++)
		if (keeps_in(r, s->callee, i))
			s->arguments[n++] = s->arguments[i];
	s->argument_count = n;
	n = 0;
	for (uint32_t i = 0; i < s->out_count; i++)
		if (keeps_out(r, s->callee, i))
			s->outs[n++] = s->outs[i];
	s->out_count = n;
}

/* Parameters that go become locals: the procedure may still use them as such. */
static bool shorten_declaration(const struct relevance *r, struct procedure *proc)
{
	uint32_t first = proc->in_count + proc->out_count, n = 0, ins = 0, outs = 0, gone = 0;
	struct variable **dropped = memory_alloc(first * sizeof *dropped);
	for (uint32_t i = 0; i < first; i++) {
		struct variable *v = proc->variables[i];
		bool is_in = i < proc->in_count;
		if (is_in ? keeps_in(r, proc, i) : keeps_out(r, proc, i - proc->in_count)) {
			proc->variables[n++] = v;
			*(is_in ? &ins : &outs) += 1;
		} else {
			v->kind = VARIABLE_LOCAL;
			dropped[gone++] = v;
		}
	}
	for (uint32_t i = 0; i < gone; i++)
		proc->variables[n++] = dropped[i];
	memory_free(dropped);
	proc->in_count = ins;
	proc->out_count = outs;
	if (gone)
		procedure_reindex(proc);
	return gone;
}

static bool shorten_signatures(struct relevance *r)
{
	struct program *p = r->program;
	bool changed = false;
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_CALL)
			shorten_call(r, at.statement);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= shorten_declaration(r, p->procedures[i]);
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	if (!p->entry)
		return false;
	bool changed = program_cut_tail(p);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= procedure_remove_unreachable_blocks(p->procedures[i]);
	struct relevance r;
	relevance_init(&r, p);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (r.graph->reachable[i])
			changed |= remove_irrelevant(&r, p->procedures[i]);
	changed |= shorten_signatures(&r);
	relevance_release(&r);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		changed |= procedure_straighten(p->procedures[i]);
		changed |= procedure_remove_unused_locals(p->procedures[i]);
	}
	return changed;
}

const struct pass pass_slice = {
	.name = "slice",
	.about = "remove what no assertion depends on",
	.run = run,
	.keeps = FACTS_ALL,
};

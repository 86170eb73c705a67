/* Which procedures are loops, and what an iteration of theirs changes. */
#include "cut_parts.h"

#include "statement.h"

static bool only_returns(const struct block *b)
{
	return !b->statement_count && b->terminator.kind == TERMINATOR_RETURN;
}

/* Is statement s a recursive call that is followed by nothing but the return of its results? */
static bool is_again(const struct procedure *proc, const struct block *b, uint32_t s)
{
	const struct statement *call = &b->statements[s];
	const struct terminator *t = &b->terminator;
	bool last = s + 1 == b->statement_count &&
		    (t->kind == TERMINATOR_RETURN ||
		     (t->kind == TERMINATOR_GOTO && t->target_count == 1 && only_returns(t->targets[0])));
	for (uint32_t i = 0; i < call->out_count; i++)
		last = last && call->outs[i] == proc->variables[proc->in_count + i];
	return last;
}

const struct statement *again_call(const struct block *b)
{
	return &b->statements[b->statement_count - 1];
}

static bool find_agains(struct cut_loop *loop)
{
	const struct procedure *proc = loop->procedure;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++) {
			const struct statement *call = &proc->blocks[b]->statements[s];
			if (call->kind != STATEMENT_CALL || call->callee != proc)
				continue;
			if (!is_again(proc, proc->blocks[b], s))
				return false;
			vec_push(&loop->agains, proc->blocks[b]);
		}
	return loop->agains.count != 0;
}

static bool assigns(const struct procedure *proc, const struct variable *v)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++)
			for (uint32_t i = 0; i < statement_target_count(&proc->blocks[b]->statements[s]); i++)
				if (statement_target(&proc->blocks[b]->statements[s], i) == v)
					return true;
	return false;
}

static void find_changed(struct cut_loop *loop)
{
	struct procedure *proc = loop->procedure;
	loop->changed = memory_alloc((proc->in_count + 1) * sizeof *loop->changed);
	loop->entries = memory_alloc((proc->in_count + 1) * sizeof *loop->entries);
	for (uint32_t i = 0; i < proc->in_count; i++) {
		loop->changed[i] = assigns(proc, proc->variables[i]);
		for (size_t k = 0; k < loop->agains.count; k++) {
			if (again_call(loop->agains.at[k])->arguments[i] != proc->variables[i]->term)
				loop->changed[i] = true;
		}
	}
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (loop->changed[i])
			loop->entries[i] = procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$entry"),
								  proc->variables[i]->sort, VARIABLE_LOCAL);
}

void cut_add_loop(struct cut *cut, struct procedure *proc)
{
	uint32_t component = cut->graph->component[proc->index];
	bool alone = cut->graph->member_start[component + 1] - cut->graph->member_start[component] == 1;
	struct cut_loop loop = { .procedure = proc };
	if (!alone || !cut->graph->recursive[proc->index] || !cut->graph->reachable[proc->index] ||
	    proc == cut->program->entry || !find_agains(&loop)) {
		vec_free(&loop.agains);
		return;
	}
	find_changed(&loop);
	if (cut->given && effects_writes(cut->effects, proc, cut->given))
		loop.given_entry = procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$entry"),
							  cut->given->sort, VARIABLE_LOCAL);
	for (uint32_t g = 0; g < cut->program->global_count; g++)
		if (effects_writes(cut->effects, proc, cut->program->globals[g]))
			vec_push(&loop.written, cut->program->globals[g]);
	vec_push(&cut->loops, loop);
}

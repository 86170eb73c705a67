/* What runs after the last assertion does not matter.
 *
 *	main: assert p; goto a           main: assert p; return
 *	a: x := bvadd(x, 1bv32);    =>
 *	   branch q a b
 *
 * A point matters if an assertion can be reached from it: in the procedure, in what it calls, or after its return in
 * some caller (all call sites together). The cut of an unrolled loop ({bound}) counts as an assertion: what lies
 * beyond is not known. */
#include "tail.h"

#include "callgraph.h"
#include "statement.h"

struct tail {
	struct program *program;
	struct callgraph *graph;
	bool *inside;  /* procedure: a call of it may reach an assertion */
	bool *after;   /* procedure: one may be reached after it returned */
	bool *matters; /* block of the procedure at hand: its beginning matters */
	VEC(uint32_t) work;
};

static bool asserts(const struct tail *t, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSERT:
		return true;
	case STATEMENT_ASSUME:
		return attribute_find(s->attributes, ATTRIBUTE_BOUND);
	case STATEMENT_CALL:
		return t->inside[s->callee->index];
	case STATEMENT_ASSIGN:
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		break;
	}
	return false;
}

static bool asserts_directly(const struct tail *t, const struct procedure *proc)
{
	for (uint32_t i = 0; i < proc->block_count; i++)
		for (uint32_t k = 0; k < proc->blocks[i]->statement_count; k++)
			if (asserts(t, &proc->blocks[i]->statements[k]))
				return true;
	return false;
}

static void find_inside(struct tail *t)
{
	for (bool again = true; again;) {
		again = false;
		for (uint32_t i = 0; i < t->graph->count; i++) {
			uint32_t k = t->graph->members[i];
			if (!t->inside[k] && asserts_directly(t, t->program->procedures[k]))
				t->inside[k] = again = true;
		}
	}
}

static bool end_matters(const struct tail *t, const struct procedure *proc, const struct block *b)
{
	if (b->terminator.kind == TERMINATOR_RETURN)
		return t->after[proc->index];
	for (uint32_t i = 0; i < b->terminator.target_count; i++)
		if (t->matters[b->terminator.targets[i]->index])
			return true;
	return false;
}

/* The first position of the block from which on nothing matters: UINT32_MAX if its end matters. */
static uint32_t cut_position(const struct tail *t, const struct procedure *proc, const struct block *b)
{
	bool matters = end_matters(t, proc, b);
	uint32_t cut = matters ? UINT32_MAX : b->statement_count;
	for (uint32_t i = b->statement_count; i-- > 0;) {
		const struct statement *s = &b->statements[i];
		if (asserts(t, s))
			matters = true;
		else if (statement_blocks(t->program, s))
			matters = false;
		if (!matters)
			cut = i;
	}
	return cut;
}

/* The least set of blocks that matter: backwards until nothing is added. */
static void find_matters(struct tail *t, const struct procedure *proc)
{
	for (uint32_t i = 0; i < proc->block_count; i++)
		t->matters[i] = false;
	for (bool again = true; again;) {
		again = false;
		for (uint32_t i = proc->block_count; i-- > 0;) {
			if (t->matters[i] || cut_position(t, proc, proc->blocks[i]) == 0)
				continue;
			t->matters[i] = again = true;
		}
	}
}

static void note_callee(struct tail *t, const struct procedure *callee)
{
	if (t->after[callee->index])
		return;
	t->after[callee->index] = true;
	vec_push(&t->work, callee->index);
}

static void visit_calls(struct tail *t, const struct procedure *proc)
{
	find_matters(t, proc);
	for (uint32_t i = 0; i < proc->block_count; i++) {
		const struct block *b = proc->blocks[i];
		bool matters = end_matters(t, proc, b);
		for (uint32_t k = b->statement_count; k-- > 0;) {
			const struct statement *s = &b->statements[k];
			if (s->kind == STATEMENT_CALL && matters)
				note_callee(t, s->callee);
			if (asserts(t, s))
				matters = true;
			else if (statement_blocks(t->program, s))
				matters = false;
		}
	}
}

/* Only `assume false` is left of a block that never returns: that which it has, if it has one. */
static bool cut_to_stop(struct tail *t, struct block *b, uint32_t cut)
{
	if (cut + 1 == b->statement_count && statement_blocks(t->program, &b->statements[cut]))
		return block_make_return(b);
	struct statement stop = { .kind = STATEMENT_ASSUME, .term = term_false(t->program->bank) };
	for (uint32_t i = b->statement_count; i-- > cut;)
		if (statement_blocks(t->program, &b->statements[i]))
			stop = b->statements[i];
	block_truncate(b, cut);
	*block_add(t->program, b, STATEMENT_ASSUME) = stop;
	block_make_return(b);
	return true;
}

static bool cut_block(struct tail *t, const struct procedure *proc, struct block *b)
{
	uint32_t cut = cut_position(t, proc, b);
	if (cut == UINT32_MAX)
		return false;
	if (t->after[proc->index])
		return cut_to_stop(t, b, cut);
	bool changed = cut < b->statement_count || b->terminator.kind != TERMINATOR_RETURN;
	if (!changed)
		return false;
	block_truncate(b, cut);
	block_make_return(b);
	return true;
}

bool program_cut_tail(struct program *p)
{
	if (!p->entry)
		return false;
	struct tail t = { .program = p, .graph = callgraph_new(p) };
	uint32_t most = 0;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		most = p->procedures[i]->block_count > most ? p->procedures[i]->block_count : most;
	t.matters = memory_alloc(most * sizeof *t.matters);
	t.inside = memory_alloc(p->procedure_count * sizeof *t.inside);
	t.after = memory_alloc(p->procedure_count * sizeof *t.after);
	find_inside(&t);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (t.graph->reachable[i])
			vec_push(&t.work, i);
	while (t.work.count)
		visit_calls(&t, p->procedures[vec_pop(&t.work)]);
	bool changed = false;
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		if (!t.graph->reachable[i])
			continue;
		find_matters(&t, p->procedures[i]);
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++)
			changed |= cut_block(&t, p->procedures[i], p->procedures[i]->blocks[k]);
	}
	vec_free(&t.work);
	memory_free(t.matters);
	memory_free(t.inside);
	memory_free(t.after);
	callgraph_free(t.graph);
	return changed;
}

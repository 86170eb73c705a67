#include "unused.h"

#include "callgraph.h"
#include "iterate.h"
#include "statement.h"

static bool remove_procedures(struct program *p)
{
	if (!p->entry)
		return false;
	struct callgraph *graph = callgraph_new(p);
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (graph->reachable[i])
			p->procedures[n++] = p->procedures[i];
	callgraph_free(graph);
	bool changed = n < p->procedure_count;
	p->procedure_count = n;
	return changed;
}

struct mentions {
	const struct program *program;
	struct table terms; /* those that were looked at */
	bool *mentioned;
};

static void mention(void *context, term leaf)
{
	struct mentions *m = context;
	struct variable *v = program_variable_of(m->program, leaf);
	if (v && v->kind == VARIABLE_GLOBAL)
		m->mentioned[v->index] = true;
}

static void mention_term(struct mentions *m, term t)
{
	if (!t || table_has(&m->terms, t))
		return;
	table_put(&m->terms, t, 1);
	term_leaves(m->program->bank, t, mention, m);
}

static void mention_statement(struct mentions *m, const struct statement *s)
{
	for (uint32_t j = 0; j < statement_term_count(s); j++)
		mention_term(m, statement_term(s, j));
	for (uint32_t j = 0; j < statement_target_count(s); j++)
		if (statement_target(s, j)->kind == VARIABLE_GLOBAL)
			m->mentioned[statement_target(s, j)->index] = true;
}

static bool remove_globals(struct program *p)
{
	struct mentions m = { .program = p, .mentioned = memory_alloc(p->global_count * sizeof *m.mentioned) };
	program_for_each_statement(p, at)
		mention_statement(&m, at.statement);
	program_for_each_block(p, at)
		if (at.block->terminator.kind == TERMINATOR_BRANCH)
			mention_term(&m, at.block->terminator.term);
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->global_count; i++)
		if (m.mentioned[i])
			p->globals[n++] = p->globals[i];
	table_free(&m.terms);
	memory_free(m.mentioned);
	bool changed = n < p->global_count;
	p->global_count = n;
	return changed;
}

bool program_remove_unused(struct program *p)
{
	bool changed = remove_procedures(p);
	if (changed)
		program_reindex(p);
	bool globals = remove_globals(p);
	if (globals)
		program_reindex(p);
	changed |= globals;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= procedure_remove_unused_locals(p->procedures[i]);
	return changed;
}

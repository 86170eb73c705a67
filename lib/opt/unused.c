#include "unused.h"

#include "callgraph.h"
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

static void mention_procedure(struct mentions *m, const struct procedure *proc)
{
	for (uint32_t i = 0; i < proc->block_count; i++) {
		const struct block *b = proc->blocks[i];
		for (uint32_t k = 0; k < b->statement_count; k++) {
			const struct statement *s = &b->statements[k];
			for (uint32_t j = 0; j < statement_term_count(s); j++)
				mention_term(m, statement_term(s, j));
			for (uint32_t j = 0; j < statement_target_count(s); j++)
				if (statement_target(s, j)->kind == VARIABLE_GLOBAL)
					m->mentioned[statement_target(s, j)->index] = true;
		}
		if (b->terminator.kind == TERMINATOR_BRANCH)
			mention_term(m, b->terminator.term);
	}
}

static bool remove_globals(struct program *p)
{
	struct mentions m = { .program = p, .mentioned = memory_alloc(p->global_count * sizeof *m.mentioned) };
	for (uint32_t i = 0; i < p->procedure_count; i++)
		mention_procedure(&m, p->procedures[i]);
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

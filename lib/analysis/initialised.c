#include "initialised.h"

#include "statement.h"

struct first_use {
	const struct program *program;
	const struct effects *effects;
	struct uses *uses;
	bool *mentioned, *initialised;
};

static void mention_reads(struct first_use *f, term t)
{
	const struct uses_list *used = uses_of(f->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i]->kind == VARIABLE_GLOBAL)
			f->mentioned[used->variables[i]->index] = true;
}

static void mention_call(struct first_use *f, const struct procedure *callee)
{
	for (uint32_t g = 0; g < f->program->global_count; g++) {
		const struct variable *v = f->program->globals[g];
		f->mentioned[g] |= effects_reads(f->effects, callee, v) || effects_writes(f->effects, callee, v);
	}
}

static void mention_statement(struct first_use *f, const struct statement *s)
{
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		mention_reads(f, statement_term(s, i));
	if (s->kind == STATEMENT_CALL)
		mention_call(f, s->callee);
	for (uint32_t i = 0; i < statement_target_count(s); i++) {
		const struct variable *v = statement_target(s, i);
		if (v->kind != VARIABLE_GLOBAL)
			continue;
		f->initialised[v->index] |= !f->mentioned[v->index];
		f->mentioned[v->index] = true;
	}
}

bool *globals_initialised_first(const struct program *p, const struct callgraph *graph, const struct effects *effects,
				struct uses *uses)
{
	struct first_use f = { p, effects, uses, memory_alloc(p->global_count * sizeof(bool)),
			       memory_alloc(p->global_count * sizeof(bool)) };
	const struct procedure *entry = p->entry;
	bool called = !entry || graph->caller_start[entry->index] != graph->caller_start[entry->index + 1];
	const struct block *b = called ? NULL : entry->blocks[0];
	for (uint32_t steps = 0; b && steps < entry->block_count; steps++) {
		for (uint32_t i = 0; i < b->statement_count; i++)
			mention_statement(&f, &b->statements[i]);
		bool on = b->terminator.kind == TERMINATOR_GOTO && b->terminator.target_count == 1;
		b = on ? b->terminator.targets[0] : NULL;
	}
	memory_free(f.mentioned);
	return f.initialised;
}

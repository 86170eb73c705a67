#include "statement.h"

#include <assert.h>
#include <string.h>

#include "iterate.h"

bool statement_blocks(const struct program *p, const struct statement *s)
{
	return s->kind == STATEMENT_ASSUME && term_is_false(p->bank, s->term);
}

bool statement_ends(const struct program *p, const struct statement *s)
{
	return statement_blocks(p, s) || (s->kind == STATEMENT_ASSERT && term_is_false(p->bank, s->term));
}

bool program_is_cut(const struct program *p)
{
	program_for_each_statement(p, at)
		if (attribute_find(at.statement->attributes, ATTRIBUTE_BOUND))
			return true;
	return false;
}

uint64_t fresh_first(const struct program *p)
{
	uint64_t first = attribute_get_number(p->attributes, ATTRIBUTE_FIRST_FRESH, 1);
	return first ? first : 1;
}

uint64_t fresh_available(const struct program *p, uint32_t width)
{
	uint64_t first = fresh_first(p), last = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	if (width > 64)
		return UINT64_MAX;
	return first > last ? 0 : last - first + 1;
}

bool statement_may_exhaust(const struct program *p, const struct statement *s)
{
	return s->kind == STATEMENT_FRESH && fresh_available(p, sort_width(p->bank, s->target->sort)) < FRESH_ENOUGH;
}

bool block_filter(struct block *b, const bool *keep)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (keep[i])
			b->statements[n++] = b->statements[i];
	bool changed = n < b->statement_count;
	b->statement_count = n;
	return changed;
}

void block_truncate(struct block *b, uint32_t count)
{
	if (b->statement_count > count)
		b->statement_count = count;
}

struct statement *block_insert(struct program *p, struct block *b, uint32_t at, enum statement_kind kind)
{
	block_add(p, b, kind);
	struct statement added = b->statements[b->statement_count - 1];
	memmove(b->statements + at + 1, b->statements + at, (b->statement_count - 1 - at) * sizeof added);
	b->statements[at] = added;
	return &b->statements[at];
}

void block_redirect(struct program *p, struct block *b, struct block *target)
{
	const struct attribute *attributes = attribute_remove(p, b->terminator.attributes, ATTRIBUTE_ID);
	struct position position = b->terminator.position;
	block_goto(p, b, target);
	b->terminator.attributes = attributes;
	b->terminator.position = position;
}

bool block_make_return(struct block *b)
{
	if (b->terminator.kind == TERMINATOR_RETURN && !b->terminator.attributes)
		return false;
	block_return(b);
	b->terminator.attributes = NULL;
	return true;
}

void *program_copy_array(struct program *p, const void *elements, size_t count, size_t size)
{
	if (!count)
		return NULL;
	void *copy = arena_alloc(p->arena, count * size);
	memcpy(copy, elements, count * size);
	return copy;
}

struct block *block_clone(struct procedure *to, const struct block *from, const char *name)
{
	struct program *p = to->program;
	struct block *b = procedure_add_block(to, name);
	b->attributes = from->attributes;
	b->position = from->position;
	b->statements = program_copy_array(p, from->statements, from->statement_count, sizeof *from->statements);
	b->statement_count = b->statement_capacity = from->statement_count;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		s->arguments = program_copy_array(p, s->arguments, s->argument_count, sizeof *s->arguments);
		s->outs = program_copy_array(p, s->outs, s->out_count, sizeof *s->outs);
	}
	b->terminator = from->terminator;
	b->terminator.targets = program_copy_array(p, from->terminator.targets, from->terminator.target_count,
						   sizeof *from->terminator.targets);
	return b;
}

const struct attribute *attributes_concatenate(struct program *p, const struct attribute *a, const struct attribute *b)
{
	if (!a)
		return b;
	if (!b)
		return a;
	VEC(const struct attribute *) list = { 0 };
	for (; a; a = a->next)
		vec_push(&list, a);
	while (list.count) {
		const struct attribute *last = vec_pop(&list);
		b = attribute_list(p, b, last->key, last->values, last->count);
	}
	vec_free(&list);
	return b;
}

struct variable *procedure_clone_variable(struct procedure *proc, const struct variable *model, enum variable_kind kind)
{
	struct variable *v =
		procedure_add_variable(proc, procedure_fresh_variable_name(proc, model->name), model->sort, kind);
	v->attributes = model->attributes;
	v->position = model->position;
	return v;
}

struct mentions {
	const struct procedure *procedure;
	bool *mentioned;
};

static void mention(void *context, term leaf)
{
	struct mentions *m = context;
	struct variable *v = program_variable_of(m->procedure->program, leaf);
	if (v && v->procedure == m->procedure)
		m->mentioned[v->index] = true;
}

static void mention_block(struct mentions *m, const struct block *b)
{
	const struct bank *bank = m->procedure->program->bank;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			term_leaves(bank, statement_term(s, k), mention, m);
		for (uint32_t k = 0; k < statement_target_count(s); k++)
			if (statement_target(s, k)->procedure)
				m->mentioned[statement_target(s, k)->index] = true;
	}
	if (b->terminator.kind == TERMINATOR_BRANCH)
		term_leaves(bank, b->terminator.term, mention, m);
}

bool procedure_remove_unused_locals(struct procedure *proc)
{
	uint32_t first = proc->in_count + proc->out_count, n = first;
	if (proc->variable_count == first)
		return false;
	struct mentions m = { proc, memory_alloc(proc->variable_count * sizeof *m.mentioned) };
	for (uint32_t i = 0; i < proc->block_count; i++)
		mention_block(&m, proc->blocks[i]);
	for (uint32_t i = first; i < proc->variable_count; i++)
		if (m.mentioned[i])
			proc->variables[n++] = proc->variables[i];
	memory_free(m.mentioned);
	if (n == proc->variable_count)
		return false;
	proc->variable_count = n;
	procedure_reindex(proc);
	return true;
}

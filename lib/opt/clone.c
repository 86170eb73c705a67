#include "clone.h"

#include <string.h>

#include "statement.h"

struct renaming {
	const struct procedure *from, *to;
	struct table memo;
};

static term rename_leaf(void *context, term leaf)
{
	const struct renaming *r = context;
	const struct variable *v = program_variable_of(r->from->program, leaf);
	return v && v->procedure == r->from ? r->to->variables[v->index]->term : leaf;
}

static struct variable *renamed(const struct renaming *r, struct variable *v)
{
	return v && v->procedure ? r->to->variables[v->index] : v;
}

static void rename_block(struct renaming *r, struct block *b)
{
	struct bank *bank = r->from->program->bank;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		for (uint32_t k = 0; k < statement_term_count(s); k++) {
			term t = term_substitute_memo(bank, statement_term(s, k), &r->memo, rename_leaf, r);
			statement_set_term(s, k, t);
		}
		for (uint32_t k = 0; k < s->out_count; k++)
			s->outs[k] = renamed(r, s->outs[k]);
		s->target = renamed(r, s->target);
	}
	struct terminator *t = &b->terminator;
	if (t->kind == TERMINATOR_BRANCH)
		t->term = term_substitute_memo(bank, t->term, &r->memo, rename_leaf, r);
	for (uint32_t i = 0; i < t->target_count; i++)
		t->targets[i] = r->to->blocks[t->targets[i]->index];
}

struct procedure *procedure_clone(struct procedure *proc, const char *name)
{
	struct procedure *copy = program_add_procedure(proc->program, name);
	copy->attributes = proc->attributes;
	copy->position = proc->position;
	for (uint32_t i = 0; i < proc->variable_count; i++) {
		const struct variable *v = proc->variables[i];
		struct variable *made = procedure_add_variable(copy, v->name, v->sort, v->kind);
		made->attributes = v->attributes;
		made->position = v->position;
	}
	struct renaming r = { .from = proc, .to = copy };
	for (uint32_t i = 0; i < proc->block_count; i++)
		block_clone(copy, proc->blocks[i], proc->blocks[i]->name);
	for (uint32_t i = 0; i < proc->block_count; i++)
		rename_block(&r, copy->blocks[i]);
	table_free(&r.memo);
	return copy;
}

struct location blocks_location(struct block *const *blocks, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct location location = attribute_location(blocks[i]->terminator.attributes);
		for (uint32_t k = 0; k < blocks[i]->statement_count && !location.line; k++)
			location = attribute_location(blocks[i]->statements[k].attributes);
		if (location.line)
			return location;
	}
	return (struct location){ 0 };
}

void block_bound(struct program *p, struct block *b, struct location location)
{
	struct statement *s = block_add(p, b, STATEMENT_ASSUME);
	struct attribute_value values[3] = { { location.file ? location.file : "", 0 },
					     { NULL, location.line },
					     { NULL, location.column } };
	s->term = term_false(p->bank);
	s->attributes = attribute_list(p, NULL, ATTRIBUTE_BOUND, values, 3);
	block_make_return(b);
}

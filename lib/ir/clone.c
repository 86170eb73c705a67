#include "clone.h"

#include "statement.h"

static term leaf(void *context, term t)
{
	const struct renaming *r = context;
	struct variable *v = program_variable_of(r->program, t);
	return v ? r->other(r->context, v)->term : t;
}

static term renamed(struct renaming *r, term t)
{
	return term_substitute_memo(r->program->bank, t, &r->memo, leaf, r);
}

void block_rename(struct renaming *r, struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			statement_set_term(s, k, renamed(r, statement_term(s, k)));
		for (uint32_t k = 0; k < s->out_count; k++)
			s->outs[k] = r->other(r->context, s->outs[k]);
		if (s->target)
			s->target = r->other(r->context, s->target);
	}
	if (b->terminator.kind == TERMINATOR_BRANCH)
		b->terminator.term = renamed(r, b->terminator.term);
}

static struct variable *counterpart(const void *context, struct variable *v)
{
	const struct procedure *copy = context;
	return v->procedure ? copy->variables[v->index] : v;
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
	struct renaming r = { .program = proc->program, .other = counterpart, .context = copy };
	for (uint32_t i = 0; i < proc->block_count; i++)
		block_clone(copy, proc->blocks[i], proc->blocks[i]->name);
	for (uint32_t i = 0; i < proc->block_count; i++) {
		struct terminator *t = &copy->blocks[i]->terminator;
		block_rename(&r, copy->blocks[i]);
		for (uint32_t k = 0; k < t->target_count; k++)
			t->targets[k] = copy->blocks[t->targets[k]->index];
	}
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

#include "instance.h"

#include <string.h>

#include "clone.h"
#include "statement.h"

/* ---- what never changes ---- */

/* The value of a variable that the body assigns once, or 0. */
struct definitions {
	const struct procedure *body;
	term *values;   /* by variable */
	bool *changing; /* likewise: assigned in another way, or twice */
};

static void define(struct definitions *d, const struct variable *v, term value)
{
	if (!v || v->procedure != d->body)
		return;
	d->changing[v->index] |= !value || d->values[v->index];
	d->values[v->index] = value;
}

static void find_definitions(struct definitions *d, const struct procedure *body)
{
	d->body = body;
	d->values = memory_alloc((body->variable_count + 1) * sizeof *d->values);
	d->changing = memory_alloc(body->variable_count + 1);
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t k = 0; k < body->blocks[b]->statement_count; k++) {
			const struct statement *s = &body->blocks[b]->statements[k];
			for (uint32_t i = 0; i < statement_target_count(s); i++)
				define(d, statement_target(s, i), s->kind == STATEMENT_ASSIGN ? s->term : 0);
		}
}

static void release_definitions(struct definitions *d)
{
	memory_free(d->values);
	memory_free(d->changing);
}

/* Copies of copies are followed; a parameter is what `given` says, by its index. */
static term constant_of(const struct threads *t, const struct definitions *d, const term *given, term value)
{
	enum { MOST_COPIES = 16 };
	struct bank *b = t->program->bank;
	for (unsigned copies = 0; copies < MOST_COPIES && !term_is_constant(b, value); copies++) {
		const struct variable *v = program_variable_of(t->program, value);
		if (!v || v->procedure != d->body || d->changing[v->index])
			return 0;
		value = d->values[v->index];
		if (!value && v->kind == VARIABLE_IN && given)
			value = given[v->index];
		if (!value)
			return 0;
	}
	return term_is_constant(b, value) ? value : 0;
}

/* ---- copies ---- */

struct copier {
	struct threads *threads;
	struct instance *instance;
	const struct procedure *body;
	struct definitions definitions;
	const term *given;
	struct variable **variables; /* by the body's variables */
	struct block **blocks;       /* by the body's blocks; NULL: not reached yet */
	VEC(const struct block *) work;
	struct table memo;
};

static struct variable *renamed(const struct copier *c, struct variable *v)
{
	return v && v->procedure == c->body ? c->variables[v->index] : v;
}

static term rename_leaf(void *context, term leaf)
{
	const struct copier *c = context;
	struct variable *v = program_variable_of(c->threads->program, leaf);
	if (!v || v->procedure != c->body)
		return leaf;
	term constant = constant_of(c->threads, &c->definitions, c->given, leaf);
	return constant ? constant : c->variables[v->index]->term;
}

static term rename_term(struct copier *c, term value)
{
	return term_substitute_memo(c->threads->program->bank, value, &c->memo, rename_leaf, c);
}

static void copy_statement(struct copier *c, struct block *to, const struct statement *s)
{
	struct program *p = c->threads->program;
	struct statement *copy = block_add(p, to, s->kind);
	*copy = *s;
	copy->target = renamed(c, s->target);
	copy->term = s->term ? rename_term(c, s->term) : 0;
	if (s->kind != STATEMENT_CALL)
		return;
	copy->arguments = program_copy_array(p, s->arguments, s->argument_count, sizeof *s->arguments);
	copy->outs = program_copy_array(p, s->outs, s->out_count, sizeof *s->outs);
	for (uint32_t i = 0; i < s->argument_count; i++)
		copy->arguments[i] = rename_term(c, s->arguments[i]);
	for (uint32_t i = 0; i < s->out_count; i++)
		copy->outs[i] = renamed(c, s->outs[i]);
}

static struct block *copy_of(struct copier *c, const struct block *b)
{
	if (!c->blocks[b->index]) {
		c->blocks[b->index] = instance_add_block(c->threads, c->instance, b->name);
		c->blocks[b->index]->attributes = b->attributes;
		vec_push(&c->work, b);
	}
	return c->blocks[b->index];
}

/* A branch whose condition is constant here goes one way. */
static void copy_terminator(struct copier *c, struct block *to, const struct terminator *t)
{
	struct program *p = c->threads->program;
	term condition = t->kind == TERMINATOR_BRANCH ? rename_term(c, t->term) : 0;
	to->terminator = *t;
	to->terminator.targets = program_copy_array(p, t->targets, t->target_count, sizeof(struct block *));
	if (condition && term_is_constant(p->bank, condition)) {
		to->terminator.kind = TERMINATOR_GOTO;
		to->terminator.term = 0;
		to->terminator.target_count = 1;
		to->terminator.targets[0] = copy_of(c, t->targets[term_is_true(p->bank, condition) ? 0 : 1]);
		return;
	}
	to->terminator.term = condition;
	for (uint32_t i = 0; i < t->target_count; i++)
		to->terminator.targets[i] = copy_of(c, t->targets[i]);
}

static void copy_blocks(struct copier *c)
{
	c->instance->entry = copy_of(c, c->body->blocks[0]);
	while (c->work.count) {
		const struct block *from = vec_pop(&c->work);
		struct block *to = c->blocks[from->index];
		for (uint32_t i = 0; i < from->statement_count; i++)
			copy_statement(c, to, &from->statements[i]);
		copy_terminator(c, to, &from->terminator);
	}
}

/* ---- instances ---- */

static struct instance *add(struct threads *t, struct procedure *body)
{
	struct instance *i = memory_alloc(sizeof *i);
	i->number = (uint32_t)t->instances.count;
	i->body = body;
	vec_push(&t->instances, i);
	const char *name = procedure_fresh_variable_name(t->main, "$place");
	i->place = procedure_add_variable(t->main, name, sort_bitvector(t->program->bank, 32), VARIABLE_LOCAL);
	i->saved = memory_alloc((t->locals.count + 1) * sizeof(struct variable *));
	for (size_t k = 0; k < t->locals.count; k++) {
		const struct variable *v = t->locals.at[k];
		name = procedure_fresh_variable_name(t->main, v->name);
		i->saved[k] = procedure_add_variable(t->main, name, v->sort, VARIABLE_LOCAL);
	}
	return i;
}

struct instance *instance_of_main(struct threads *t)
{
	struct instance *i = add(t, t->main);
	for (uint32_t b = 0; b < t->main->block_count; b++)
		vec_push(&i->blocks, t->main->blocks[b]);
	i->entry = t->main->blocks[0];
	return i;
}

/* The constant that each argument is, or 0. */
static term *constant_arguments(const struct threads *t, const struct statement *call)
{
	struct definitions d;
	term *given = memory_alloc((call->argument_count + 1) * sizeof *given);
	find_definitions(&d, t->main);
	for (uint32_t i = 0; i < call->argument_count; i++)
		given[i] = constant_of(t, &d, NULL, call->arguments[i]);
	release_definitions(&d);
	return given;
}

struct instance *instance_new(struct threads *t, const struct instance *caller, const struct statement *call)
{
	struct procedure *body = call->callee;
	term *given = constant_arguments(t, call);
	struct instance *i = add(t, body);
	struct copier c = { .threads = t, .instance = i, .body = body, .given = given };
	i->depth = caller->depth + 1;
	find_definitions(&c.definitions, body);
	c.variables = memory_alloc((body->variable_count + 1) * sizeof(struct variable *));
	c.blocks = memory_alloc((body->block_count + 1) * sizeof(struct block *));
	for (uint32_t k = 0; k < body->variable_count; k++)
		c.variables[k] = procedure_clone_variable(t->main, body->variables[k], VARIABLE_LOCAL);
	i->in = memory_alloc((body->in_count + 1) * sizeof(struct variable *));
	memcpy(i->in, c.variables, body->in_count * sizeof(struct variable *));
	copy_blocks(&c);
	release_definitions(&c.definitions);
	memory_free(c.variables);
	memory_free(c.blocks);
	memory_free(given);
	vec_free(&c.work);
	table_free(&c.memo);
	return i;
}

void instance_free(struct instance *i)
{
	vec_free(&i->blocks);
	vec_free(&i->points);
	vec_free(&i->alone_until);
	memory_free(i->in);
	memory_free(i->saved);
	memory_free(i);
}

/* ---- blocks ---- */

struct block *instance_add_block(struct threads *t, struct instance *i, const char *stem)
{
	struct block *b = procedure_add_block(t->main, procedure_fresh_block_name(t->main, stem));
	vec_push(&i->blocks, b);
	return b;
}

struct block *instance_split(struct threads *t, struct instance *i, struct block *b, uint32_t at)
{
	struct block *rest = instance_add_block(t, i, b->name);
	for (uint32_t k = at; k < b->statement_count; k++)
		*block_add(t->program, rest, b->statements[k].kind) = b->statements[k];
	rest->terminator = b->terminator;
	block_truncate(b, at);
	b->terminator = (struct terminator){ 0 };
	return rest;
}

#include "instance.h"

#include <string.h>

#include "statement.h"
#include "unfold.h"

/* ---- copies ---- */

struct copier {
	struct threads *threads;
	struct instance *instance;
	struct procedure *body;
	struct unfolding unfolding;
	struct variable **variables; /* by the body's variables */
	struct block **blocks;       /* by copy */
};

static struct variable *renamed(const struct copier *c, struct variable *v)
{
	return v && v->procedure == c->body ? c->variables[v->index] : v;
}

static term other_term(void *context, struct variable *v)
{
	const struct copier *c = context;
	return c->variables[v->index]->term;
}

/* With the number of the thread. */
static const struct attribute *numbered(const struct copier *c, const struct attribute *list)
{
	struct program *p = c->threads->program;
	const char *name = attribute_get_string(list, ATTRIBUTE_FUNCTION);
	struct attribute_value values[2] = { { name, 0 }, { NULL, c->instance->number } };
	if (!name || !c->instance->number)
		return list;
	return attribute_list(p, attribute_remove(p, list, ATTRIBUTE_FUNCTION), ATTRIBUTE_FUNCTION, values, 2);
}

static void copy_statement(struct copier *c, struct unfolding_walk *w, struct block *to, const struct statement *s)
{
	struct program *p = c->threads->program;
	struct statement *copy = block_add(p, to, s->kind);
	*copy = *s;
	copy->target = renamed(c, s->target);
	copy->term = s->term ? unfolding_walk_term(w, s->term) : 0;
	copy->attributes = numbered(c, s->attributes);
	if (s->kind != STATEMENT_CALL)
		return;
	copy->arguments = program_copy_array(p, s->arguments, s->argument_count, sizeof *s->arguments);
	copy->outs = program_copy_array(p, s->outs, s->out_count, sizeof *s->outs);
	for (uint32_t i = 0; i < s->argument_count; i++)
		copy->arguments[i] = unfolding_walk_term(w, s->arguments[i]);
	for (uint32_t i = 0; i < s->out_count; i++)
		copy->outs[i] = renamed(c, s->outs[i]);
}

/* A branch whose condition is constant here goes one way. */
static void copy_terminator(struct copier *c, struct unfolding_walk *w, const struct copy *copy, struct block *to)
{
	struct program *p = c->threads->program;
	const struct terminator *t = &copy->block->terminator;
	to->terminator = *t;
	to->terminator.attributes = numbered(c, t->attributes);
	to->terminator.targets = program_copy_array(p, t->targets, t->target_count, sizeof(struct block *));
	if (t->kind == TERMINATOR_BRANCH && copy->next_count == 1) {
		to->terminator.kind = TERMINATOR_GOTO;
		to->terminator.term = 0;
		to->terminator.target_count = 1;
	} else if (t->kind == TERMINATOR_BRANCH) {
		to->terminator.term = unfolding_walk_term(w, t->term);
	}
	for (uint32_t i = 0; i < copy->next_count; i++)
		to->terminator.targets[i] = c->blocks[copy->next[i]];
}

static void copy_block(struct copier *c, const struct copy *copy, struct block *to)
{
	struct unfolding_walk w = { .other = other_term, .context = c };
	unfolding_walk_begin(&w, &c->unfolding, copy);
	for (uint32_t i = 0; i < copy->block->statement_count; i++) {
		copy_statement(c, &w, to, &copy->block->statements[i]);
		unfolding_walk_pass(&w, &copy->block->statements[i]);
	}
	copy_terminator(c, &w, copy, to);
	unfolding_walk_end(&w);
}

static void copy_body(struct copier *c)
{
	const struct unfolding *u = &c->unfolding;
	c->blocks = memory_alloc((u->copies.count + 1) * sizeof(struct block *));
	for (size_t i = 0; i < u->copies.count; i++) {
		c->blocks[i] = instance_add_block(c->threads, c->instance, u->copies.at[i].block->name);
		c->blocks[i]->attributes = u->copies.at[i].block->attributes;
	}
	for (size_t i = 0; i < u->copies.count; i++)
		copy_block(c, &u->copies.at[i], c->blocks[i]);
	memory_free(c->blocks);
}

/* ---- instances ---- */

static struct instance *add(struct threads *t, uint32_t depth)
{
	struct instance *i = memory_alloc(sizeof *i);
	i->number = (uint32_t)t->instances.count;
	i->depth = depth;
	vec_push(&t->instances, i);
	const char *name = procedure_fresh_variable_name(t->turns, "$place");
	i->place = procedure_add_variable(t->turns, name, sort_bitvector(t->program->bank, 32), VARIABLE_LOCAL);
	i->saved = memory_alloc((t->locals.count + 1) * sizeof(struct variable *));
	for (size_t k = 0; k < t->locals.count; k++) {
		const struct variable *v = t->locals.at[k];
		name = procedure_fresh_variable_name(t->turns, v->name);
		i->saved[k] = procedure_add_variable(t->turns, name, v->sort, VARIABLE_LOCAL);
	}
	return i;
}

struct instance *instance_new(struct threads *t, struct procedure *body, const term *given, uint32_t depth,
			      bool repeats)
{
	struct instance *i = add(t, depth);
	struct copier c = { .threads = t, .instance = i, .body = body };
	i->repeats = repeats;
	unfolding_find(&c.unfolding, body, given);
	c.variables = memory_alloc((body->variable_count + 1) * sizeof(struct variable *));
	i->first = t->turns->variable_count;
	for (uint32_t k = 0; k < body->variable_count; k++)
		c.variables[k] = procedure_clone_variable(t->turns, body->variables[k], VARIABLE_LOCAL);
	i->limit = t->turns->variable_count;
	i->in_count = body->in_count;
	i->in = memory_alloc((body->in_count + 1) * sizeof(struct variable *));
	memcpy(i->in, c.variables, body->in_count * sizeof(struct variable *));
	copy_body(&c);
	unfolding_release(&c.unfolding);
	memory_free(c.variables);
	return i;
}

void instance_free(struct instance *i)
{
	vec_free(&i->blocks);
	vec_free(&i->points);
	vec_free(&i->ends);
	vec_free(&i->backs);
	vec_free(&i->starting);
	memory_free(i->in);
	memory_free(i->saved);
	memory_free(i);
}

term *instance_constants(const struct threads *t, const struct statement *call)
{
	struct definitions d;
	term *given = memory_alloc((call->argument_count + 1) * sizeof *given);
	definitions_find(&d, t->turns);
	for (uint32_t i = 0; i < call->argument_count; i++)
		given[i] = definitions_constant(&d, NULL, call->arguments[i]);
	definitions_release(&d);
	return given;
}

/* ---- what each thread has of its own ---- */

void instance_comes(struct threads *t, const struct instance *i, struct block *b)
{
	for (size_t k = 0; k < t->locals.count; k++)
		block_assign(t->program, b, t->locals.at[k], i->saved[k]->term);
	if (t->comes)
		block_call(t->program, b, t->comes, NULL, 0, NULL, 0);
}

void instance_leaves(struct threads *t, const struct instance *i, struct block *b)
{
	if (t->leaves)
		block_call(t->program, b, t->leaves, NULL, 0, NULL, 0);
	for (size_t k = 0; k < t->locals.count; k++)
		block_assign(t->program, b, i->saved[k], t->locals.at[k]->term);
}

bool instance_has_own(const struct threads *t)
{
	return t->locals.count > 0;
}

/* ---- blocks ---- */

struct block *instance_add_block(struct threads *t, struct instance *i, const char *stem)
{
	struct block *b = procedure_add_block(t->turns, procedure_fresh_block_name(t->turns, stem));
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

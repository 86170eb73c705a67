#include "definition.h"

#include "memory.h"
#include "statement.h"

static void define(struct definitions *d, const struct variable *v, term value)
{
	if (!v || v->procedure != d->body)
		return;
	term before = d->values[v->index];
	d->changing[v->index] |= !value || (before && before != value);
	d->values[v->index] = value;
}

/* Does the block come again after itself? */
bool definitions_in_loop(const struct block *b, uint32_t block_count)
{
	bool *seen = memory_alloc(block_count + 1);
	VEC(const struct block *) work = { 0 };
	vec_push(&work, b);
	while (work.count) {
		const struct terminator *t = &vec_pop(&work)->terminator;
		bool goes_on = t->kind == TERMINATOR_GOTO || t->kind == TERMINATOR_BRANCH;
		for (uint32_t i = 0; goes_on && i < t->target_count; i++) {
			if (seen[t->targets[i]->index])
				continue;
			seen[t->targets[i]->index] = true;
			vec_push(&work, t->targets[i]);
		}
	}
	bool again = seen[b->index];
	vec_free(&work);
	memory_free(seen);
	return again;
}

/* Variables that `fresh` alone assigns, once. */
static void find_objects(struct definitions *d)
{
	const struct procedure *body = d->body;
	uint32_t *made = memory_alloc((body->variable_count + 1) * sizeof *made);
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t k = 0; k < body->blocks[b]->statement_count; k++) {
			const struct statement *s = &body->blocks[b]->statements[k];
			for (uint32_t i = 0; i < statement_target_count(s); i++)
				if (statement_target(s, i)->procedure == body)
					made[statement_target(s, i)->index]++;
		}
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t k = 0; k < body->blocks[b]->statement_count; k++) {
			const struct statement *s = &body->blocks[b]->statements[k];
			if (s->kind == STATEMENT_FRESH && s->target->procedure == body && made[s->target->index] == 1)
				d->object[s->target->index] = !definitions_in_loop(body->blocks[b], body->block_count);
		}
	memory_free(made);
}

void definitions_find(struct definitions *d, const struct procedure *body)
{
	d->body = body;
	d->values = memory_alloc((body->variable_count + 1) * sizeof *d->values);
	d->changing = memory_alloc(body->variable_count + 1);
	d->object = memory_alloc(body->variable_count + 1);
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t k = 0; k < body->blocks[b]->statement_count; k++) {
			const struct statement *s = &body->blocks[b]->statements[k];
			for (uint32_t i = 0; i < statement_target_count(s); i++)
				define(d, statement_target(s, i), s->kind == STATEMENT_ASSIGN ? s->term : 0);
		}
	find_objects(d);
}

void definitions_release(struct definitions *d)
{
	memory_free(d->values);
	memory_free(d->changing);
	memory_free(d->object);
}

/* Copies of copies are followed. What may be read before it is assigned has been made unknown there (pass uninitialised). */
term definitions_constant(const struct definitions *d, const term *given, term value)
{
	enum { MOST_COPIES = 16 };
	const struct program *p = d->body->program;
	for (unsigned copies = 0; copies < MOST_COPIES && !term_is_constant(p->bank, value); copies++) {
		const struct variable *v = program_variable_of(p, value);
		if (!v || v->procedure != d->body || d->changing[v->index])
			return 0;
		value = d->values[v->index];
		if (!value && v->kind == VARIABLE_IN && given)
			value = given[v->index];
		if (!value)
			return 0;
	}
	return term_is_constant(p->bank, value) ? value : 0;
}

struct stabiliser {
	const struct definitions *definitions;
	bool (*is_stable)(void *context, const struct variable *global);
	void *context;
	unsigned depth;
	bool failed;
};

static term stable_leaf(void *context, term leaf)
{
	enum { MOST_DEPTH = 24 };
	struct stabiliser *s = context;
	const struct definitions *d = s->definitions;
	const struct variable *v = program_variable_of(d->body->program, leaf);
	bool known = v && v->procedure == d->body && !d->changing[v->index] && d->values[v->index];
	if (v && !v->procedure)
		s->failed |= !s->is_stable(s->context, v);
	else if (!v || v->procedure != d->body || (!known && !d->object[v->index]) || s->depth == MOST_DEPTH)
		s->failed = true;
	if (s->failed || !known)
		return leaf;
	s->depth++;
	term value = term_substitute(d->body->program->bank, d->values[v->index], stable_leaf, s);
	s->depth--;
	return value;
}

term definitions_stable(const struct definitions *d, term value,
			bool (*is_stable)(void *context, const struct variable *global), void *context)
{
	struct stabiliser s = { .definitions = d, .is_stable = is_stable, .context = context };
	term stable = term_substitute(d->body->program->bank, value, stable_leaf, &s);
	return s.failed ? 0 : stable;
}

#include "definition.h"

#include "cycles.h"
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

static void find_once(struct definitions *d)
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
	struct cycles cycles;
	cycles_find(&cycles, body);
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t k = 0; k < body->blocks[b]->statement_count && !cycles.repeats[b]; k++) {
			const struct statement *s = &body->blocks[b]->statements[k];
			for (uint32_t i = 0; i < statement_target_count(s); i++) {
				const struct variable *v = statement_target(s, i);
				if (v->procedure == body)
					d->once[v->index] = made[v->index] == 1;
			}
		}
	cycles_release(&cycles);
	memory_free(made);
}

void definitions_find(struct definitions *d, const struct procedure *body)
{
	d->body = body;
	d->values = memory_alloc((body->variable_count + 1) * sizeof *d->values);
	d->changing = memory_alloc(body->variable_count + 1);
	d->fresh = memory_alloc(body->variable_count + 1);
	d->once = memory_alloc(body->variable_count + 1);
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t k = 0; k < body->blocks[b]->statement_count; k++) {
			const struct statement *s = &body->blocks[b]->statements[k];
			for (uint32_t i = 0; i < statement_target_count(s); i++)
				define(d, statement_target(s, i), s->kind == STATEMENT_ASSIGN ? s->term : 0);
			if (s->kind == STATEMENT_FRESH && s->target->procedure == body)
				d->fresh[s->target->index] = true;
		}
	find_once(d);
}

void definitions_release(struct definitions *d)
{
	memory_free(d->values);
	memory_free(d->changing);
	memory_free(d->once);
	memory_free(d->fresh);
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

struct namer {
	const struct definitions *definitions;
	enum naming (*decide)(void *context, const struct variable *v, bool foreign);
	void *context;
	unsigned depth;
	bool foreign, failed;
};

static term name_leaf(void *context, term leaf);

/* What the variable is assigned takes its place. */
static term follow(struct namer *n, const struct variable *v, bool foreign)
{
	enum { MOST_DEPTH = 24 };
	const struct definitions *d = n->definitions;
	struct namer inner = *n;
	bool known = v->procedure == d->body && !d->changing[v->index] && d->values[v->index];
	if (!known || n->depth == MOST_DEPTH)
		return 0;
	inner.depth++;
	inner.foreign |= foreign;
	term value = term_substitute(d->body->program->bank, d->values[v->index], name_leaf, &inner);
	return inner.failed ? 0 : value;
}

static term name_leaf(void *context, term leaf)
{
	struct namer *n = context;
	const struct variable *v = program_variable_of(n->definitions->body->program, leaf);
	enum naming naming = v ? n->decide(n->context, v, n->foreign) : NAMING_NONE;
	term value = 0;
	if (naming == NAMING_FOLLOW || naming == NAMING_TRY)
		value = follow(n, v, naming == NAMING_TRY);
	if (!value && (naming == NAMING_KEEP || (naming == NAMING_TRY && n->definitions->once[v->index])))
		value = leaf;
	n->failed |= !value;
	return value ? value : leaf;
}

term definitions_name(const struct definitions *d, term value,
		      enum naming (*decide)(void *context, const struct variable *v, bool foreign), void *context)
{
	struct namer n = { .definitions = d, .decide = decide, .context = context };
	term name = term_substitute(d->body->program->bank, value, name_leaf, &n);
	return n.failed ? 0 : name;
}

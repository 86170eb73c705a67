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

void definitions_find(struct definitions *d, const struct procedure *body)
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

void definitions_release(struct definitions *d)
{
	memory_free(d->values);
	memory_free(d->changing);
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

/* Allocators: small functions around malloc, such as xmalloc. If one procedure stood for all of its calls, everything that
 * the program allocates would be one abstract object to the points-to analysis. So each call gets a copy of its own, in which
 * parameters with constant arguments are those constants. */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "control.h"
#include "dispatch.h"
#include "ir.h"
#include "known.h"
#include "lowering.h"
#include "scan.h"
#include "symbol.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_integer.h"

enum { MAX_SIZE = 80, MAX_NESTED = 5, MAX_COPIES = 500 };

struct measure {
	struct lowering *l;
	unsigned size, nested;
	bool allocates;
};

static bool is_allocator(struct lowering *l, struct declaration *d, unsigned nested);

/* void * or char *: of memory for anything. */
static bool is_untyped(const struct type *type)
{
	return type_is_pointer(type) && (type_is_void(type_base(type)) || type_is_character(type_base(type)));
}

static bool measure_expression(void *context, const struct expression *e)
{
	struct measure *m = context;
	if (++m->size > MAX_SIZE)
		return true;
	struct declaration *d = expression_called(e);
	if (!d) { /* a call through a pointer may be of one */
		m->allocates |= e->kind == EXPRESSION_CALL && is_untyped(e->type);
		return false;
	}
	struct declaration *definition = lower_definition(m->l, d);
	if (definition->function)
		m->allocates |= is_allocator(m->l, definition, m->nested + 1);
	else
		m->allocates |= libc_has(known_function(d), LIBC_ALLOCATES);
	return false;
}

static bool is_allocator(struct lowering *l, struct declaration *d, unsigned nested)
{
	if (table_has(&l->control->allocators, d))
		return table_get(&l->control->allocators, d, false);
	if (nested > MAX_NESTED || !is_untyped(type_base(d->type)))
		return false;
	table_put(&l->control->allocators, d, false); /* while it is looked at: recursive ones are none */
	struct measure m = { .l = l, .nested = nested };
	struct scan scan = { .visit = measure_expression, .context = &m };
	bool too_large = scan_function(d->function, &scan);
	table_put(&l->control->allocators, d, !too_large && m.allocates);
	return !too_large && m.allocates;
}

struct routine *lower_allocator_copy(struct lowering *l, struct declaration *d, const struct type *hint)
{
	if (!d->function || d->unsupported || l->control->copies >= MAX_COPIES || !is_allocator(l, d, 0))
		return NULL;
	l->control->copies++;
	struct routine *routine = lower_new_routine(l, d);
	routine->hint = hint;
	routine->constants = arena_alloc(l->arena, sizeof *routine->constants * (routine->signature->in_count + 1));
	return routine;
}

/* The arguments of the one call of a copy. */
void lower_note_constants(struct lowering *l, struct routine *routine, const term *arguments)
{
	for (uint32_t i = 0; routine->constants && i < routine->signature->in_count; i++)
		if (term_is_constant(l->bank, arguments[i]))
			routine->constants[i] = arguments[i];
}

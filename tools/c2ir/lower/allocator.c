/* Allocators: functions around malloc, such as xmalloc. If one procedure stood for all of its calls, everything that the program
 * allocates would be one abstract object to the points-to analysis. So each call of a small one gets a copy of its own, in which
 * parameters with constant arguments are those constants. A larger one, such as the lookup of a hash table that makes the entries of
 * all tables, has one copy for each type of record that calls convert its result to. */
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
#include "type_object.h"
#include "type_qualifier.h"
#include "type_record.h"

enum { MAX_SMALL = 80, MAX_SIZE = 1000, MAX_NESTED = 5, MAX_COPIES = 500, MAX_TYPES = 100 };

struct measure {
	struct lowering *l;
	const struct function *function;
	unsigned size, nested;
	enum allocator allocates; /* what is called */
};

static enum allocator allocator_kind(struct lowering *l, struct declaration *d, unsigned nested);

/* void * or char *: of memory for anything. */
static bool is_untyped(const struct type *type)
{
	return type_is_pointer(type) && (type_is_void(type_base(type)) || type_is_character(type_base(type)));
}

static void found(struct measure *m, enum allocator kind)
{
	if (kind > m->allocates)
		m->allocates = kind;
}

static bool measure_expression(void *context, const struct expression *e)
{
	struct measure *m = context;
	if (++m->size > MAX_SIZE)
		return true;
	struct declaration *d = expression_called(e);
	if (!d) { /* a call through a pointer may be of one */
		if (e->kind == EXPRESSION_CALL && is_untyped(e->type))
			found(m, ALLOCATOR_SMALL);
		return false;
	}
	struct declaration *definition = symbol_called(m->l, d, m->function);
	if (definition->function)
		found(m, allocator_kind(m->l, definition, m->nested + 1));
	else if (libc_has(known_function(d), LIBC_ALLOCATES))
		found(m, ALLOCATOR_SMALL);
	return false;
}

static enum allocator measured(struct measure *m, const struct declaration *d)
{
	struct scan scan = { .visit = measure_expression, .context = m };
	if (scan_function(d->function, &scan))
		return ALLOCATOR_NONE;
	bool small = m->size <= MAX_SMALL && is_untyped(type_base(d->type));
	return m->allocates == ALLOCATOR_SMALL && !small ? ALLOCATOR_LARGE : m->allocates;
}

static enum allocator allocator_kind(struct lowering *l, struct declaration *d, unsigned nested)
{
	if (table_has(&l->control->allocators, d))
		return table_get(&l->control->allocators, d, ALLOCATOR_NONE);
	if (nested > MAX_NESTED || !type_is_pointer(type_base(d->type)))
		return ALLOCATOR_NONE;
	table_put(&l->control->allocators, d, ALLOCATOR_NONE); /* while it is looked at: recursive ones are none */
	enum allocator kind = measured(&(struct measure){ .l = l, .function = d->function, .nested = nested }, d);
	table_put(&l->control->allocators, d, kind);
	return kind;
}

static struct routine *copy_for_call(struct lowering *l, struct declaration *d, const struct type *hint)
{
	if (l->control->copies >= MAX_COPIES)
		return NULL;
	l->control->copies++;
	struct routine *routine = lower_new_routine(l, d);
	routine->hint = hint;
	routine->constants = arena_alloc(l->arena, sizeof *routine->constants * (routine->signature->in_count + 1));
	return routine;
}

/* Only a record says more than the result's type. */
static struct routine *copy_for_record(struct lowering *l, struct declaration *d, const struct type *hint)
{
	hint = hint ? type_unqualified(hint) : NULL;
	if (!hint || !type_is_record(hint) || !type_has_size(hint) ||
	    hint == type_unqualified(type_base(type_base(d->type))))
		return NULL;
	for (size_t i = 0; i < l->control->converted.count; i++) {
		struct routine *known = l->control->converted.at[i];
		if (known->declaration == d && known->hint == hint)
			return known;
	}
	if (l->control->converted.count >= MAX_TYPES)
		return NULL;
	struct routine *routine = lower_new_routine(l, d);
	routine->hint = hint;
	vec_push(&l->control->converted, routine);
	return routine;
}

struct routine *lower_allocator_copy(struct lowering *l, struct declaration *d, const struct type *hint)
{
	enum allocator kind = d->function && !d->unsupported ? allocator_kind(l, d, 0) : ALLOCATOR_NONE;
	if (kind == ALLOCATOR_SMALL)
		return copy_for_call(l, d, hint);
	return kind == ALLOCATOR_LARGE ? copy_for_record(l, d, hint) : NULL;
}

/* The arguments of the one call of a copy. */
void lower_note_constants(struct lowering *l, struct routine *routine, const term *arguments)
{
	for (uint32_t i = 0; routine->constants && i < routine->signature->in_count; i++)
		if (term_is_constant(l->bank, arguments[i]))
			routine->constants[i] = arguments[i];
}

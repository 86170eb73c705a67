/* Wrappers of printf: functions that hand a format on to printf's like, such as die(format, ...). If one procedure stood for
 * all of its calls, only an interpreter of formats could tell which arguments it takes. So each call with a literal gets a
 * copy of its own, in which the parameter is that literal. */
#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_query.h"
#include "known.h"
#include "lowering.h"
#include "objects.h"
#include "routine.h"
#include "scan.h"
#include "symbol.h"
#include "type_base.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "wrapper.h"

#define NO_FORMAT UINT32_MAX

enum { MAX_SIZE = 300, MAX_NESTED = 5, MAX_COPIES = 500 };

/* The variable whose value an expression is, perhaps as another pointer. */
static const struct declaration *loaded_variable(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION &&
	       (e->conversion == CONVERSION_POINTER || e->conversion == CONVERSION_NONE))
		e = e->operand;
	const struct expression *lvalue = expression_loaded(e);
	return lvalue ? expression_named(lvalue) : NULL;
}

/* ---- which functions are wrappers ---- */

struct measure {
	struct lowering *l;
	const struct function *function;
	unsigned size, nested;
	uint32_t format; /* the parameter that is handed on, NO_FORMAT: none is */
};

/* The parameter whose value an expression is, as it was passed. */
static uint32_t parameter_of(const struct function *f, const struct expression *e)
{
	const struct declaration *d = loaded_variable(e);
	for (uint32_t i = 0; d && i < f->parameter_count; i++)
		if (f->parameters[i] == d)
			return i;
	return NO_FORMAT;
}

static uint32_t format_parameter(struct lowering *l, const struct declaration *d, unsigned nested);

/* Which argument of a call is a format. */
static uint32_t format_argument(const struct measure *m, const struct expression *e)
{
	struct lowering *l = m->l;
	struct declaration *d = expression_called(e);
	if (!d)
		return NO_FORMAT;
	struct declaration *definition = symbol_called(l, d, m->function);
	if (definition->function)
		return format_parameter(l, definition, m->nested + 1);
	const struct libc_function *f = known_function(d);
	return f && f->by == LIBC_FORMAT && known_fits_call(f, e) ? libc_format_argument(f) : NO_FORMAT;
}

static bool measure_expression(void *context, const struct expression *e)
{
	struct measure *m = context;
	if (++m->size > MAX_SIZE)
		return true;
	uint32_t at = e->kind == EXPRESSION_CALL ? format_argument(m, e) : NO_FORMAT;
	if (at >= e->argument_count)
		return false;
	uint32_t parameter = parameter_of(m->function, e->arguments[at]);
	if (parameter != NO_FORMAT && !scan_is_replaced(m->function, m->function->parameters[parameter]))
		m->format = parameter;
	return false;
}

/* Which parameter a function with a body hands on as a format, and never changes; NO_FORMAT: none. NESTED: how many wrappers are
 * around the one that is asked about. */
static uint32_t format_parameter(struct lowering *l, const struct declaration *d, unsigned nested)
{
	if (table_has(&l->objects->wrappers, d))
		return table_get(&l->objects->wrappers, d, NO_FORMAT);
	if (nested > MAX_NESTED)
		return NO_FORMAT;
	table_put(&l->objects->wrappers, d, NO_FORMAT); /* while it is looked at: recursive ones are none */
	struct measure m = { .l = l, .function = d->function, .nested = nested, .format = NO_FORMAT };
	struct scan scan = { .visit = measure_expression, .context = &m };
	if (scan_function(d->function, &scan))
		m.format = NO_FORMAT;
	table_put(&l->objects->wrappers, d, m.format);
	return m.format;
}

/* ---- copies ---- */

/* A constant array of characters holds the string that initialises it, if there is room for the end. */
static const char *constant_string(struct lowering *l, const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER)
		e = e->operand;
	struct declaration *d = e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY
					? expression_named(e->operand)
					: NULL;
	if (!d || !type_is_const(d->type) || type_is_volatile(type_base(d->type)))
		return NULL;
	const struct declaration *definition = lower_definition(l, d);
	const struct initializer *list = definition->initializer;
	if (!list || list->count != 1 || list->items[0].offset || !type_has_size(definition->type))
		return NULL;
	const char *text = expression_literal(list->items[0].value);
	return text && strlen(text) < type_length(definition->type) ? text : NULL;
}

const char *lower_literal(struct lowering *l, const struct expression *e)
{
	const struct routine *r = l->routine;
	const char *literal = expression_literal(e);
	if (!literal)
		literal = constant_string(l, e);
	bool is_bound = !literal && r && r->format && loaded_variable(e) == r->format_parameter;
	return is_bound ? r->format : literal;
}

/* Is the call in a copy of the same function, perhaps further out? A copy for each level of a recursion would have no end. */
static bool is_inside(const struct routine *r, const struct declaration *d)
{
	for (; r && r->format; r = r->around)
		if (r->declaration == d)
			return true;
	return false;
}

struct routine *lower_wrapper_copy(struct lowering *l, struct declaration *d, const struct expression *call)
{
	if (!d->function || d->unsupported || l->objects->wrapper_copies >= MAX_COPIES || is_inside(l->routine, d))
		return NULL;
	uint32_t at = format_parameter(l, d, 0);
	const char *format = at < call->argument_count ? lower_literal(l, call->arguments[at]) : NULL;
	if (!format)
		return NULL;
	l->objects->wrapper_copies++;
	struct routine *routine = lower_new_routine(l, d);
	routine->format = format;
	routine->around = l->routine;
	routine->format_parameter = d->function->parameters[at];
	return routine;
}

/* clang's builtins behind <stdatomic.h>, __c11_atomic_load() and its like (C11 7.17), in terms of gcc's.
 *
 * There is one thread, so a load is a use of the object and a store an assignment, of any type. The others take scalars. */
#include <string.h>

#include "ast_expression.h"
#include "operation.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "syntax.h"
#include "type.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "types.h"

static const struct {
	const char *name;
	enum builtin builtin;
} rows[] = {
	{ "exchange", BUILTIN_ATOMIC_EXCHANGE_N },
	{ "compare_exchange_strong", BUILTIN_C11_COMPARE_EXCHANGE },
	{ "compare_exchange_weak", BUILTIN_C11_COMPARE_EXCHANGE },
	{ "fetch_add", BUILTIN_ATOMIC_FETCH_ADD },
	{ "fetch_sub", BUILTIN_ATOMIC_FETCH_SUB },
	{ "fetch_and", BUILTIN_ATOMIC_FETCH_AND },
	{ "fetch_or", BUILTIN_ATOMIC_FETCH_OR },
	{ "fetch_xor", BUILTIN_ATOMIC_FETCH_XOR },
	{ "fetch_nand", BUILTIN_ATOMIC_FETCH_NAND },
	{ "thread_fence", BUILTIN_ATOMIC_THREAD_FENCE },
	{ "signal_fence", BUILTIN_ATOMIC_SIGNAL_FENCE },
	{ "is_lock_free", BUILTIN_C11_IS_LOCK_FREE },
};

/* *POINTER; NULL after an error. */
static struct expression *object(struct sema *s, node_id n, node_id pointer)
{
	struct expression *e = expression_value(s, pointer);
	if (e->type->kind == TYPE_ERROR)
		return NULL;
	if (type_is_pointer(e->type))
		return operator_dereference(s, n, e);
	sema_error(s, e->location, "the first argument of an atomic builtin is no pointer");
	return NULL;
}

static struct expression *load(struct sema *s, node_id n, node_id pointer, node_id order)
{
	struct expression *from = object(s, n, pointer), *when = expression_value(s, order);
	if (!from || when->type->kind == TYPE_ERROR)
		return expression_error(s, n);
	return operator_comma(s, n, when, conversion_value(s, from));
}

/* ORDER 0: there is none. */
static struct expression *store(struct sema *s, node_id n, node_id pointer, node_id value, node_id order)
{
	struct expression *to = object(s, n, pointer), *given = expression_value(s, value);
	struct expression *when = order ? expression_value(s, order) : NULL;
	if (!to || given->type->kind == TYPE_ERROR || (when && when->type->kind == TYPE_ERROR))
		return expression_error(s, n);
	struct expression *e = operator_assign(s, n, to, given);
	return conversion_cast(s, when ? operator_comma(s, n, when, e) : e, s->void_type, n);
}

/* A pointer moves by elements, which gcc's builtin does by bytes. */
static void scale(struct sema *s, node_id n, struct expression *e)
{
	const struct type *moved = e->type;
	if (e->builtin != BUILTIN_ATOMIC_FETCH_ADD && e->builtin != BUILTIN_ATOMIC_FETCH_SUB)
		return;
	if (!type_is_pointer(moved) || !type_is_integer(e->arguments[1]->type))
		return;
	struct expression *size = expression_size_of(s, type_base(moved), n);
	if (size)
		e->arguments[1] =
			operator_binary(s, n, OP_MUL, e->arguments[1], conversion_to(s, size, e->arguments[1]->type));
}

static struct expression *as_builtin(struct sema *s, node_id n, enum builtin builtin)
{
	struct expression *e = builtin_stay(s, n, builtin);
	if (e->type->kind != TYPE_ERROR)
		scale(s, n, e);
	return e;
}

struct expression *c11_atomic_call(struct sema *s, node_id n, const char *name)
{
	static const char prefix[] = "__c11_atomic_";
	if (strncmp(name, prefix, strlen(prefix)) != 0)
		return NULL;
	const char *what = name + strlen(prefix);
	node_id a[3] = { 0 };
	for (unsigned i = 0; i < 3; i++)
		a[i] = builtin_node(s, n, i);
	if (!strcmp(what, "load"))
		return builtin_check_count(s, n, name, 2, 2) ? load(s, n, a[0], a[1]) : expression_error(s, n);
	if (!strcmp(what, "init"))
		return builtin_check_count(s, n, name, 2, 2) ? store(s, n, a[0], a[1], 0) : expression_error(s, n);
	if (!strcmp(what, "store"))
		return builtin_check_count(s, n, name, 3, 3) ? store(s, n, a[0], a[1], a[2]) : expression_error(s, n);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].name, what))
			return as_builtin(s, n, rows[i].builtin);
	sema_unsupported(s, sema_location(s, n), "the builtin '%s'", name);
	return expression_error(s, n);
}

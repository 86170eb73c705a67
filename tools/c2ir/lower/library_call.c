/* Calls of library functions: their arguments, the memory that they access, and those that are written in C. */
#include "library_call.h"

#include "access.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower.h"
#include "lvalue.h"
#include "object.h"
#include "rvalue.h"
#include "storage.h"
#include "symbol.h"
#include "thread_mark.h"
#include "type_class.h"
#include "type_integer.h"
#include "types.h"
#include "wrapper.h"

static const struct type *given_type(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER)
		e = e->operand;
	return e->type;
}

struct library_call library_call_of(struct lowering *l, const struct expression *e)
{
	struct declaration *function = expression_called(e);
	struct library_call call = { e,       function,    function ? function->name : NULL,
				     e->type, e->location, e->argument_count,
				     NULL };
	call.arguments = arena_alloc(arena_of(l), sizeof *call.arguments * (e->argument_count + 1));
	for (uint32_t i = 0; i < e->argument_count; i++) {
		const struct expression *a = e->arguments[i];
		call.arguments[i] =
			(struct library_argument){ a, a->type, given_type(a), lower_literal(l, a), a->range };
	}
	return call;
}

struct rvalue *lower_held_arguments(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = arena_alloc(arena_of(l), sizeof *values * (e->argument_count + 4));
	for (uint32_t i = 0; i < e->argument_count; i++) {
		values[i] = lower_value(l, e->arguments[i].expression);
		emit_hold_value(l, &values[i]);
	}
	/* A call with too few arguments is undefined: they are 0. */
	for (uint32_t i = e->argument_count; i < e->argument_count + 4; i++)
		values[i] = rvalue_scalar(term_bv(bank_of(l), pointer_width(l), 0), 0);
	return values;
}

term lower_size_argument(struct lowering *l, const struct library_call *e, const struct rvalue *values, uint32_t i)
{
	bool is_signed = i < e->argument_count && type_is_integer(e->arguments[i].type) &&
			 type_is_signed(types_of(l), e->arguments[i].type);
	return resize(l, values[i].term, word_width(l), is_signed);
}

/* A model that says what a function reads, and does not: threads may race for it. */
static void read_area(struct lowering *l, struct rvalue p, term count)
{
	if (!lower_has_threads(l) || !checks(l, CHECK_RACE))
		return;
	struct storage *storage = lower_new_object(l, types_of(l)->byte_type, "area");
	lower_begin_object(l, storage, 0);
	struct lvalue to = lvalue_of_storage(l, storage);
	access_copy(l, to.pointer, to.node, p.term, p.node, count);
}

void lower_check_area(struct lowering *l, struct rvalue p, term count, bool write, const struct expression *e)
{
	if (!write)
		read_area(l, p, count);
	struct lvalue lvalue = lvalue_of_pointer(l, p, types_of(l)->char_type);
	bool constant = term_is_constant(bank_of(l), count);
	if (!constant)
		check_moved_area(l, p.node);
	/* Of no bytes at all nothing is asked but, strictly, a valid pointer (7.24.1p2). */
	if (constant || !check_pointers(l)) {
		check_access(l, &lvalue, count, write, e);
		return;
	}
	struct block *some = emit_block(l, "some"), *join = emit_block(l, "join");
	emit_branch(l, nonzero(l, count), some, join, (struct source_range){ 0, 0 });
	emit_start(l, some);
	check_access(l, &lvalue, count, write, e);
	emit_goto(l, join);
	emit_start(l, join);
}

struct rvalue lower_library_call(struct lowering *l, const char *name, const struct rvalue *arguments, uint32_t count,
				 const struct type *result)
{
	struct declaration *d = lower_library_find(l, name);
	if (!d || !d->function)
		return lower_unknown(l, result, name);
	return lower_call_routine(l, lower_routine(l, d), arguments, count, NULL, result);
}

/* The functions that verification tasks speak to the verifier with, and assertions. Those that report an error are not called
 * even if the program has bodies for them, where assertions are checked: reaching reach_error() is the violation. */
#include "access.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "checks.h"
#include "emit.h"
#include "library_call.h"
#include "lower.h"
#include "model_scan.h"
#include "object.h"
#include "symbol.h"

struct rvalue model_reach_error(struct lowering *l, const struct expression *e)
{
	lower_held_arguments(l, e);
	const struct declaration *d = expression_called(e);
	if (check_is_named_error(l, d) || checks(l, CHECK_ASSERT))
		check_must_not_be_reached(l, CHECK_ASSERT, d->name);
	emit_assume(l, term_false(l->bank));
	return lower_nothing(l, e->type);
}

/* __assert_fail("expression", "file", line, "function") of <assert.h>; other systems' have the text elsewhere. */
struct rvalue model_assertion_fails(struct lowering *l, const struct expression *e)
{
	const char *text = "";
	for (uint32_t i = 0; i < e->argument_count && !*text; i++) {
		const struct expression *argument = e->arguments[i];
		while (argument->kind == EXPRESSION_CONVERSION && argument->conversion != CONVERSION_LOAD)
			argument = argument->operand;
		if (argument->kind == EXPRESSION_STRING && argument->string->unit == 1)
			text = (const char *)argument->string->bytes;
	}
	if (checks(l, CHECK_ASSERT))
		check_emit(l, CHECK_ASSERT, term_false(l->bank), "assertion %s", text);
	emit_assume(l, term_false(l->bank));
	return lower_nothing(l, e->type);
}

struct rvalue model_assume(struct lowering *l, const struct expression *e)
{
	if (e->argument_count) {
		term condition = lower_condition(l, e->arguments[0]);
		emit_assume(l, condition);
	}
	return lower_nothing(l, e->type);
}

/* assert() as a function without the header (an implicit declaration). */
struct rvalue model_assert(struct lowering *l, const struct expression *e)
{
	struct declaration *d = lower_definition(l, expression_called(e));
	if (e->argument_count == 0)
		return lower_nothing(l, e->type);
	if (d->function) {
		struct rvalue *values = lower_held_arguments(l, e);
		return lower_call_routine(l, lower_routine(l, d), values, e->argument_count, e, e->type);
	}
	term condition = emit_hold(l, lower_condition(l, e->arguments[0]));
	if (checks(l, CHECK_ASSERT))
		check_emit(l, CHECK_ASSERT, condition, "assertion %s", lower_text(l, e->arguments[0]->range));
	emit_assume(l, condition);
	return lower_nothing(l, e->type);
}

/* __VERIFIER_nondet_memory(pointer, size) */
struct rvalue model_nondet_memory(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 1);
	lower_check_area(l, values[0], count, true, e);
	access_forget(l, values[0].term, values[0].node, count);
	return lower_nothing(l, e->type);
}

/* The functions that verification tasks speak to the verifier with, and assertions. Those that report an error are not called
 * even if the program has bodies for them, where assertions are checked: reaching reach_error() is the violation. */

#include "access.h"
#include "ast_declaration.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "library_call.h"
#include "lower.h"
#include "model.h"
#include "object.h"
#include "rvalue.h"
#include "symbol.h"

struct rvalue model_reach_error(struct lowering *l, const struct library_call *e)
{
	lower_held_arguments(l, e);
	if (check_is_named_error(l, e->function) || checks(l, CHECK_ASSERT))
		check_must_not_be_reached(l, CHECK_ASSERT, e->name);
	emit_assume(l, term_false(bank_of(l)));
	return lower_nothing(l, e->type);
}

/* __assert_fail("expression", "file", line, "function") of <assert.h>; other systems' have the text elsewhere. */
struct rvalue model_assertion_fails(struct lowering *l, const struct library_call *e)
{
	const char *text = "";
	for (uint32_t i = 0; i < e->argument_count && !*text; i++)
		if (e->arguments[i].literal)
			text = e->arguments[i].literal;
	if (checks(l, CHECK_ASSERT))
		check_emit(l, CHECK_ASSERT, term_false(bank_of(l)), "assertion %s", text);
	emit_assume(l, term_false(bank_of(l)));
	return lower_nothing(l, e->type);
}

struct rvalue model_assume(struct lowering *l, const struct library_call *e)
{
	if (e->argument_count) {
		term condition = lower_condition(l, e->arguments[0].expression);
		emit_assume(l, condition);
	}
	return lower_nothing(l, e->type);
}

/* assert() as a function without the header (an implicit declaration). */
struct rvalue model_assert(struct lowering *l, const struct library_call *e)
{
	struct declaration *d = routine_called(l, e->function);
	if (e->argument_count == 0)
		return lower_nothing(l, e->type);
	if (d->function) {
		struct rvalue *values = lower_held_arguments(l, e);
		return lower_call_routine(l, lower_routine(l, d), values, e->argument_count, e->expression, e->type);
	}
	term condition = emit_hold(l, lower_condition(l, e->arguments[0].expression));
	if (checks(l, CHECK_ASSERT))
		check_emit(l, CHECK_ASSERT, condition, "assertion %s", lower_text(l, e->arguments[0].range));
	emit_assume(l, condition);
	return lower_nothing(l, e->type);
}

/* __VERIFIER_nondet_memory(pointer, size) */
struct rvalue model_nondet_memory(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 1);
	lower_check_area(l, values[0], count, true, e->expression);
	access_forget(l, values[0].term, values[0].node, count);
	return lower_nothing(l, e->type);
}

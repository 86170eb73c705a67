/* Calls through pointers. `call`: the pointer points to no function that could be meant, because it is null, points
 * to an object or to a function whose parameters and result are passed in another way (CWE-476, CWE-843; C11
 * 6.5.2.2p9). `call-type`, off by default: the function's type is not compatible with that of the call, whether or
 * not that is seen at run time (6.3.2.3p8).
 *
 * `format`: a call without a prototype passes arguments that the function does not take (6.5.2.2p6): another number, or
 * others than pointers for pointers and numbers of their kind and width (with call-type: of compatible types). Signs may
 * differ, and 0 may be a null pointer, as with va_arg().
 *
 *	f(x)    if (f == &g) { assert compatible; g(x) } else if (f == &h) ... else assert false */
#include "ast_expression.h"
#include "ast_query.h"
#include "c_term.h"
#include "checks.h"
#include "declaration_query.h"
#include "lowering.h"
#include "symbol.h"
#include "type_class.h"
#include "type_derived.h"

/* The call's pointer is none of the functions that it could call, unless it is one OUTSIDE the program. */
void check_call_target(struct lowering *l, term outside, const char *callee)
{
	check_emit(l, CHECK_CALL, outside, "call through %s, which points to no function of this type", callee);
}

/* The call is of a weak function, which is at address 0 if it does not exist. */
void check_weak_target(struct lowering *l, term exists, const char *name)
{
	check_emit(l, CHECK_CALL, exists, "call of %s, which is weak and not defined: its address may be null", name);
}

/* The call reaches `d`. */
void check_call_type(struct lowering *l, const struct type *type, const char *callee, const struct declaration *d)
{
	if (!checks(l, CHECK_CALL_TYPE))
		return;
	bool same = symbol_type_fits(l, l->unit, type, d, declaration_type(d));
	check_emit(l, CHECK_CALL_TYPE, term_bool(bank_of(l), same), "call through %s of %s(), whose type is '%s'",
		   callee, declaration_name(d), check_type(l, declaration_type(d)));
}

/* ---- calls without a prototype ---- */

static bool is_zero(const struct expression *e)
{
	return e->kind == EXPRESSION_CONSTANT && type_is_integer(e->type) && e->value == 0;
}

static bool is_passed_as(struct lowering *l, const struct expression *argument, const struct declaration *function,
			 const struct type *parameter)
{
	const struct type *type = expression_type(argument);
	if (type_is_pointer(parameter))
		return type_is_pointer(type) || is_zero(argument);
	if (type_is_integer(parameter))
		return type_is_integer(type) && term_bits(l, type) == term_bits(l, parameter);
	return symbol_type_fits(l, l->unit, type, function, parameter);
}

void check_passed(struct lowering *l, const struct expression *call, const struct declaration *function,
		  const struct type *const *parameters, uint32_t count, bool variadic)
{
	const char *name = declaration_name(function);
	uint32_t given = call->argument_count;
	const char *text = check_text(l, call);
	if (checks(l, CHECK_FORMAT) && (given != count || variadic)) {
		check_emit(l, CHECK_FORMAT, term_false(bank_of(l)),
			   "%u argument%s without a prototype for the %u%s that %s() takes%s", given,
			   given == 1 ? "" : "s", count, variadic ? " or more" : "", name, text);
		return;
	}
	for (uint32_t i = 0; i < given && i < count; i++) {
		const struct expression *argument = expression_argument(call, i);
		bool passed = is_passed_as(l, argument, function, parameters[i]);
		bool same = symbol_type_fits(l, l->unit, expression_type(argument), function, parameters[i]);
		if (!passed && checks(l, CHECK_FORMAT))
			check_emit(l, CHECK_FORMAT, term_false(bank_of(l)),
				   "an argument of type '%s' without a prototype for the '%s' that %s() takes%s",
				   check_type(l, expression_type(argument)), check_type(l, parameters[i]), name, text);
		else if (!same && checks(l, CHECK_CALL_TYPE))
			check_emit(l, CHECK_CALL_TYPE, term_false(bank_of(l)),
				   "an argument of type '%s' without a prototype for the '%s' that %s() takes%s",
				   check_type(l, expression_type(argument)), check_type(l, parameters[i]), name, text);
	}
}

/* <math.h> (C11 7.12): functions that are terms, for each floating type. Those that need statements are written in C
 * (library/math_real.h), and so are the bounds of those that have no exact result (sin and the like), which take any value within
 * them: __approximate_sin() there. */

#include "approximate.h"
#include "c_float.h"
#include "c_term.h"
#include "emit.h"
#include "float_bits.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lowering.h"
#include "math_terms.h"
#include "model.h"
#include "object.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_floating.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "types.h"

/* ---- one argument ---- */

static term absolute(struct bank *b, struct float_format f, term t)
{
	return term_zero_extend(b, f.storage, float_magnitude(b, f, t));
}

static term floor_of(struct bank *b, struct float_format f, term t)
{
	return float_integral(b, f, t, ROUND_DOWN);
}

static term ceiling_of(struct bank *b, struct float_format f, term t)
{
	return float_integral(b, f, t, ROUND_UP);
}

static term truncated(struct bank *b, struct float_format f, term t)
{
	return float_integral(b, f, t, ROUND_TO_ZERO);
}

static term half_away(struct bank *b, struct float_format f, term t)
{
	return float_integral(b, f, t, ROUND_HALF_AWAY);
}

static term half_even(struct bank *b, struct float_format f, term t)
{
	return float_integral(b, f, t, ROUND_HALF_EVEN);
}

static term current(struct bank *b, struct float_format f, term t)
{
	return float_integral(b, f, t, ROUND_CURRENT);
}

/* The program may have declared a function of this name with other types: then it is none of ours. */
static bool has_types(const struct library_call *e, uint32_t count)
{
	const struct type *first = e->arguments[0].type;
	for (uint32_t i = 1; i < count; i++)
		if (!type_same_kind(e->arguments[i].type, first))
			return false;
	return !type_is_floating(e->type) || type_same_kind(e->type, first);
}

/* errno, where the program looks at it and the condition holds: NAME is a function of the library (math.c there). */
static void error_if(struct lowering *l, term condition, const char *name)
{
	if (!lower_uses(l, LIBC_ERRNO) || lower_in_library(l) || term_is_false(l->bank, condition))
		return;
	struct block *error = emit_block(l, "error"), *join = emit_block(l, "join");
	emit_branch(l, condition, error, join, (struct source_range){ 0, 0 });
	emit_start(l, error);
	lower_library_call(l, name, NULL, 0, l->types->void_type);
	emit_goto(l, join);
	emit_start(l, join);
}

/* An overflow, and perhaps an underflow: glibc tells of it where `told` holds. */
static void range_errors(struct lowering *l, struct float_format f, term x, term result, term told)
{
	struct bank *b = l->bank;
	term number = term_and(b, float_is_finite(b, f, x), term_not(b, float_is_zero(b, f, x)));
	term field = float_exponent(b, f, result);
	term small = term_and(b, number, term_eq(b, field, term_bv(b, term_width(b, field), 0)));
	error_if(l, term_and(b, number, float_is_infinite(b, f, result)), "__plumb_range_error");
	error_if(l, term_and(b, small, told), "__plumb_underflow");
	error_if(l, term_and(b, small, term_not(b, told)), "__plumb_perhaps_range_error");
}

static struct rvalue with_one(struct lowering *l, const struct library_call *e,
			      term (*function)(struct bank *b, struct float_format f, term t))
{
	if (!type_is_floating(e->type) || !has_types(e, 1))
		return lower_approximate(l, e->type, e->location, e->name);
	struct rvalue *values = lower_held_arguments(l, e);
	return rvalue_scalar(emit_hold_large(l, function(l->bank, lower_float_format(l, e->type), values[0].term)), 0);
}

#define ONE(name, function)                                                  \
	struct rvalue name(struct lowering *l, const struct library_call *e) \
	{                                                                    \
		return with_one(l, e, function);                             \
	}
ONE(model_floor, floor_of)
ONE(model_ceil, ceiling_of)
ONE(model_trunc, truncated)
ONE(model_round, half_away)
ONE(model_roundeven, half_even)
ONE(model_rint, current)
ONE(model_fabs, absolute)

struct rvalue model_sqrt(struct lowering *l, const struct library_call *e)
{
	if (!type_is_floating(e->type) || !has_types(e, 1))
		return lower_approximate(l, e->type, e->location, e->name);
	struct bank *b = l->bank;
	term x = lower_held_arguments(l, e)[0].term;
	struct float_format f = lower_float_format(l, e->type);
	term result = emit_hold_large(l, float_square_root(b, f, x));
	term number = term_not(b, term_or(b, float_is_zero(b, f, x), float_is_nan(b, f, x)));
	error_if(l, term_and(b, float_sign(b, f, x), number), "__plumb_domain_error");
	return rvalue_scalar(result, 0);
}

struct rvalue model_ilogb(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	struct float_format f = lower_float_format(l, e->arguments[0].type);
	struct bank *b = l->bank;
	term x = values[0].term;
	term exponent = emit_hold_large(l, resize(l, float_exponent_of(b, f, x), term_bits(l, e->type), true));
	error_if(l, term_or(b, float_is_zero(b, f, x), term_not(b, float_is_finite(b, f, x))), "__plumb_domain_error");
	return rvalue_scalar(exponent, 0);
}

/* ---- two and three ---- */

static struct rvalue with_two(struct lowering *l, const struct library_call *e,
			      term (*function)(struct bank *b, struct float_format f, term x, term y))
{
	if (!type_is_floating(e->type) || !has_types(e, 2))
		return lower_approximate(l, e->type, e->location, e->name);
	struct rvalue *values = lower_held_arguments(l, e);
	struct float_format f = lower_float_format(l, e->type);
	return rvalue_scalar(emit_hold_large(l, function(l->bank, f, values[0].term, values[1].term)), 0);
}

#define TWO(name, function)                                                  \
	struct rvalue name(struct lowering *l, const struct library_call *e) \
	{                                                                    \
		return with_two(l, e, function);                             \
	}
TWO(model_fmin, float_minimum)
TWO(model_fmax, float_maximum)
TWO(model_copysign, float_copy_sign)

struct rvalue model_fma(struct lowering *l, const struct library_call *e)
{
	if (!type_is_floating(e->type) || !has_types(e, 3))
		return lower_approximate(l, e->type, e->location, e->name);
	struct rvalue *values = lower_held_arguments(l, e);
	struct float_format f = lower_float_format(l, e->type);
	return rvalue_scalar(
		emit_hold_large(l, float_fused(l->bank, f, values[0].term, values[1].term, values[2].term)), 0);
}

struct rvalue model_scalbn(struct lowering *l, const struct library_call *e)
{
	if (!type_is_floating(e->type) || !has_types(e, 1))
		return lower_approximate(l, e->type, e->location, e->name);
	struct rvalue *values = lower_held_arguments(l, e);
	struct float_format f = lower_float_format(l, e->type);
	term n = resize(l, values[1].term, 32, true);
	term result = emit_hold_large(l, float_scale(l->bank, f, values[0].term, n));
	range_errors(l, f, values[0].term, result, float_is_zero(l->bank, f, result));
	return rvalue_scalar(result, 0);
}

/* nextafter(x, y), and nexttoward(x, y) with y a long double. */
struct rvalue model_next(struct lowering *l, const struct library_call *e)
{
	if (!type_is_floating(e->type) || !has_types(e, 1))
		return lower_approximate(l, e->type, e->location, e->name);
	struct rvalue *values = lower_held_arguments(l, e);
	struct float_format f = lower_float_format(l, e->type), g = lower_float_format(l, e->arguments[1].type);
	term result = emit_hold_large(l, float_next(l->bank, f, g, values[0].term, values[1].term));
	range_errors(l, f, values[0].term, result, term_not(l->bank, term_eq(l->bank, values[0].term, result)));
	return rvalue_scalar(result, 0);
}

/* ---- approximations ---- */

/* Arguments are handed over as those of a function without a prototype (6.5.2.2p6). */
static term promoted(struct lowering *l, const struct type *type, term t)
{
	return type_is_float(type) ? lower_float_to_float(l, type, l->types->double_type, t) : t;
}

/* __approximate_NAME(): any value; the host of an interpreter may have that of the function NAME. */
struct rvalue model_approximate(struct lowering *l, const struct library_call *e, const char *name)
{
	struct rvalue *values = lower_held_arguments(l, e);
	for (uint32_t i = 0; i < e->argument_count; i++)
		model_host_argument(l, promoted(l, e->arguments[i].type, values[i].term));
	struct rvalue result = model_host_call(l, e->type, name, NULL);
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_APPROXIMATE, name);
	return result;
}

struct rvalue model_any_real(struct lowering *l, const struct library_call *e)
{
	lower_held_arguments(l, e);
	return lower_approximate(l, e->type, e->location, e->name);
}

/* ---- <fenv.h> ---- */

struct rvalue model_fegetround(struct lowering *l, const struct library_call *e)
{
	lower_held_arguments(l, e);
	term mode = l->machine.rounding ? emit_hold(l, l->machine.rounding->term) : term_bv(l->bank, 32, FLOAT_NEAREST);
	return rvalue_scalar(resize(l, mode, term_bits(l, e->type), false), 0);
}

/* 0 if there is such a mode */
struct rvalue model_fesetround(struct lowering *l, const struct library_call *e)
{
	struct bank *b = l->bank;
	struct rvalue *values = lower_held_arguments(l, e);
	term mode = resize(l, values[0].term, 32, false);
	term other = term_binary(b, OP_BVAND, mode, term_bv(b, 32, ~(uint32_t)FLOAT_TO_ZERO));
	term known = term_eq(b, other, term_bv(b, 32, 0));
	if (l->machine.rounding)
		emit_assign(l, l->machine.rounding, term_ite(b, known, mode, l->machine.rounding->term));
	return rvalue_scalar(from_bool(l, term_not(b, known), term_bits(l, e->type)), 0);
}

/* Traps would end the program at operations that do not end it here. */
struct rvalue model_feenableexcept(struct lowering *l, const struct library_call *e)
{
	lower_unsupported(l, e->location, "%s(), which makes floating-point exceptions end the program", e->name);
	return lower_nothing(l, e->type);
}

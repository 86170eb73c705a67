/* <math.h> (C11 7.12): what is exact in IEEE 754. fmod and its like are written in C (library.c); the rest, sin and the others, gives
 * any value, marked as an approximation. */
#include "lower_float.h"
#include "model.h"

#include <string.h>

/* ---- to an integral value ---- */

enum rounding { ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO, ROUND_HALF_AWAY, ROUND_CURRENT };

static term increment(struct lowering *l, enum rounding mode, term sign, term guard, term sticky, term odd)
{
	struct bank *b = l->bank;
	term inexact = term_or(b, guard, sticky);
	switch (mode) {
	case ROUND_DOWN:
		return term_and(b, sign, inexact);
	case ROUND_UP:
		return term_and(b, term_not(b, sign), inexact);
	case ROUND_TO_ZERO:
		return term_false(b);
	case ROUND_HALF_AWAY:
		return guard;
	case ROUND_CURRENT:
		return float_rounds_up(l, sign, guard, sticky, odd);
	}
	return term_false(b);
}

static term bit(struct lowering *l, term t, uint32_t i)
{
	return term_eq(l->bank, term_extract(l->bank, i, i, t), term_bv(l->bank, 1, 1));
}

static term integral(struct lowering *l, struct float_format f, term t, enum rounding mode)
{
	struct bank *b = l->bank;
	struct float_parts a = float_unpack(l, f, t);
	uint32_t p = float_precision(f), e = float_exponent_width(f);
	term point = term_bv(b, e, p - 1);
	term whole = term_binary(b, OP_BVSLE, point, a.exponent);
	/* integer part, guard, sticky */
	term fixed = term_concat(b, a.significand, term_bv(b, 2, 0));
	fixed = float_shift_sticky(l, fixed, term_binary(b, OP_BVSUB, point, a.exponent));
	term number = term_zero_extend(b, p + 1, term_extract(b, p + 1, 2, fixed));
	term up = increment(l, mode, a.sign, bit(l, fixed, 1), bit(l, fixed, 0), bit(l, fixed, 2));
	number = term_binary(b, OP_BVADD, number, from_bool(l, up, p + 1));
	term result = float_round(l, f, a.sign, term_bv(b, e, p), number);
	term same = term_or(b, term_or(b, whole, a.zero), term_or(b, a.infinite, a.nan));
	return term_ite(b, same, t, result);
}

/* ---- square root ---- */

/* floor(sqrt(n)), two bits of n for each of the result, and whether it is not exact. */
static term root_of(struct lowering *l, term n, term *inexact)
{
	struct bank *b = l->bank;
	uint32_t bits = term_width(b, n) / 2, width = bits + 2;
	term root = term_bv(b, width, 0), rest = root;
	for (uint32_t i = bits; i-- > 0;) {
		term next = term_extract(b, 2 * i + 1, 2 * i, n);
		rest = term_concat(b, term_extract(b, width - 3, 0, rest), next);
		term trial = term_concat(b, term_extract(b, width - 3, 0, root), term_bv(b, 2, 1));
		term fits = term_binary(b, OP_BVULE, trial, rest);
		rest = term_ite(b, fits, term_binary(b, OP_BVSUB, rest, trial), rest);
		root = term_concat(b, term_extract(b, width - 2, 0, root), from_bool(l, fits, 1));
	}
	*inexact = nonzero(l, rest);
	return term_extract(b, bits - 1, 0, root);
}

static term square_root(struct lowering *l, struct float_format f, term t)
{
	struct bank *b = l->bank;
	struct float_parts a = float_unpack(l, f, t);
	uint32_t p = float_precision(f), e = float_exponent_width(f), width = 2 * p + 4;
	term odd = bit(l, a.exponent, 0);
	term n = term_binary(b, OP_BVSHL, term_zero_extend(b, width, a.significand), term_bv(b, width, p + 3));
	n = term_ite(b, odd, term_binary(b, OP_BVSHL, n, term_bv(b, width, 1)), n);
	term inexact, root = root_of(l, n, &inexact);
	term exponent = term_binary(b, OP_BVASHR, a.exponent, term_bv(b, e, 1));
	term result = float_round(l, f, term_false(b), exponent, term_concat(b, root, from_bool(l, inexact, 1)));
	result = term_ite(b, a.sign, float_nan(l, f), result);
	return term_ite(b, term_or(b, a.zero, term_or(b, a.nan, term_and(b, a.infinite, term_not(b, a.sign)))), t,
			result);
}

static term absolute(struct lowering *l, struct float_format f, term t)
{
	return term_zero_extend(l->bank, f.storage, float_magnitude(l, f, t));
}

/* ---- the functions ---- */

static struct rvalue with_format(struct lowering *l, const struct expression *e,
				 term (*function)(struct lowering *l, struct float_format f, term t))
{
	struct rvalue *values = model_values(l, e);
	if (e->argument_count != 1 || !type_is_floating(e->arguments[0]->type))
		return lower_approximate(l, e, expression_called(e)->name);
	return rvalue_scalar(emit_hold_large(l, function(l, lower_float_format(l, e->type), values[0].term)), 0);
}

static term floor_of(struct lowering *l, struct float_format f, term t)
{
	return integral(l, f, t, ROUND_DOWN);
}

static term ceiling_of(struct lowering *l, struct float_format f, term t)
{
	return integral(l, f, t, ROUND_UP);
}

static term truncated(struct lowering *l, struct float_format f, term t)
{
	return integral(l, f, t, ROUND_TO_ZERO);
}

static term half_away(struct lowering *l, struct float_format f, term t)
{
	return integral(l, f, t, ROUND_HALF_AWAY);
}

static term current(struct lowering *l, struct float_format f, term t)
{
	return integral(l, f, t, ROUND_CURRENT);
}

static struct rvalue call_floor(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, floor_of);
}

static struct rvalue call_ceil(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, ceiling_of);
}

static struct rvalue call_trunc(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, truncated);
}

static struct rvalue call_round(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, half_away);
}

static struct rvalue call_rint(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, current);
}

static struct rvalue call_sqrt(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, square_root);
}

static struct rvalue call_fabs(struct lowering *l, const struct expression *e)
{
	return with_format(l, e, absolute);
}

/* No exact result: sin and the like. */
static struct rvalue approximate(struct lowering *l, const struct expression *e)
{
	model_values(l, e);
	return lower_approximate(l, e, expression_called(e)->name);
}

static struct rvalue get_rounding(struct lowering *l, const struct expression *e)
{
	model_values(l, e);
	term mode = l->rounding ? emit_hold(l, l->rounding->term) : term_bv(l->bank, 32, FLOAT_NEAREST);
	return rvalue_scalar(resize(l, mode, term_bits(l, e->type), false), 0);
}

/* 0 if there is such a mode */
static struct rvalue set_rounding(struct lowering *l, const struct expression *e)
{
	struct bank *b = l->bank;
	struct rvalue *values = model_values(l, e);
	term mode = resize(l, values[0].term, 32, false);
	term other = term_binary(b, OP_BVAND, mode, term_bv(b, 32, ~(uint32_t)FLOAT_TO_ZERO));
	term known = term_eq(b, other, term_bv(b, 32, 0));
	if (l->rounding)
		emit_assign(l, l->rounding, term_ite(b, known, mode, l->rounding->term));
	return rvalue_scalar(from_bool(l, term_not(b, known), term_bits(l, e->type)), 0);
}

static struct rvalue unsupported(struct lowering *l, const struct expression *e)
{
	lower_unsupported(l, e->place, "%s()", expression_called(e)->name);
	return lower_nothing(l, e->type);
}

/* clang-format off */
#define ALL(name, shape, call) { name, shape, call }, { name "f", shape, call }, { name "l", shape, call }

const struct model model_math[] = {
	ALL("floor", "f", call_floor), ALL("ceil", "f", call_ceil), ALL("trunc", "f", call_trunc), ALL("round", "f", call_round),
	ALL("rint", "f", call_rint), ALL("nearbyint", "f", call_rint), ALL("sqrt", "f", call_sqrt), ALL("fabs", "f", call_fabs),
	ALL("sin", "f", approximate), ALL("cos", "f", approximate), ALL("tan", "f", approximate), ALL("asin", "f", approximate),
	ALL("acos", "f", approximate), ALL("atan", "f", approximate), ALL("atan2", "ff", approximate), ALL("sinh", "f", approximate),
	ALL("cosh", "f", approximate), ALL("tanh", "f", approximate), ALL("exp", "f", approximate), ALL("exp2", "f", approximate),
	ALL("expm1", "f", approximate), ALL("log", "f", approximate), ALL("log2", "f", approximate), ALL("log10", "f", approximate),
	ALL("log1p", "f", approximate), ALL("pow", "ff", approximate), ALL("cbrt", "f", approximate), ALL("hypot", "ff", approximate),
	ALL("fma", "fff", approximate), { "strtod", "pp", approximate }, { "strtof", "pp", approximate }, { "atof", "p", approximate },
	{ "fegetround", "", get_rounding }, { "fesetround", "i", set_rounding }, { "fesetenv", "p", unsupported },
	{ "feupdateenv", "p", unsupported },
	{ NULL, NULL, NULL },
};
/* clang-format on */

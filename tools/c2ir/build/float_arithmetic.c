/* Floating-point arithmetic and conversions on IEEE 754 bits (C11 F.3, F.4). */
#include "c_term.h"
#include "emit.h"
#include "float_number.h"
#include "lowering.h"
#include "type_integer.h"

static term same_sign(struct lowering *l, term a, term b)
{
	return term_not(l->bank, term_xor(l->bank, a, b));
}

/* ---- addition ---- */

/* Three more bits than the significands have are enough: guard, round, sticky. */
term float_add_ordered(struct lowering *l, struct float_format f, const struct float_parts *a,
		       const struct float_parts *b)
{
	struct bank *k = l->bank;
	uint32_t width = term_width(k, a->significand) + 4;
	term x = term_zero_extend(k, width, a->significand), y = term_zero_extend(k, width, b->significand);
	term three = term_bv(k, width, 3);
	x = term_binary(k, OP_BVSHL, x, three);
	y = term_binary(k, OP_BVSHL, y, three);
	term gap = term_binary(k, OP_BVSUB, a->exponent, b->exponent);
	gap = term_ite(k, b->zero, term_bv(k, term_width(k, gap), 0), gap);
	y = float_shift_sticky(l, y, gap);
	term sum = term_ite(k, same_sign(l, a->sign, b->sign), term_binary(k, OP_BVADD, x, y),
			    term_binary(k, OP_BVSUB, x, y));
	term one = term_bv(k, float_exponent_width(f), 1);
	term rounded = float_round(l, f, a->sign, term_binary(k, OP_BVADD, a->exponent, one), sum);
	/* x - x is +0 (downward: -0), -0 + -0 is -0 */
	term none = term_eq(k, sum, term_bv(k, width, 0));
	term sign = term_ite(k, float_mode_is(l, FLOAT_DOWNWARD), term_or(k, a->sign, b->sign),
			     term_and(k, a->sign, b->sign));
	return term_ite(k, none, float_zero(l, f, sign), rounded);
}

struct float_parts float_either(struct lowering *l, term condition, const struct float_parts *a,
				const struct float_parts *b)
{
	struct bank *k = l->bank;
	return (struct float_parts){ .sign = term_ite(k, condition, a->sign, b->sign),
				     .zero = term_ite(k, condition, a->zero, b->zero),
				     .infinite = term_ite(k, condition, a->infinite, b->infinite),
				     .nan = term_ite(k, condition, a->nan, b->nan),
				     .exponent = term_ite(k, condition, a->exponent, b->exponent),
				     .significand = term_ite(k, condition, a->significand, b->significand) };
}

/* x86: an operand that is a NaN, the first of them, made quiet; for an invalid operation the "indefinite" NaN, whose sign is set. */
static term with_nans(struct lowering *l, struct float_format f, term x, term y, term invalid, term otherwise)
{
	term result = term_ite(l->bank, invalid, float_indefinite(l, f), otherwise);
	result = term_ite(l->bank, float_is_nan(l, f, y), float_quiet(l, f, y), result);
	return term_ite(l->bank, float_is_nan(l, f, x), float_quiet(l, f, x), result);
}

/* x + y, or x + `other`, which is y or -y */
static term add(struct lowering *l, struct float_format f, term x, term y, term other)
{
	struct bank *k = l->bank;
	struct float_parts a = float_unpack(l, f, x), b = float_unpack(l, f, other);
	term swapped = term_binary(k, OP_BVULT, float_magnitude(l, f, x), float_magnitude(l, f, y));
	struct float_parts large = float_either(l, swapped, &b, &a), small = float_either(l, swapped, &a, &b);
	term opposite = term_and(k, term_and(k, a.infinite, b.infinite), term_xor(k, a.sign, b.sign));
	term result = float_add_ordered(l, f, &large, &small);
	result = term_ite(k, large.infinite, float_infinity(l, f, large.sign), result);
	return with_nans(l, f, x, y, opposite, result);
}

term float_negate(struct lowering *l, struct float_format f, term t)
{
	struct bank *k = l->bank;
	uint32_t at = float_magnitude_width(f);
	term sign = term_unary(k, OP_BVNOT, term_extract(k, at, at, t));
	return term_zero_extend(k, f.storage, term_concat(k, sign, float_magnitude(l, f, t)));
}

/* ---- multiplication and division ---- */

static term multiply(struct lowering *l, struct float_format f, term x, term y)
{
	struct bank *k = l->bank;
	struct float_parts a = float_unpack(l, f, x), b = float_unpack(l, f, y);
	uint32_t width = 2 * float_precision(f);
	term sign = term_xor(k, a.sign, b.sign);
	term product = term_binary(k, OP_BVMUL, term_zero_extend(k, width, a.significand),
				   term_zero_extend(k, width, b.significand));
	term exponent = term_binary(k, OP_BVADD, a.exponent, b.exponent);
	exponent = term_binary(k, OP_BVADD, exponent, term_bv(k, term_width(k, exponent), 1));
	term result = float_round(l, f, sign, exponent, product);
	term zero = term_or(k, a.zero, b.zero), infinite = term_or(k, a.infinite, b.infinite);
	result = term_ite(k, zero, float_zero(l, f, sign), result);
	result = term_ite(k, infinite, float_infinity(l, f, sign), result);
	return with_nans(l, f, x, y, term_and(k, zero, infinite), result);
}

static term divide(struct lowering *l, struct float_format f, term x, term y)
{
	struct bank *k = l->bank;
	struct float_parts a = float_unpack(l, f, x), b = float_unpack(l, f, y);
	uint32_t p = float_precision(f), width = 2 * p + 2;
	term sign = term_xor(k, a.sign, b.sign);
	term dividend = term_binary(k, OP_BVSHL, term_zero_extend(k, width, a.significand), term_bv(k, width, p + 2));
	term divisor = term_zero_extend(k, width, b.significand);
	term quotient = term_binary(k, OP_BVUDIV, dividend, divisor);
	term rest = term_binary(k, OP_BVUREM, dividend, divisor);
	term inexact = term_not(k, term_eq(k, rest, term_bv(k, width, 0)));
	quotient = term_binary(k, OP_BVOR, quotient, from_bool(l, inexact, width));
	/* The quotient of two significands in [1, 2) has its highest bit at p + 2 or p + 1. */
	quotient = term_extract(k, p + 2, 0, quotient);
	term exponent = term_binary(k, OP_BVSUB, a.exponent, b.exponent);
	term result = float_round(l, f, sign, exponent, quotient);
	result = term_ite(k, term_or(k, a.zero, b.infinite), float_zero(l, f, sign), result);
	result = term_ite(k, term_or(k, a.infinite, b.zero), float_infinity(l, f, sign), result);
	term invalid = term_or(k, term_and(k, a.zero, b.zero), term_and(k, a.infinite, b.infinite));
	return with_nans(l, f, x, y, invalid, result);
}

term lower_float_binary(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b)
{
	struct float_format f = lower_float_format(l, type);
	switch (operation) {
	case BINARY_ADD:
		return add(l, f, a, b, b);
	case BINARY_SUBTRACT:
		return add(l, f, a, b, float_negate(l, f, b));
	case BINARY_MULTIPLY:
		return multiply(l, f, a, b);
	default:
		return divide(l, f, a, b);
	}
}

/* ---- conversions ---- */

/* A NaN keeps its sign and what fits of its payload, from the highest bit on. */
static term nan_to(struct lowering *l, struct float_format f, struct float_format g, term t)
{
	struct bank *k = l->bank;
	term fraction = float_fraction(l, f, t);
	if (f.fraction < g.fraction)
		fraction = term_concat(k, fraction, term_bv(k, g.fraction - f.fraction, 0));
	else
		fraction = term_extract(k, f.fraction - 1, f.fraction - g.fraction, fraction);
	return float_nan_with(l, g, float_sign(l, f, t), fraction);
}

term float_convert(struct lowering *l, struct float_format f, struct float_format g, term t)
{
	struct bank *k = l->bank;
	struct float_parts a = float_unpack(l, f, t);
	uint32_t wide =
		float_exponent_width(f) > float_exponent_width(g) ? float_exponent_width(f) : float_exponent_width(g);
	/* Rounding in the wider exponent range: what is beyond the narrower one overflows or vanishes all the same. */
	term exponent = term_sign_extend(k, wide, a.exponent), result;
	if (wide > float_exponent_width(g)) {
		uint32_t width = float_exponent_width(g);
		term most = term_bv(k, wide, (UINT64_C(1) << (width - 2)) - 1), least = term_unary(k, OP_BVNEG, most);
		exponent = term_ite(k, term_binary(k, OP_BVSLT, most, exponent), most, exponent);
		exponent = term_ite(k, term_binary(k, OP_BVSLT, exponent, least), least, exponent);
		exponent = term_extract(k, width - 1, 0, exponent);
	}
	result = float_round(l, g, a.sign, exponent, a.significand);
	result = term_ite(k, a.infinite, float_infinity(l, g, a.sign), result);
	result = term_ite(k, a.zero, float_zero(l, g, a.sign), result);
	return term_ite(k, a.nan, nan_to(l, f, g, t), result);
}

term lower_float_to_float(struct lowering *l, const struct type *from, const struct type *to, term t)
{
	return float_convert(l, lower_float_format(l, from), lower_float_format(l, to), t);
}

term lower_float_from_integer(struct lowering *l, const struct type *from, const struct type *to, term t)
{
	struct bank *k = l->bank;
	struct float_format f = lower_float_format(l, to);
	uint32_t width = term_width(k, t);
	term sign = term_false(k), magnitude = t;
	if (type_is_signed(l->types, from)) {
		sign = term_binary(k, OP_BVSLT, t, term_bv(k, width, 0));
		magnitude = term_ite(k, sign, term_unary(k, OP_BVNEG, t), t);
	}
	term exponent = term_bv(k, float_exponent_width(f), width - 1);
	return float_round(l, f, sign, exponent, magnitude);
}

/* Towards zero (6.3.1.4p1); a value that the type does not have gives any value: undefined. */
term lower_float_to_integer(struct lowering *l, const struct type *from, const struct type *to, term t)
{
	struct bank *k = l->bank;
	struct float_format f = lower_float_format(l, from);
	struct float_parts a = float_unpack(l, f, t);
	uint32_t target = term_bits(l, to), p = float_precision(f), width = target + p + 1, e = float_exponent_width(f);
	bool is_signed = type_is_signed(l->types, to);
	/* The significand as a fixed-point number with p - 1 bits after the point, moved by the exponent. */
	term wide = term_zero_extend(k, width, a.significand);
	term below = term_binary(k, OP_BVSLT, a.exponent, term_bv(k, e, 0));
	term too_large = term_binary(k, OP_BVSLE, term_bv(k, e, target), a.exponent);
	term amount = resize(l, a.exponent, width, true);
	term magnitude = term_binary(k, OP_BVLSHR, term_binary(k, OP_BVSHL, wide, amount), term_bv(k, width, p - 1));
	magnitude = term_extract(k, target, 0, magnitude);
	term most = term_binary(k, OP_BVSHL, term_bv(k, target + 1, 1), term_bv(k, target + 1, target - is_signed));
	term fits = term_binary(k, OP_BVULT, magnitude, most);
	term negative_fits = is_signed ? term_binary(k, OP_BVULE, magnitude, most)
				       : term_eq(k, magnitude, term_bv(k, target + 1, 0));
	fits = term_and(k, term_not(k, too_large), term_ite(k, a.sign, negative_fits, fits));
	fits = term_and(k, fits, float_is_finite(l, f, t));
	magnitude = term_extract(k, target - 1, 0, magnitude);
	term value = term_ite(k, a.sign, term_unary(k, OP_BVNEG, magnitude), magnitude);
	term zero = term_bv(k, target, 0);
	term small = term_or(k, a.zero, term_and(k, below, float_is_finite(l, f, t)));
	if (term_is_true(k, term_or(k, small, fits)))
		return term_ite(k, small, zero, value);
	term unknown = emit_unknown(l, to, "conversion out of range");
	return term_ite(k, small, zero, term_ite(k, fits, value, unknown));
}

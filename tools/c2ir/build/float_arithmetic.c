/* Floating-point arithmetic and conversions on IEEE 754 bits (C11 F.3, F.4). */
#include "float_number.h"

#include "bits.h"

static term same_sign(struct bank *k, term a, term b)
{
	return term_not(k, term_xor(k, a, b));
}

/* ---- addition ---- */

/* Three more bits than the significands have are enough: guard, round, sticky. */
term float_add_ordered(struct bank *k, struct float_format f, const struct float_parts *a, const struct float_parts *b)
{
	uint32_t width = term_width(k, a->significand) + 4;
	term x = term_zero_extend(k, width, a->significand), y = term_zero_extend(k, width, b->significand);
	term three = term_bv(k, width, 3);
	x = term_binary(k, OP_BVSHL, x, three);
	y = term_binary(k, OP_BVSHL, y, three);
	term gap = term_binary(k, OP_BVSUB, a->exponent, b->exponent);
	gap = term_ite(k, b->zero, term_bv(k, term_width(k, gap), 0), gap);
	y = float_shift_sticky(k, y, gap);
	term sum = term_ite(k, same_sign(k, a->sign, b->sign), term_binary(k, OP_BVADD, x, y),
			    term_binary(k, OP_BVSUB, x, y));
	term one = term_bv(k, float_exponent_width(f), 1);
	term rounded = float_round(k, f, a->sign, term_binary(k, OP_BVADD, a->exponent, one), sum);
	/* x - x is +0 (downward: -0), -0 + -0 is -0 */
	term none = term_eq(k, sum, term_bv(k, width, 0));
	term sign = term_ite(k, float_mode_is(k, f, FLOAT_DOWNWARD), term_or(k, a->sign, b->sign),
			     term_and(k, a->sign, b->sign));
	return term_ite(k, none, float_zero(k, f, sign), rounded);
}

struct float_parts float_either(struct bank *k, term condition, const struct float_parts *a,
				const struct float_parts *b)
{
	return (struct float_parts){ .sign = term_ite(k, condition, a->sign, b->sign),
				     .zero = term_ite(k, condition, a->zero, b->zero),
				     .infinite = term_ite(k, condition, a->infinite, b->infinite),
				     .nan = term_ite(k, condition, a->nan, b->nan),
				     .exponent = term_ite(k, condition, a->exponent, b->exponent),
				     .significand = term_ite(k, condition, a->significand, b->significand) };
}

/* x86: an operand that is a NaN, the first of them, made quiet; for an invalid operation the "indefinite" NaN, whose sign is set. */
static term with_nans(struct bank *k, struct float_format f, term x, term y, term invalid, term otherwise)
{
	term result = term_ite(k, invalid, float_indefinite(k, f), otherwise);
	result = term_ite(k, float_is_nan(k, f, y), float_quiet(k, f, y), result);
	return term_ite(k, float_is_nan(k, f, x), float_quiet(k, f, x), result);
}

/* x + y, or x + `other`, which is y or -y */
static term add(struct bank *k, struct float_format f, term x, term y, term other)
{
	struct float_parts a = float_unpack(k, f, x), b = float_unpack(k, f, other);
	term swapped = term_binary(k, OP_BVULT, float_magnitude(k, f, x), float_magnitude(k, f, y));
	struct float_parts large = float_either(k, swapped, &b, &a), small = float_either(k, swapped, &a, &b);
	term opposite = term_and(k, term_and(k, a.infinite, b.infinite), term_xor(k, a.sign, b.sign));
	term result = float_add_ordered(k, f, &large, &small);
	result = term_ite(k, large.infinite, float_infinity(k, f, large.sign), result);
	return with_nans(k, f, x, y, opposite, result);
}

term float_add(struct bank *k, struct float_format f, term x, term y)
{
	return add(k, f, x, y, y);
}

term float_subtract(struct bank *k, struct float_format f, term x, term y)
{
	return add(k, f, x, y, float_negate(k, f, y));
}

term float_negate(struct bank *k, struct float_format f, term t)
{
	uint32_t at = float_magnitude_width(f);
	term sign = term_unary(k, OP_BVNOT, term_extract(k, at, at, t));
	return term_zero_extend(k, f.storage, term_concat(k, sign, float_magnitude(k, f, t)));
}

/* ---- multiplication and division ---- */

term float_multiply(struct bank *k, struct float_format f, term x, term y)
{
	struct float_parts a = float_unpack(k, f, x), b = float_unpack(k, f, y);
	uint32_t width = 2 * float_precision(f);
	term sign = term_xor(k, a.sign, b.sign);
	term product = term_binary(k, OP_BVMUL, term_zero_extend(k, width, a.significand),
				   term_zero_extend(k, width, b.significand));
	term exponent = term_binary(k, OP_BVADD, a.exponent, b.exponent);
	exponent = term_binary(k, OP_BVADD, exponent, term_bv(k, term_width(k, exponent), 1));
	term result = float_round(k, f, sign, exponent, product);
	term zero = term_or(k, a.zero, b.zero), infinite = term_or(k, a.infinite, b.infinite);
	result = term_ite(k, zero, float_zero(k, f, sign), result);
	result = term_ite(k, infinite, float_infinity(k, f, sign), result);
	return with_nans(k, f, x, y, term_and(k, zero, infinite), result);
}

term float_divide(struct bank *k, struct float_format f, term x, term y)
{
	struct float_parts a = float_unpack(k, f, x), b = float_unpack(k, f, y);
	uint32_t p = float_precision(f), width = 2 * p + 2;
	term sign = term_xor(k, a.sign, b.sign);
	term dividend = term_binary(k, OP_BVSHL, term_zero_extend(k, width, a.significand), term_bv(k, width, p + 2));
	term divisor = term_zero_extend(k, width, b.significand);
	term quotient = term_binary(k, OP_BVUDIV, dividend, divisor);
	term rest = term_binary(k, OP_BVUREM, dividend, divisor);
	term inexact = term_not(k, term_eq(k, rest, term_bv(k, width, 0)));
	quotient = term_binary(k, OP_BVOR, quotient, bits_of_bool(k, inexact, width));
	/* The quotient of two significands in [1, 2) has its highest bit at p + 2 or p + 1. */
	quotient = term_extract(k, p + 2, 0, quotient);
	term exponent = term_binary(k, OP_BVSUB, a.exponent, b.exponent);
	term result = float_round(k, f, sign, exponent, quotient);
	result = term_ite(k, term_or(k, a.zero, b.infinite), float_zero(k, f, sign), result);
	result = term_ite(k, term_or(k, a.infinite, b.zero), float_infinity(k, f, sign), result);
	term invalid = term_or(k, term_and(k, a.zero, b.zero), term_and(k, a.infinite, b.infinite));
	return with_nans(k, f, x, y, invalid, result);
}

/* ---- conversions ---- */

/* A NaN keeps its sign and what fits of its payload, from the highest bit on. */
static term nan_to(struct bank *k, struct float_format f, struct float_format g, term t)
{
	term fraction = float_fraction(k, f, t);
	if (f.fraction < g.fraction)
		fraction = term_concat(k, fraction, term_bv(k, g.fraction - f.fraction, 0));
	else
		fraction = term_extract(k, f.fraction - 1, f.fraction - g.fraction, fraction);
	return float_nan_with(k, g, float_sign(k, f, t), fraction);
}

term float_convert(struct bank *k, struct float_format f, struct float_format g, term t)
{
	struct float_parts a = float_unpack(k, f, t);
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
	result = float_round(k, g, a.sign, exponent, a.significand);
	result = term_ite(k, a.infinite, float_infinity(k, g, a.sign), result);
	result = term_ite(k, a.zero, float_zero(k, g, a.sign), result);
	return term_ite(k, a.nan, nan_to(k, f, g, t), result);
}

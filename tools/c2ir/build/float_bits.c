/* Floating-point numbers as their IEEE 754 bits: what needs no arithmetic. Comparisons (C11 6.5.8, 6.5.9, F.3), truth,
 * sign, classes. x87's long double has its 80 bits in the low part of its 128 or 96 and an explicit leading bit. */
#include "float_bits.h"

#include "bits.h"

/* Bits without the sign. */
uint32_t float_magnitude_width(struct float_format f)
{
	return f.exponent + f.fraction + f.explicit_one;
}

term float_magnitude(struct bank *k, struct float_format f, term t)
{
	return term_extract(k, float_magnitude_width(f) - 1, 0, t);
}

term float_sign(struct bank *k, struct float_format f, term t)
{
	uint32_t at = float_magnitude_width(f);
	return term_eq(k, term_extract(k, at, at, t), term_bv(k, 1, 1));
}

static term zeros(struct bank *k, uint32_t width)
{
	return term_bv(k, width, 0);
}

static term ones(struct bank *k, uint32_t width)
{
	return term_unary(k, OP_BVNOT, zeros(k, width));
}

term float_exponent(struct bank *k, struct float_format f, term t)
{
	uint32_t low = f.fraction + f.explicit_one;
	return term_extract(k, low + f.exponent - 1, low, t);
}

term float_fraction(struct bank *k, struct float_format f, term t)
{
	return term_extract(k, f.fraction - 1, 0, t);
}

term float_is_zero(struct bank *k, struct float_format f, term t)
{
	return term_eq(k, float_magnitude(k, f, t), zeros(k, float_magnitude_width(f)));
}

static term exponent_is_full(struct bank *k, struct float_format f, term t)
{
	return term_eq(k, float_exponent(k, f, t), ones(k, f.exponent));
}

static term fraction_is_zero(struct bank *k, struct float_format f, term t)
{
	return term_eq(k, float_fraction(k, f, t), zeros(k, f.fraction));
}

term float_is_nan(struct bank *k, struct float_format f, term t)
{
	return term_and(k, exponent_is_full(k, f, t), term_not(k, fraction_is_zero(k, f, t)));
}

term float_is_infinite(struct bank *k, struct float_format f, term t)
{
	return term_and(k, exponent_is_full(k, f, t), fraction_is_zero(k, f, t));
}

term float_is_finite(struct bank *k, struct float_format f, term t)
{
	return term_not(k, exponent_is_full(k, f, t));
}

static term neither_is_nan(struct bank *k, struct float_format f, term a, term b)
{
	return term_not(k, term_or(k, float_is_nan(k, f, a), float_is_nan(k, f, b)));
}

static term both_are_zero(struct bank *k, struct float_format f, term a, term b)
{
	return term_and(k, float_is_zero(k, f, a), float_is_zero(k, f, b));
}

static term value_bits(struct bank *k, struct float_format f, term t)
{
	return term_extract(k, float_magnitude_width(f), 0, t);
}

term float_equal(struct bank *k, struct float_format f, term a, term b)
{
	term same = term_eq(k, value_bits(k, f, a), value_bits(k, f, b));
	return term_and(k, neither_is_nan(k, f, a, b), term_or(k, same, both_are_zero(k, f, a, b)));
}

/* Magnitudes compare like integers; a negative sign turns that around. */
term float_less(struct bank *k, struct float_format f, term a, term b, bool or_equal)
{
	term x = float_magnitude(k, f, a), y = float_magnitude(k, f, b);
	term a_negative = float_sign(k, f, a), b_negative = float_sign(k, f, b);
	enum op op = or_equal ? OP_BVULE : OP_BVULT;
	term same_sign = term_ite(k, a_negative, term_binary(k, op, y, x), term_binary(k, op, x, y));
	term less = term_ite(k, term_eq(k, bits_of_bool(k, a_negative, 1), bits_of_bool(k, b_negative, 1)), same_sign,
			     a_negative);
	less = term_ite(k, both_are_zero(k, f, a, b), term_bool(k, or_equal), less);
	return term_and(k, neither_is_nan(k, f, a, b), less);
}

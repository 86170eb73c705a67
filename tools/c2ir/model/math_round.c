/* Rounding to an integral value (IEEE 754 5.9) and the square root, digit by digit (5.4.1): both exact. */
#include "math_terms.h"

#include "bits.h"

/* ---- to an integral value ---- */

static term increment(struct bank *b, struct float_format f, enum rounding mode, term sign, term guard, term sticky,
		      term odd)
{
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
	case ROUND_HALF_EVEN:
		return term_and(b, guard, term_or(b, sticky, odd));
	case ROUND_CURRENT:
		return float_rounds_up(b, f, sign, guard, sticky, odd);
	}
	return term_false(b);
}

static term bit(struct bank *b, term t, uint32_t i)
{
	return term_eq(b, term_extract(b, i, i, t), term_bv(b, 1, 1));
}

term float_integral(struct bank *b, struct float_format f, term t, enum rounding mode)
{
	struct float_parts a = float_unpack(b, f, t);
	uint32_t p = float_precision(f), e = float_exponent_width(f);
	term point = term_bv(b, e, p - 1);
	term whole = term_binary(b, OP_BVSLE, point, a.exponent);
	/* integer part, guard, sticky */
	term fixed = term_concat(b, a.significand, term_bv(b, 2, 0));
	fixed = float_shift_sticky(b, fixed, term_binary(b, OP_BVSUB, point, a.exponent));
	term number = term_zero_extend(b, p + 1, term_extract(b, p + 1, 2, fixed));
	term up = increment(b, f, mode, a.sign, bit(b, fixed, 1), bit(b, fixed, 0), bit(b, fixed, 2));
	number = term_binary(b, OP_BVADD, number, bits_of_bool(b, up, p + 1));
	term result = float_round(b, f, a.sign, term_bv(b, e, p), number);
	term same = term_or(b, term_or(b, whole, a.zero), a.infinite);
	return term_ite(b, a.nan, float_quiet(b, f, t), term_ite(b, same, t, result));
}

/* ---- square root ---- */

/* floor(sqrt(n)), two bits of n for each of the result, and whether it is not exact. Nothing is cut off on the way: the rest
 * becomes wider by two bits with each of them, as an extract of it would be taken down through all those before. */
static term root_of(struct bank *b, term n, term *inexact)
{
	uint32_t bits = term_width(b, n) / 2;
	term root = term_bv(b, 1, 0), rest = root;
	for (uint32_t i = bits; i-- > 0;) {
		rest = term_concat(b, rest, term_extract(b, 2 * i + 1, 2 * i, n));
		term trial = term_zero_extend(b, term_width(b, rest), term_concat(b, root, term_bv(b, 2, 1)));
		term fits = term_binary(b, OP_BVULE, trial, rest);
		rest = term_ite(b, fits, term_binary(b, OP_BVSUB, rest, trial), rest);
		root = term_concat(b, root, bits_of_bool(b, fits, 1));
	}
	*inexact = bits_nonzero(b, rest);
	return term_extract(b, bits - 1, 0, root);
}

term float_square_root(struct bank *b, struct float_format f, term t)
{
	struct float_parts a = float_unpack(b, f, t);
	uint32_t p = float_precision(f), e = float_exponent_width(f), width = 2 * p + 4;
	term odd = bit(b, a.exponent, 0);
	term n = term_binary(b, OP_BVSHL, term_zero_extend(b, width, a.significand), term_bv(b, width, p + 3));
	n = term_ite(b, odd, term_binary(b, OP_BVSHL, n, term_bv(b, width, 1)), n);
	term inexact, root = root_of(b, n, &inexact);
	term exponent = term_binary(b, OP_BVASHR, a.exponent, term_bv(b, e, 1));
	term result = float_round(b, f, term_false(b), exponent, term_concat(b, root, bits_of_bool(b, inexact, 1)));
	result = term_ite(b, a.sign, float_indefinite(b, f), result);
	result = term_ite(b, a.nan, float_quiet(b, f, t), result);
	return term_ite(b, term_or(b, a.zero, term_and(b, a.infinite, term_not(b, a.sign))), t, result);
}

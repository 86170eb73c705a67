/* Rounding to an integral value (IEEE 754 5.9) and the square root, digit by digit (5.4.1): both exact. */
#include "c_term.h"
#include "float_number.h"
#include "lowering.h"

/* ---- to an integral value ---- */

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
	case ROUND_HALF_EVEN:
		return term_and(b, guard, term_or(b, sticky, odd));
	case ROUND_CURRENT:
		return float_rounds_up(l, sign, guard, sticky, odd);
	}
	return term_false(b);
}

static term bit(struct lowering *l, term t, uint32_t i)
{
	return term_eq(l->bank, term_extract(l->bank, i, i, t), term_bv(l->bank, 1, 1));
}

term float_integral(struct lowering *l, struct float_format f, term t, enum rounding mode)
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
	term same = term_or(b, term_or(b, whole, a.zero), a.infinite);
	return term_ite(b, a.nan, float_quiet(l, f, t), term_ite(b, same, t, result));
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

term float_square_root(struct lowering *l, struct float_format f, term t)
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
	result = term_ite(b, a.sign, float_indefinite(l, f), result);
	result = term_ite(b, a.nan, float_quiet(l, f, t), result);
	return term_ite(b, term_or(b, a.zero, term_and(b, a.infinite, term_not(b, a.sign))), t, result);
}

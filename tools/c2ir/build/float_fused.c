/* x * y + z, rounded once (C11 7.12.13, IEEE 754 5.4.1): the exact product, of twice the precision, and z in that precision too,
 * are added as two numbers are. */

#include "float_number.h"

/* Of two finite numbers; the highest bit of the significand is set. */
static struct float_parts product(struct bank *k, const struct float_parts *a, const struct float_parts *b)
{
	uint32_t width = 2 * term_width(k, a->significand);
	struct float_parts p = { .sign = term_xor(k, a->sign, b->sign), .zero = term_or(k, a->zero, b->zero) };
	term significand = term_binary(k, OP_BVMUL, term_zero_extend(k, width, a->significand),
				       term_zero_extend(k, width, b->significand));
	term exponent = term_binary(k, OP_BVADD, a->exponent, b->exponent);
	term high = term_eq(k, term_extract(k, width - 1, width - 1, significand), term_bv(k, 1, 1));
	term next = term_binary(k, OP_BVADD, exponent, term_bv(k, term_width(k, exponent), 1));
	term moved = term_concat(k, term_extract(k, width - 2, 0, significand), term_bv(k, 1, 0));
	p.exponent = term_ite(k, high, next, exponent);
	p.significand = term_ite(k, high, significand, moved);
	p.infinite = p.nan = term_false(k);
	return p;
}

/* Of two finite numbers: |a| < |b|. */
static term is_smaller(struct bank *k, const struct float_parts *a, const struct float_parts *b)
{
	term lower = term_binary(k, OP_BVSLT, a->exponent, b->exponent);
	term same = term_eq(k, a->exponent, b->exponent);
	lower = term_or(k, lower, term_and(k, same, term_binary(k, OP_BVULT, a->significand, b->significand)));
	return term_ite(k, b->zero, term_false(k), term_or(k, a->zero, lower));
}

static term finite_sum(struct bank *k, struct float_format f, const struct float_parts *a, const struct float_parts *b)
{
	term swapped = is_smaller(k, a, b);
	struct float_parts large = float_either(k, swapped, b, a), small = float_either(k, swapped, a, b);
	return float_add_ordered(k, f, &large, &small);
}

static term first_nan(struct bank *k, struct float_format f, term x, term y, term z, term otherwise)
{
	term result = term_ite(k, float_is_nan(k, f, z), float_quiet(k, f, z), otherwise);
	result = term_ite(k, float_is_nan(k, f, y), float_quiet(k, f, y), result);
	return term_ite(k, float_is_nan(k, f, x), float_quiet(k, f, x), result);
}

term float_fused(struct bank *k, struct float_format f, term x, term y, term z)
{
	struct float_parts a = float_unpack(k, f, x), b = float_unpack(k, f, y), c = float_unpack(k, f, z);
	struct float_parts p = product(k, &a, &b);
	c.significand = term_concat(k, c.significand, term_bv(k, float_precision(f), 0));
	term result = finite_sum(k, f, &p, &c);
	term infinite = term_or(k, a.infinite, b.infinite);
	term invalid = term_or(k, term_and(k, a.zero, b.infinite), term_and(k, a.infinite, b.zero));
	invalid = term_or(k, invalid, term_and(k, term_and(k, infinite, c.infinite), term_xor(k, p.sign, c.sign)));
	result = term_ite(k, infinite, float_infinity(k, f, p.sign), result);
	result = term_ite(k, c.infinite, z, result);
	result = term_ite(k, invalid, float_indefinite(k, f), result);
	return first_nan(k, f, x, y, z, result);
}

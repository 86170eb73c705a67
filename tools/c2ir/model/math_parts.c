/* Functions of <math.h> that take numbers apart or choose one of two (C11 7.12.6, 7.12.11, 7.12.12): all exact. */
#include "math_terms.h"

#include "bits.h"

static term bits_of(struct bank *b, struct float_format f, term sign, term magnitude)
{
	return term_zero_extend(b, f.storage, term_concat(b, bits_of_bool(b, sign, 1), magnitude));
}

term float_copy_sign(struct bank *b, struct float_format f, term x, term y)
{
	return bits_of(b, f, float_sign(b, f, y), float_magnitude(b, f, x));
}

/* A NaN is a missing operand (F.10.9.2); of +0 and -0 the second, as SSE's minsd has it. */
static term chosen(struct bank *b, struct float_format f, term first, term x, term y)
{
	term result = term_ite(b, first, x, y);
	result = term_ite(b, float_is_nan(b, f, y), x, result);
	return term_ite(b, float_is_nan(b, f, x), y, result);
}

term float_minimum(struct bank *b, struct float_format f, term x, term y)
{
	return chosen(b, f, float_less(b, f, x, y, false), x, y);
}

term float_maximum(struct bank *b, struct float_format f, term x, term y)
{
	return chosen(b, f, float_less(b, f, y, x, false), x, y);
}

/* Not finite, or zero: itself, a NaN made quiet. */
static term unless_special(struct bank *b, struct float_format f, term t, term result)
{
	term same = term_or(b, float_is_zero(b, f, t), float_is_infinite(b, f, t));
	result = term_ite(b, same, t, result);
	return term_ite(b, float_is_nan(b, f, t), float_quiet(b, f, t), result);
}

static term clamped(struct bank *b, term t, uint64_t limit)
{
	term most = term_bv(b, term_width(b, t), limit), least = term_unary(b, OP_BVNEG, most);
	t = term_ite(b, term_binary(b, OP_BVSLT, most, t), most, t);
	return term_ite(b, term_binary(b, OP_BVSLT, t, least), least, t);
}

/* A scale of four times the largest exponent moves every number out of the range. */
term float_scale(struct bank *b, struct float_format f, term t, term n)
{
	struct float_parts a = float_unpack(b, f, t);
	uint32_t width = float_exponent_width(f);
	term steps = clamped(b, n, UINT64_C(1) << (f.exponent + 1));
	steps = bits_resize(b, steps, width, true);
	term exponent = term_binary(b, OP_BVADD, a.exponent, steps);
	return unless_special(b, f, t, float_round(b, f, a.sign, exponent, a.significand));
}

/* ilogb(): as glibc on x86, INT_MIN of 0 and NaN, INT_MAX of an infinity (FP_ILOGB0, FP_ILOGBNAN). */
term float_exponent_of(struct bank *b, struct float_format f, term t)
{
	struct float_parts a = float_unpack(b, f, t);
	term least = term_bv(b, 32, UINT64_C(1) << 31), most = term_bv(b, 32, (UINT64_C(1) << 31) - 1);
	term result = term_ite(b, a.infinite, most, term_sign_extend(b, 32, a.exponent));
	return term_ite(b, term_or(b, a.zero, a.nan), least, result);
}

/* x87's leading bit is set in all but zero and the subnormal numbers: without it magnitudes are consecutive. */
static term consecutive(struct bank *b, struct float_format f, term t)
{
	return term_concat(b, float_exponent(b, f, t), float_fraction(b, f, t));
}

static term from_consecutive(struct bank *b, struct float_format f, term sign, term magnitude)
{
	term field = term_extract(b, f.exponent + f.fraction - 1, f.fraction, magnitude);
	term one = bits_of_bool(b, bits_nonzero(b, field), 1);
	term significand = term_concat(b, one, term_extract(b, f.fraction - 1, 0, magnitude));
	return float_pack(b, f, sign, field, significand);
}

/* x's type, with x's own format if that is y's too. */
static term widened(struct bank *b, struct float_format f, struct float_format g, term x)
{
	return f.exponent == g.exponent && f.fraction == g.fraction ? x : float_convert(b, f, g, x);
}

term float_next(struct bank *b, struct float_format f, struct float_format g, term x, term y)
{
	term wide = widened(b, f, g, x), sign = float_sign(b, f, x);
	term above = float_less(b, g, wide, y, false), equal = float_equal(b, g, wide, y);
	uint32_t width = f.exponent + f.fraction;
	term magnitude = consecutive(b, f, x), one = term_bv(b, width, 1);
	term grows = term_xor(b, above, sign);
	magnitude =
		term_ite(b, grows, term_binary(b, OP_BVADD, magnitude, one), term_binary(b, OP_BVSUB, magnitude, one));
	term result = from_consecutive(b, f, sign, magnitude);
	result = term_ite(b, float_is_zero(b, f, x), from_consecutive(b, f, float_sign(b, g, y), one), result);
	result = term_ite(b, equal, widened(b, g, f, y), result);
	result = term_ite(b, float_is_nan(b, g, y), widened(b, g, f, float_quiet(b, g, y)), result);
	return term_ite(b, float_is_nan(b, f, x), float_quiet(b, f, x), result);
}

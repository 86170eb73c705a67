/* Functions of <math.h> that take numbers apart or choose one of two (C11 7.12.6, 7.12.11, 7.12.12): all exact. */
#include "c_term.h"
#include "float_number.h"
#include "lowering.h"

static term bits_of(struct lowering *l, struct float_format f, term sign, term magnitude)
{
	return term_zero_extend(l->bank, f.storage, term_concat(l->bank, from_bool(l, sign, 1), magnitude));
}

term float_copy_sign(struct lowering *l, struct float_format f, term x, term y)
{
	return bits_of(l, f, float_sign(l, f, y), float_magnitude(l, f, x));
}

/* A NaN is a missing operand (F.10.9.2); of +0 and -0 the second, as SSE's minsd has it. */
static term chosen(struct lowering *l, struct float_format f, term first, term x, term y)
{
	struct bank *b = l->bank;
	term result = term_ite(b, first, x, y);
	result = term_ite(b, float_is_nan(l, f, y), x, result);
	return term_ite(b, float_is_nan(l, f, x), y, result);
}

term float_minimum(struct lowering *l, struct float_format f, term x, term y)
{
	return chosen(l, f, float_less(l, f, x, y, false), x, y);
}

term float_maximum(struct lowering *l, struct float_format f, term x, term y)
{
	return chosen(l, f, float_less(l, f, y, x, false), x, y);
}

/* Not finite, or zero: itself, a NaN made quiet. */
static term unless_special(struct lowering *l, struct float_format f, term t, term result)
{
	struct bank *b = l->bank;
	term same = term_or(b, float_is_zero(l, f, t), float_is_infinite(l, f, t));
	result = term_ite(b, same, t, result);
	return term_ite(b, float_is_nan(l, f, t), float_quiet(l, f, t), result);
}

static term clamped(struct lowering *l, term t, uint64_t limit)
{
	struct bank *b = l->bank;
	term most = term_bv(b, term_width(b, t), limit), least = term_unary(b, OP_BVNEG, most);
	t = term_ite(b, term_binary(b, OP_BVSLT, most, t), most, t);
	return term_ite(b, term_binary(b, OP_BVSLT, t, least), least, t);
}

/* A scale of four times the largest exponent moves every number out of the range. */
term float_scale(struct lowering *l, struct float_format f, term t, term n)
{
	struct bank *b = l->bank;
	struct float_parts a = float_unpack(l, f, t);
	uint32_t width = float_exponent_width(f);
	term steps = clamped(l, n, UINT64_C(1) << (f.exponent + 1));
	steps = resize(l, steps, width, true);
	term exponent = term_binary(b, OP_BVADD, a.exponent, steps);
	return unless_special(l, f, t, float_round(l, f, a.sign, exponent, a.significand));
}

/* ilogb(): as glibc on x86, INT_MIN of 0 and NaN, INT_MAX of an infinity (FP_ILOGB0, FP_ILOGBNAN). */
term float_exponent_of(struct lowering *l, struct float_format f, term t)
{
	struct bank *b = l->bank;
	struct float_parts a = float_unpack(l, f, t);
	term least = term_bv(b, 32, UINT64_C(1) << 31), most = term_bv(b, 32, (UINT64_C(1) << 31) - 1);
	term result = term_ite(b, a.infinite, most, term_sign_extend(b, 32, a.exponent));
	return term_ite(b, term_or(b, a.zero, a.nan), least, result);
}

/* x87's leading bit is set in all but zero and the subnormal numbers: without it magnitudes are consecutive. */
static term consecutive(struct lowering *l, struct float_format f, term t)
{
	return term_concat(l->bank, float_exponent(l, f, t), float_fraction(l, f, t));
}

static term from_consecutive(struct lowering *l, struct float_format f, term sign, term magnitude)
{
	struct bank *b = l->bank;
	term field = term_extract(b, f.exponent + f.fraction - 1, f.fraction, magnitude);
	term one = from_bool(l, nonzero(l, field), 1);
	term significand = term_concat(b, one, term_extract(b, f.fraction - 1, 0, magnitude));
	return float_pack(l, f, sign, field, significand);
}

/* x's type, with x's own format if that is y's too. */
static term widened(struct lowering *l, struct float_format f, struct float_format g, term x)
{
	return f.exponent == g.exponent && f.fraction == g.fraction ? x : float_convert(l, f, g, x);
}

term float_next(struct lowering *l, struct float_format f, struct float_format g, term x, term y)
{
	struct bank *b = l->bank;
	term wide = widened(l, f, g, x), sign = float_sign(l, f, x);
	term above = float_less(l, g, wide, y, false), equal = float_equal(l, g, wide, y);
	uint32_t width = f.exponent + f.fraction;
	term magnitude = consecutive(l, f, x), one = term_bv(b, width, 1);
	term grows = term_xor(b, above, sign);
	magnitude =
		term_ite(b, grows, term_binary(b, OP_BVADD, magnitude, one), term_binary(b, OP_BVSUB, magnitude, one));
	term result = from_consecutive(l, f, sign, magnitude);
	result = term_ite(b, float_is_zero(l, f, x), from_consecutive(l, f, float_sign(l, g, y), one), result);
	result = term_ite(b, equal, widened(l, g, f, y), result);
	result = term_ite(b, float_is_nan(l, g, y), widened(l, g, f, float_quiet(l, g, y)), result);
	return term_ite(b, float_is_nan(l, f, x), float_quiet(l, f, x), result);
}

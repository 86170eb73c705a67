/* Floating-point numbers taken apart and put together: (-1)^sign * significand * 2^exponent, normalised, and rounding to the
 * nearest, ties to even (IEEE 754 4.3.1), which is the mode that programs start in (C11 F.8.1), or in a program that calls
 * fesetround() as the global $rounding says. */
#include "float_number.h"

#include "bits.h"

/* ---- rounding modes, by their numbers in <fenv.h> on x86 ---- */

/* May the mode be another than to nearest? */
static bool float_modes(struct float_format f)
{
	return f.mode != 0;
}

/* Bool: the mode in force is `mode`. */
term float_mode_is(struct bank *b, struct float_format f, enum float_mode mode)
{
	return f.mode ? term_eq(b, f.mode, term_bv(b, 32, mode)) : term_bool(b, mode == FLOAT_NEAREST);
}

/* Away from zero, of a number whose exact value is not representable? */
static term directed_up(struct bank *b, struct float_format f, term sign)
{
	return term_or(b, term_and(b, float_mode_is(b, f, FLOAT_DOWNWARD), sign),
		       term_and(b, float_mode_is(b, f, FLOAT_UPWARD), term_not(b, sign)));
}

/* Is the next larger magnitude taken? */
term float_rounds_up(struct bank *b, struct float_format f, term sign, term half, term below, term odd)
{
	term nearest = term_and(b, half, term_or(b, below, odd));
	if (!float_modes(f))
		return nearest;
	term directed = term_and(b, term_or(b, half, below), directed_up(b, f, sign));
	return term_ite(b, float_mode_is(b, f, FLOAT_NEAREST), nearest, directed);
}

static term zeros(struct bank *b, uint32_t width)
{
	return term_bv(b, width, 0);
}

static term is_zero(struct bank *b, term t)
{
	return term_eq(b, t, zeros(b, term_width(b, t)));
}

uint32_t float_precision(struct float_format f)
{
	return f.fraction + 1;
}

/* Wide enough for every exponent that occurs on the way. */
uint32_t float_exponent_width(struct float_format f)
{
	return f.exponent + 4;
}

static uint64_t bias_of(struct float_format f)
{
	return (UINT64_C(1) << (f.exponent - 1)) - 1;
}

static term subtract_constant(struct bank *b, term t, uint64_t value)
{
	return term_binary(b, OP_BVSUB, t, term_bv(b, term_width(b, t), value));
}

/* Shifts left until the highest bit is set (0 stays), taking the steps off the exponent. */
static void normalise(struct bank *b, term *significand, term *exponent)
{
	uint32_t width = term_width(b, *significand), step = 1;
	while (step * 2 < width)
		step *= 2;
	for (; step > 0; step /= 2) {
		term high = term_extract(b, width - 1, width - step, *significand);
		term low = is_zero(b, high);
		term moved = term_binary(b, OP_BVSHL, *significand, term_bv(b, width, step));
		*significand = term_ite(b, low, moved, *significand);
		*exponent = term_ite(b, low, subtract_constant(b, *exponent, step), *exponent);
	}
}

struct float_parts float_unpack(struct bank *b, struct float_format f, term t)
{
	struct float_parts p = { .sign = float_sign(b, f, t) };
	term field = float_exponent(b, f, t), fraction = float_fraction(b, f, t);
	term subnormal = is_zero(b, field);
	term one = f.explicit_one ? term_extract(b, f.fraction, f.fraction, t)
				  : bits_of_bool(b, term_not(b, subnormal), 1);
	p.zero = float_is_zero(b, f, t);
	p.infinite = float_is_infinite(b, f, t);
	p.nan = float_is_nan(b, f, t);
	p.significand = term_concat(b, one, fraction);
	p.exponent = subtract_constant(b, term_zero_extend(b, float_exponent_width(f), field), bias_of(f));
	p.exponent = term_ite(b, subnormal, term_bv(b, float_exponent_width(f), 1 - bias_of(f)), p.exponent);
	normalise(b, &p.significand, &p.exponent);
	return p;
}

/* Right by `amount`, which is not negative; what is lost leaves the lowest bit set. */
term float_shift_sticky(struct bank *b, term t, term amount)
{
	uint32_t width = term_width(b, t), have = term_width(b, amount);
	term wide = have > width ? term_extract(b, width - 1, 0, amount) : term_zero_extend(b, width, amount);
	if (have > width) {
		term high = term_extract(b, have - 1, width, amount);
		wide = term_ite(b, is_zero(b, high), wide, term_unary(b, OP_BVNOT, zeros(b, width)));
	}
	term moved = term_binary(b, OP_BVLSHR, t, wide);
	term lost = term_not(b, term_eq(b, term_binary(b, OP_BVSHL, moved, wide), t));
	return term_binary(b, OP_BVOR, moved, bits_of_bool(b, lost, width));
}

/* Of the fields; the significand has its leading bit. */
term float_pack(struct bank *b, struct float_format f, term sign, term field, term significand)
{
	term low = f.explicit_one ? significand : term_extract(b, f.fraction - 1, 0, significand);
	term bits = term_concat(b, term_concat(b, bits_of_bool(b, sign, 1), field), low);
	return term_zero_extend(b, f.storage, bits);
}

term float_nan_with(struct bank *b, struct float_format f, term sign, term fraction)
{
	term payload = term_extract(b, f.fraction - 2, 0, fraction);
	term significand = term_concat(b, term_bv(b, 2, 3), payload);
	return float_pack(b, f, sign, term_unary(b, OP_BVNOT, zeros(b, f.exponent)), significand);
}

term float_quiet(struct bank *b, struct float_format f, term t)
{
	return float_nan_with(b, f, float_sign(b, f, t), float_fraction(b, f, t));
}

term float_indefinite(struct bank *b, struct float_format f)
{
	return float_nan_with(b, f, term_true(b), zeros(b, f.fraction));
}

term float_infinity(struct bank *b, struct float_format f, term sign)
{
	uint32_t p = float_precision(f);
	term one = term_binary(b, OP_BVSHL, term_bv(b, p, 1), term_bv(b, p, p - 1));
	return float_pack(b, f, sign, term_unary(b, OP_BVNOT, zeros(b, f.exponent)), one);
}

term float_zero(struct bank *b, struct float_format f, term sign)
{
	return float_pack(b, f, sign, zeros(b, f.exponent), zeros(b, float_precision(f)));
}

/* Cuts the significand (of more bits than the format has) to the precision, one bit wider for the carry. */
static term rounded(struct bank *b, struct float_format f, term sign, term significand)
{
	uint32_t width = term_width(b, significand), p = float_precision(f), rest = width - p;
	term kept = term_extract(b, width - 1, rest, significand);
	term half = term_eq(b, term_extract(b, rest - 1, rest - 1, significand), term_bv(b, 1, 1));
	term below = rest > 1 ? term_not(b, is_zero(b, term_extract(b, rest - 2, 0, significand))) : term_false(b);
	term odd = term_eq(b, term_extract(b, 0, 0, kept), term_bv(b, 1, 1));
	term up = float_rounds_up(b, f, sign, half, below, odd);
	return term_binary(b, OP_BVADD, term_zero_extend(b, p + 1, kept), bits_of_bool(b, up, p + 1));
}

/* What is too large is infinite, or the largest number if it is not rounded away from zero. */
static term overflowed(struct bank *b, struct float_format f, term sign)
{
	term infinite = float_infinity(b, f, sign);
	if (!float_modes(f))
		return infinite;
	term field = term_bv(b, f.exponent, (UINT64_C(1) << f.exponent) - 2);
	term largest = float_pack(b, f, sign, field, term_unary(b, OP_BVNOT, zeros(b, float_precision(f))));
	return term_ite(b, term_or(b, float_mode_is(b, f, FLOAT_NEAREST), directed_up(b, f, sign)), infinite, largest);
}

/* The number nearest to significand * 2^exponent, where the significand's highest bit counts 1 and its lowest stands for
 * everything below. Exponents have float_exponent_width(f) bits. */
term float_round(struct bank *b, struct float_format f, term sign, term exponent, term significand)
{
	uint32_t p = float_precision(f), width = float_exponent_width(f);
	if (term_width(b, significand) < p + 2)
		significand = term_concat(b, significand, zeros(b, p + 2 - term_width(b, significand)));
	term none = is_zero(b, significand);
	normalise(b, &significand, &exponent);
	term least = term_bv(b, width, 1 - bias_of(f));
	term small = term_binary(b, OP_BVSLT, exponent, least);
	term gap = term_ite(b, small, term_binary(b, OP_BVSUB, least, exponent), zeros(b, width));
	significand = float_shift_sticky(b, significand, gap);
	exponent = term_ite(b, small, least, exponent);
	term sum = rounded(b, f, sign, significand);
	term carry = term_eq(b, term_extract(b, p, p, sum), term_bv(b, 1, 1));
	term final = term_ite(b, carry, term_extract(b, p, 1, sum), term_extract(b, p - 1, 0, sum));
	exponent = term_ite(b, carry, term_binary(b, OP_BVADD, exponent, term_bv(b, width, 1)), exponent);
	term normal = term_eq(b, term_extract(b, p - 1, p - 1, final), term_bv(b, 1, 1));
	term field = term_binary(b, OP_BVADD, exponent, term_bv(b, width, bias_of(f)));
	term overflow = term_binary(b, OP_BVSLE, term_bv(b, width, (UINT64_C(1) << f.exponent) - 1), field);
	field = term_ite(b, normal, term_extract(b, f.exponent - 1, 0, field), zeros(b, f.exponent));
	term result = term_ite(b, overflow, overflowed(b, f, sign), float_pack(b, f, sign, field, final));
	return term_ite(b, none, float_zero(b, f, sign), result);
}

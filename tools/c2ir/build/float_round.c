/* Floating-point numbers taken apart and put together: (-1)^sign * significand * 2^exponent, normalised, and rounding to the
 * nearest, ties to even (IEEE 754 4.3.1), which is the mode that programs start in (C11 F.8.1), or in a program that calls
 * fesetround() as the global $rounding says. */
#include "c_term.h"
#include "float_number.h"
#include "lowering.h"
#include "number.h"

/* ---- rounding modes, by their numbers in <fenv.h> on x86 ---- */

/* May the mode be another than to nearest? */
static bool float_modes(const struct lowering *l)
{
	return l->machine.rounding != NULL;
}

/* Bool: the mode in force is `mode`. */
term float_mode_is(struct lowering *l, enum float_mode mode)
{
	if (!l->machine.rounding)
		return term_bool(l->bank, mode == FLOAT_NEAREST);
	return term_eq(l->bank, l->machine.rounding->term, term_bv(l->bank, 32, mode));
}

/* Away from zero, of a number whose exact value is not representable? */
static term directed_up(struct lowering *l, term sign)
{
	struct bank *b = l->bank;
	return term_or(b, term_and(b, float_mode_is(l, FLOAT_DOWNWARD), sign),
		       term_and(b, float_mode_is(l, FLOAT_UPWARD), term_not(b, sign)));
}

/* Is the next larger magnitude taken? */
term float_rounds_up(struct lowering *l, term sign, term half, term below, term odd)
{
	struct bank *b = l->bank;
	term nearest = term_and(b, half, term_or(b, below, odd));
	if (!float_modes(l))
		return nearest;
	term directed = term_and(b, term_or(b, half, below), directed_up(l, sign));
	return term_ite(b, float_mode_is(l, FLOAT_NEAREST), nearest, directed);
}

static term zeros(struct lowering *l, uint32_t width)
{
	return term_bv(l->bank, width, 0);
}

static term is_zero(struct lowering *l, term t)
{
	return term_eq(l->bank, t, zeros(l, term_width(l->bank, t)));
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

static term subtract_constant(struct lowering *l, term t, uint64_t value)
{
	return term_binary(l->bank, OP_BVSUB, t, term_bv(l->bank, term_width(l->bank, t), value));
}

/* Shifts left until the highest bit is set (0 stays), taking the steps off the exponent. */
static void normalise(struct lowering *l, term *significand, term *exponent)
{
	struct bank *b = l->bank;
	uint32_t width = term_width(b, *significand), step = 1;
	while (step * 2 < width)
		step *= 2;
	for (; step > 0; step /= 2) {
		term high = term_extract(b, width - 1, width - step, *significand);
		term low = is_zero(l, high);
		term moved = term_binary(b, OP_BVSHL, *significand, term_bv(b, width, step));
		*significand = term_ite(b, low, moved, *significand);
		*exponent = term_ite(b, low, subtract_constant(l, *exponent, step), *exponent);
	}
}

struct float_parts float_unpack(struct lowering *l, struct float_format f, term t)
{
	struct bank *b = l->bank;
	struct float_parts p = { .sign = float_sign(l, f, t) };
	term field = float_exponent(l, f, t), fraction = float_fraction(l, f, t);
	term subnormal = is_zero(l, field);
	term one =
		f.explicit_one ? term_extract(b, f.fraction, f.fraction, t) : from_bool(l, term_not(b, subnormal), 1);
	p.zero = float_is_zero(l, f, t);
	p.infinite = float_is_infinite(l, f, t);
	p.nan = float_is_nan(l, f, t);
	p.significand = term_concat(b, one, fraction);
	p.exponent = subtract_constant(l, term_zero_extend(b, float_exponent_width(f), field), bias_of(f));
	p.exponent = term_ite(b, subnormal, term_bv(b, float_exponent_width(f), 1 - bias_of(f)), p.exponent);
	normalise(l, &p.significand, &p.exponent);
	return p;
}

/* Right by `amount`, which is not negative; what is lost leaves the lowest bit set. */
term float_shift_sticky(struct lowering *l, term t, term amount)
{
	struct bank *b = l->bank;
	uint32_t width = term_width(b, t), have = term_width(b, amount);
	term wide = have > width ? term_extract(b, width - 1, 0, amount) : term_zero_extend(b, width, amount);
	if (have > width) {
		term high = term_extract(b, have - 1, width, amount);
		wide = term_ite(b, is_zero(l, high), wide, term_unary(b, OP_BVNOT, zeros(l, width)));
	}
	term moved = term_binary(b, OP_BVLSHR, t, wide);
	term lost = term_not(b, term_eq(b, term_binary(b, OP_BVSHL, moved, wide), t));
	return term_binary(b, OP_BVOR, moved, from_bool(l, lost, width));
}

/* Of the fields; the significand has its leading bit. */
term float_pack(struct lowering *l, struct float_format f, term sign, term field, term significand)
{
	struct bank *b = l->bank;
	term low = f.explicit_one ? significand : term_extract(b, f.fraction - 1, 0, significand);
	term bits = term_concat(b, term_concat(b, from_bool(l, sign, 1), field), low);
	return term_zero_extend(b, f.storage, bits);
}

term float_nan_with(struct lowering *l, struct float_format f, term sign, term fraction)
{
	struct bank *b = l->bank;
	term payload = term_extract(b, f.fraction - 2, 0, fraction);
	term significand = term_concat(b, term_bv(b, 2, 3), payload);
	return float_pack(l, f, sign, term_unary(b, OP_BVNOT, zeros(l, f.exponent)), significand);
}

term float_quiet(struct lowering *l, struct float_format f, term t)
{
	return float_nan_with(l, f, float_sign(l, f, t), float_fraction(l, f, t));
}

term float_indefinite(struct lowering *l, struct float_format f)
{
	return float_nan_with(l, f, term_true(l->bank), zeros(l, f.fraction));
}

term float_infinity(struct lowering *l, struct float_format f, term sign)
{
	struct bank *b = l->bank;
	uint32_t p = float_precision(f);
	term one = term_binary(b, OP_BVSHL, term_bv(b, p, 1), term_bv(b, p, p - 1));
	return float_pack(l, f, sign, term_unary(b, OP_BVNOT, zeros(l, f.exponent)), one);
}

term float_zero(struct lowering *l, struct float_format f, term sign)
{
	return float_pack(l, f, sign, zeros(l, f.exponent), zeros(l, float_precision(f)));
}

/* Cuts the significand (of more bits than the format has) to the precision, one bit wider for the carry. */
static term rounded(struct lowering *l, struct float_format f, term sign, term significand)
{
	struct bank *b = l->bank;
	uint32_t width = term_width(b, significand), p = float_precision(f), rest = width - p;
	term kept = term_extract(b, width - 1, rest, significand);
	term half = term_eq(b, term_extract(b, rest - 1, rest - 1, significand), term_bv(b, 1, 1));
	term below = rest > 1 ? term_not(b, is_zero(l, term_extract(b, rest - 2, 0, significand))) : term_false(b);
	term odd = term_eq(b, term_extract(b, 0, 0, kept), term_bv(b, 1, 1));
	term up = float_rounds_up(l, sign, half, below, odd);
	return term_binary(b, OP_BVADD, term_zero_extend(b, p + 1, kept), from_bool(l, up, p + 1));
}

/* What is too large is infinite, or the largest number if it is not rounded away from zero. */
static term overflowed(struct lowering *l, struct float_format f, term sign)
{
	struct bank *b = l->bank;
	term infinite = float_infinity(l, f, sign);
	if (!float_modes(l))
		return infinite;
	term field = term_bv(b, f.exponent, (UINT64_C(1) << f.exponent) - 2);
	term largest = float_pack(l, f, sign, field, term_unary(b, OP_BVNOT, zeros(l, float_precision(f))));
	return term_ite(b, term_or(b, float_mode_is(l, FLOAT_NEAREST), directed_up(l, sign)), infinite, largest);
}

/* The number nearest to significand * 2^exponent, where the significand's highest bit counts 1 and its lowest stands for
 * everything below. Exponents have float_exponent_width(f) bits. */
term float_round(struct lowering *l, struct float_format f, term sign, term exponent, term significand)
{
	struct bank *b = l->bank;
	uint32_t p = float_precision(f), width = float_exponent_width(f);
	if (term_width(b, significand) < p + 2)
		significand = term_concat(b, significand, zeros(l, p + 2 - term_width(b, significand)));
	term none = is_zero(l, significand);
	normalise(l, &significand, &exponent);
	term least = term_bv(b, width, 1 - bias_of(f));
	term small = term_binary(b, OP_BVSLT, exponent, least);
	term gap = term_ite(b, small, term_binary(b, OP_BVSUB, least, exponent), zeros(l, width));
	significand = float_shift_sticky(l, significand, gap);
	exponent = term_ite(b, small, least, exponent);
	term sum = rounded(l, f, sign, significand);
	term carry = term_eq(b, term_extract(b, p, p, sum), term_bv(b, 1, 1));
	term final = term_ite(b, carry, term_extract(b, p, 1, sum), term_extract(b, p - 1, 0, sum));
	exponent = term_ite(b, carry, term_binary(b, OP_BVADD, exponent, term_bv(b, width, 1)), exponent);
	term normal = term_eq(b, term_extract(b, p - 1, p - 1, final), term_bv(b, 1, 1));
	term field = term_binary(b, OP_BVADD, exponent, term_bv(b, width, bias_of(f)));
	term overflow = term_binary(b, OP_BVSLE, term_bv(b, width, (UINT64_C(1) << f.exponent) - 1), field);
	field = term_ite(b, normal, term_extract(b, f.exponent - 1, 0, field), zeros(l, f.exponent));
	term result = term_ite(b, overflow, overflowed(l, f, sign), float_pack(l, f, sign, field, final));
	return term_ite(b, none, float_zero(l, f, sign), result);
}

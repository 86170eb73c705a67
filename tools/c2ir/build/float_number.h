/* Floating-point numbers as bit-vectors: arithmetic and rounding. */
#ifndef C2IR_FLOAT_NUMBER_H
#define C2IR_FLOAT_NUMBER_H

#include "float_bits.h"

/* A number taken apart. The significand has float_precision() bits, the highest set unless the number is 0; the exponent
 * float_exponent_width(), signed. */
struct float_parts {
	term sign, zero, infinite, nan; /* Bool */
	term exponent, significand;
};

enum float_mode { FLOAT_NEAREST = 0, FLOAT_DOWNWARD = 0x400, FLOAT_UPWARD = 0x800, FLOAT_TO_ZERO = 0xc00 };
term float_mode_is(struct bank *k, struct float_format f, enum float_mode mode);
/* Bool: rounding goes away from zero; `half`: the first bit that is cut off, `below`: any after it, `odd`: the last kept. */
term float_rounds_up(struct bank *k, struct float_format f, term sign, term half, term below, term odd);

uint32_t float_precision(struct float_format f);
uint32_t float_exponent_width(struct float_format f);
struct float_parts float_unpack(struct bank *k, struct float_format f, term t);
term float_round(struct bank *k, struct float_format f, term sign, term exponent, term significand);
term float_shift_sticky(struct bank *k, term t, term amount);
/* NaNs: quiet ones, with a payload (the fraction but its highest bit), the operand made quiet, the usual one, and x86's result of
 * an invalid operation. */
term float_nan_with(struct bank *k, struct float_format f, term sign, term fraction);
term float_quiet(struct bank *k, struct float_format f, term t);
term float_indefinite(struct bank *k, struct float_format f);
term float_infinity(struct bank *k, struct float_format f, term sign);
term float_zero(struct bank *k, struct float_format f, term sign);
/* Of the fields; the significand has its leading bit. */
term float_pack(struct bank *k, struct float_format f, term sign, term field, term significand);

term float_negate(struct bank *k, struct float_format f, term t);
term float_add(struct bank *k, struct float_format f, term x, term y);
term float_subtract(struct bank *k, struct float_format f, term x, term y);
term float_multiply(struct bank *k, struct float_format f, term x, term y);
term float_divide(struct bank *k, struct float_format f, term x, term y);
term float_fused(struct bank *k, struct float_format f, term x, term y, term z); /* x * y + z, rounded once */

struct float_parts float_either(struct bank *k, term condition, const struct float_parts *a,
				const struct float_parts *b);
/* a + b rounded. Both are finite, |a| >= |b|; their significands are equally wide, perhaps wider than the format's. */
term float_add_ordered(struct bank *k, struct float_format f, const struct float_parts *a, const struct float_parts *b);

term float_convert(struct bank *k, struct float_format f, struct float_format g, term t); /* from f to g */

#endif

/* Floating-point numbers as bit-vectors: arithmetic, rounding, and what <math.h> asks for. */
#ifndef C2IR_FLOAT_NUMBER_H
#define C2IR_FLOAT_NUMBER_H

#include "c_float.h"
#include "operation.h"

/* A number taken apart. The significand has float_precision() bits, the highest set unless the number is 0; the exponent
 * float_exponent_width(), signed. */
struct float_parts {
	term sign, zero, infinite, nan; /* Bool */
	term exponent, significand;
};

enum float_mode { FLOAT_NEAREST = 0, FLOAT_DOWNWARD = 0x400, FLOAT_UPWARD = 0x800, FLOAT_TO_ZERO = 0xc00 };
term float_mode_is(struct lowering *l, enum float_mode mode);
/* Bool: rounding goes away from zero; `half`: the first bit that is cut off, `below`: any after it, `odd`: the last kept. */
term float_rounds_up(struct lowering *l, term sign, term half, term below, term odd);

uint32_t float_precision(struct float_format f);
uint32_t float_exponent_width(struct float_format f);
struct float_parts float_unpack(struct lowering *l, struct float_format f, term t);
term float_round(struct lowering *l, struct float_format f, term sign, term exponent, term significand);
term float_shift_sticky(struct lowering *l, term t, term amount);
/* NaNs: quiet ones, with a payload (the fraction but its highest bit), the operand made quiet, the usual one, and x86's result of
 * an invalid operation. */
term float_nan_with(struct lowering *l, struct float_format f, term sign, term fraction);
term float_quiet(struct lowering *l, struct float_format f, term t);
term float_indefinite(struct lowering *l, struct float_format f);
term float_infinity(struct lowering *l, struct float_format f, term sign);
term float_zero(struct lowering *l, struct float_format f, term sign);
/* Of the fields; the significand has its leading bit. */
term float_pack(struct lowering *l, struct float_format f, term sign, term field, term significand);

/* The arithmetic of C on numbers of TYPE. */
term lower_float_binary(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b);

struct float_parts float_either(struct lowering *l, term condition, const struct float_parts *a,
				const struct float_parts *b);
/* a + b rounded. Both are finite, |a| >= |b|; their significands are equally wide, perhaps wider than the format's. */
term float_add_ordered(struct lowering *l, struct float_format f, const struct float_parts *a,
		       const struct float_parts *b);

term float_convert(struct lowering *l, struct float_format f, struct float_format g, term t); /* from f to g */

/* ---- functions of <math.h> ---- */

enum rounding { ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO, ROUND_HALF_AWAY, ROUND_HALF_EVEN, ROUND_CURRENT };
term float_integral(struct lowering *l, struct float_format f, term t, enum rounding mode);
term float_square_root(struct lowering *l, struct float_format f, term t);
term float_fused(struct lowering *l, struct float_format f, term x, term y, term z); /* x * y + z, rounded once */
term float_copy_sign(struct lowering *l, struct float_format f, term x, term y);
term float_minimum(struct lowering *l, struct float_format f, term x, term y);
term float_maximum(struct lowering *l, struct float_format f, term x, term y);
term float_scale(struct lowering *l, struct float_format f, term t, term n); /* t * 2^n, n signed */
term float_exponent_of(struct lowering *l, struct float_format f, term t);   /* ilogb(): bv32 */
/* The neighbour of x in y's direction; `g` is y's format, wide enough for x. */
term float_next(struct lowering *l, struct float_format f, struct float_format g, term x, term y);

#endif

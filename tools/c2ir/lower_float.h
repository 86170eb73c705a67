/* Floating-point numbers as bit-vectors: what lower_float*.c share. */
#ifndef C2IR_LOWER_FLOAT_H
#define C2IR_LOWER_FLOAT_H

#include "lower.h"

/* A number taken apart. The significand has float_precision() bits, the highest set unless the number is 0; the exponent
 * float_exponent_width(), signed. */
struct float_parts {
	term sign, zero, infinite, nan; /* Bool */
	term exponent, significand;
};

enum float_mode { FLOAT_NEAREST = 0, FLOAT_DOWNWARD = 0x400, FLOAT_UPWARD = 0x800, FLOAT_TO_ZERO = 0xc00 };
bool float_modes(const struct lowering *l); /* may the mode be another than to nearest? */
term float_mode_is(struct lowering *l, enum float_mode mode);
/* Bool: rounding goes away from zero; `half`: the first bit that is cut off, `below`: any after it, `odd`: the last kept. */
term float_rounds_up(struct lowering *l, term sign, term half, term below, term odd);

uint32_t float_precision(struct float_format f);
uint32_t float_exponent_width(struct float_format f);
struct float_parts float_unpack(struct lowering *l, struct float_format f, term t);
term float_round(struct lowering *l, struct float_format f, term sign, term exponent, term significand);
term float_shift_sticky(struct lowering *l, term t, term amount);
term float_nan(struct lowering *l, struct float_format f);
term float_infinity(struct lowering *l, struct float_format f, term sign);
term float_zero(struct lowering *l, struct float_format f, term sign);

#endif

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

uint32_t float_precision(struct float_format f);
uint32_t float_exponent_width(struct float_format f);
struct float_parts float_unpack(struct lowering *l, struct float_format f, term t);
term float_round(struct lowering *l, struct float_format f, term sign, term exponent, term significand);
term float_shift_sticky(struct lowering *l, term t, term amount);
term float_nan(struct lowering *l, struct float_format f);
term float_infinity(struct lowering *l, struct float_format f, term sign);
term float_zero(struct lowering *l, struct float_format f, term sign);

#endif

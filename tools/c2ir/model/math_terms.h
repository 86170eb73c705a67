/* Functions of <math.h> as terms. */
#ifndef C2IR_MATH_TERMS_H
#define C2IR_MATH_TERMS_H

#include "float_number.h"

enum rounding { ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO, ROUND_HALF_AWAY, ROUND_HALF_EVEN, ROUND_CURRENT };
term float_integral(struct bank *k, struct float_format f, term t, enum rounding mode);
term float_square_root(struct bank *k, struct float_format f, term t);
term float_copy_sign(struct bank *k, struct float_format f, term x, term y);
term float_minimum(struct bank *k, struct float_format f, term x, term y);
term float_maximum(struct bank *k, struct float_format f, term x, term y);
term float_scale(struct bank *k, struct float_format f, term t, term n); /* t * 2^n, n signed */
term float_exponent_of(struct bank *k, struct float_format f, term t);   /* ilogb(): bv32 */
/* The neighbour of x in y's direction; `g` is y's format, wide enough for x. */
term float_next(struct bank *k, struct float_format f, struct float_format g, term x, term y);

#endif

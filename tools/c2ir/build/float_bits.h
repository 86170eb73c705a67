/* Floating-point numbers as IEEE 754 bits: what needs no arithmetic. */
#ifndef C2IR_FLOAT_BITS_H
#define C2IR_FLOAT_BITS_H

#include "term.h"

/* A type's format, and the rounding mode of arithmetic in it. */
struct float_format {
	uint32_t exponent, fraction; /* bits */
	bool explicit_one;           /* x87: the leading bit is there */
	uint32_t storage;            /* bits of the type, padding included */
	term mode;                   /* bv32: one of enum float_mode (float_number.h); 0: to nearest */
};

uint32_t float_magnitude_width(struct float_format f);
term float_magnitude(struct bank *k, struct float_format f, term t); /* without the sign */
term float_sign(struct bank *k, struct float_format f, term t);      /* Bool: it is set */
term float_exponent(struct bank *k, struct float_format f, term t);
term float_fraction(struct bank *k, struct float_format f, term t); /* without the leading bit */
term float_is_zero(struct bank *k, struct float_format f, term t);
term float_is_nan(struct bank *k, struct float_format f, term t);
term float_is_infinite(struct bank *k, struct float_format f, term t);
term float_is_finite(struct bank *k, struct float_format f, term t);
term float_equal(struct bank *k, struct float_format f, term a, term b);
term float_less(struct bank *k, struct float_format f, term a, term b, bool or_equal);

#endif

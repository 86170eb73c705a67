/* Numbers as IEEE 754 bits: what needs no arithmetic, and the arithmetic of C. */
#ifndef C2IR_C_FLOAT_H
#define C2IR_C_FLOAT_H

#include "diag.h"
#include "value.h"

/* Value of a floating constant, rounded to its type: binary128 has all values of the other types. */
typedef __float128 floating_value;
struct expression;
struct lowering;
struct type;

/* Any value of e's type in place of a computation that is not modelled: an over-approximation, recorded in the ledger
 * and by the attribute {approximate}, which keeps counterexamples through it from being told as bugs. */
struct rvalue lower_approximate(struct lowering *l, const struct expression *e, const char *what);
struct rvalue lower_approximate_type(struct lowering *l, const struct type *type, struct location location,
				     const char *what);

struct float_format {
	uint32_t exponent, fraction; /* bits */
	bool explicit_one;           /* x87: the leading bit is there */
	uint32_t storage;            /* bits of the type, padding included */
};

struct float_format lower_float_format(struct lowering *l, const struct type *type);
uint32_t float_magnitude_width(struct float_format f);
term float_magnitude(struct lowering *l, struct float_format f, term t); /* without the sign */
term float_sign(struct lowering *l, struct float_format f, term t);      /* Bool: it is set */
term float_exponent(struct lowering *l, struct float_format f, term t);
term float_fraction(struct lowering *l, struct float_format f, term t); /* without the leading bit */
term float_is_zero(struct lowering *l, struct float_format f, term t);
term float_is_nan(struct lowering *l, struct float_format f, term t);
term float_is_infinite(struct lowering *l, struct float_format f, term t);
term float_is_finite(struct lowering *l, struct float_format f, term t);
term float_equal(struct lowering *l, struct float_format f, term a, term b);
term float_less(struct lowering *l, struct float_format f, term a, term b, bool or_equal);
/* Says in the ledger that the arithmetic operation `e` is taken to be done in its own type where gcc does it in x87's registers. */
void lower_float_precision(struct lowering *l, const struct expression *e);

term float_negate(struct lowering *l, struct float_format f, term t);
/* Arithmetic and conversions, rounded to nearest. */
term lower_float_to_float(struct lowering *l, const struct type *from, const struct type *to, term t);
term lower_float_from_integer(struct lowering *l, const struct type *from, const struct type *to, term t);
term lower_float_to_integer(struct lowering *l, const struct type *from, const struct type *to, term t);

/* A constant of floating type, as its bits; false: not constant. */
bool lower_floating_constant(struct lowering *l, const struct expression *e, struct rvalue *result);
term lower_floating_bits(struct lowering *l, const struct type *type, floating_value value);

#endif

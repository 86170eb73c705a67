/* Floating-point numbers of C's types: formats, conversions, constants. */
#ifndef C2IR_C_FLOAT_H
#define C2IR_C_FLOAT_H

#include "diag.h"
#include "float_bits.h"

/* Value of a floating constant, rounded to its type: binary128 has all values of the other types. */
typedef __float128 floating_value;
struct expression;
struct lowering;
struct rvalue;
struct type;

/* With the rounding mode in force: to nearest unless the program changes it. */
struct float_format lower_float_format(struct lowering *l, const struct type *type);
/* Says in the ledger that the arithmetic operation on TYPE there is taken to be done in its own type where gcc does it in x87's registers. */
void lower_float_precision(struct lowering *l, const struct type *type, struct location location);

term lower_float_to_float(struct lowering *l, const struct type *from, const struct type *to, term t);
term lower_float_from_integer(struct lowering *l, const struct type *from, const struct type *to, term t);
term lower_float_to_integer(struct lowering *l, const struct type *from, const struct type *to, term t);

/* A constant of floating type, as its bits; false: not constant. */
bool lower_floating_constant(struct lowering *l, const struct expression *e, struct rvalue *result);
term lower_floating_bits(struct lowering *l, const struct type *type, floating_value value);

#endif

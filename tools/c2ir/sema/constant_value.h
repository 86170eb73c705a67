/* Constants of a finished unit (C11 6.6). */
#ifndef C2IR_CONSTANT_VALUE_H
#define C2IR_CONSTANT_VALUE_H

#include <stdbool.h>

/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;
/* Value of a floating constant, rounded to its type: binary128 has all values of the other types. */
typedef __float128 floating_value;
struct expression;
struct unit;

/* Evaluates E as a constant of floating type; arithmetic is rounded to nearest, in the type. False: it is none. */
bool ast_floating_constant(const struct unit *unit, const struct expression *e, floating_value *value);
/* The same for a complex constant with floating parts. */
bool ast_complex_constant(const struct unit *unit, const struct expression *e, floating_value parts[2]);
/* Is E, an operand of complex type, a real number that counts as such (see BINARY_ADD)? */
bool ast_is_real_operand(const struct expression *e);

#endif

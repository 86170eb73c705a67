/* Classes of types whose values are single numbers or addresses (C11 6.2.5p17-21). */
#ifndef C2IR_TYPE_CLASS_H
#define C2IR_TYPE_CLASS_H

#include <stdbool.h>

struct type;

/* Integer types: _Bool, char ... __int128, BIT_INTEGER, enums. */
bool type_is_integer(const struct type *t);
bool type_is_bool(const struct type *t);
bool type_is_character(const struct type *t); /* char, signed char, unsigned char */
bool type_is_enum(const struct type *t);
bool type_is_floating(const struct type *t);   /* real floating types */
bool type_is_x87(const struct type *t);        /* long double, _Float64x: 80 bits and padding */
bool type_is_opaque(const struct type *t);     /* DECIMAL */
bool type_is_arithmetic(const struct type *t); /* integer, floating, complex */
bool type_is_scalar(const struct type *t);     /* arithmetic or pointer */

#endif

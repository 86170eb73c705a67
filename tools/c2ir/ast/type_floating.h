/* Floating types (C11 6.2.5p10), and those of decimal numbers. */
#ifndef C2IR_TYPE_FLOATING_H
#define C2IR_TYPE_FLOATING_H

#include <stdbool.h>

struct type;

bool type_is_floating(const struct type *t); /* real floating types */
bool type_is_x87(const struct type *t);      /* long double, _Float64x: 80 bits and padding */
bool type_is_opaque(const struct type *t);   /* DECIMAL */

#endif

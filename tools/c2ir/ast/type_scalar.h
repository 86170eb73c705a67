/* Types whose values are numbers or addresses (C11 6.2.5p18, 21). */
#ifndef C2IR_TYPE_SCALAR_H
#define C2IR_TYPE_SCALAR_H

#include <stdbool.h>

struct type;

bool type_is_arithmetic(const struct type *t); /* integer, floating, complex */
bool type_is_scalar(const struct type *t);     /* arithmetic or pointer */
/* Are A and B of one kind (type_kind.h): two pointers, whatever to, or one arithmetic type, qualifiers apart? */
bool type_same_kind(const struct type *a, const struct type *b);

#endif

/* Pointers, arrays and functions, what they are derived from, and void (C11 6.2.5p19-20). */
#ifndef C2IR_TYPE_DERIVED_H
#define C2IR_TYPE_DERIVED_H

#include <stdbool.h>

struct type;

bool type_is_void(const struct type *t);
bool type_is_pointer(const struct type *t);
bool type_is_array(const struct type *t);
bool type_is_function(const struct type *t);
/* POINTER: what it points to. ARRAY, VECTOR, COMPLEX: element. FUNCTION: what it returns. Others: NULL. */
const struct type *type_base(const struct type *t);

#endif

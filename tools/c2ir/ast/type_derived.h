/* Pointers, arrays, functions and void (C11 6.2.5p19-20); what they are derived from: type_base.h. */
#ifndef C2IR_TYPE_DERIVED_H
#define C2IR_TYPE_DERIVED_H

#include <stdbool.h>

struct type;
struct types;

const struct type *types_void(const struct types *types); /* void */
bool type_is_void(const struct type *t);
bool type_is_pointer(const struct type *t);
bool type_is_array(const struct type *t);
bool type_is_function(const struct type *t);

#endif

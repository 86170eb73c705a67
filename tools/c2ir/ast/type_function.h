/* Functions: parameters (C11 6.7.6.3). */
#ifndef C2IR_TYPE_FUNCTION_H
#define C2IR_TYPE_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

struct type;

/* All: T is a FUNCTION. */
bool type_is_prototyped(const struct type *t); /* not () or K&R, where arguments get the default promotions */
bool type_is_variadic(const struct type *t);
uint32_t type_parameter_count(const struct type *t);
const struct type *type_parameter(const struct type *t, uint32_t i); /* adjusted, with its qualifiers */

#endif

/* Objects of a type: do they have a size, and is it known (C11 6.2.5p1, p22-23)? How many elements has an array (6.7.6.2)? */
#ifndef C2IR_TYPE_OBJECT_H
#define C2IR_TYPE_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

struct declaration;
struct type;

/* Complete with a size known at compile time. Functions, void, incomplete and variable types: false. */
bool type_has_size(const struct type *t);
bool type_is_complete(const struct type *t); /* also those of variable size */
bool type_is_variable(const struct type *t); /* an array or record of variable size (or array of such) */
bool type_is_variably_modified(const struct type *t);

/* ARRAY: is the number of elements a constant? If not, the array is incomplete or variable. */
bool type_is_fixed_array(const struct type *t);
bool type_is_incomplete_array(const struct type *t);
/* Elements of a fixed array or a VECTOR. */
uint64_t type_length(const struct type *t);
/* Variable array: the hidden variable with the number of elements (struct type); NULL: [*]. Others: NULL. */
struct declaration *type_length_object(const struct type *t);

#endif

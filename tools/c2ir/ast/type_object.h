/* Objects of a type: do they have a size, and is it known (C11 6.2.5p1, p22-23)? */
#ifndef C2IR_TYPE_OBJECT_H
#define C2IR_TYPE_OBJECT_H

#include <stdbool.h>

struct type;

/* Complete with a size known at compile time. Functions, void, incomplete and variable types: false. */
bool type_has_size(const struct type *t);
bool type_is_complete(const struct type *t); /* also those of variable size */
bool type_is_variable(const struct type *t); /* an array or record of variable size (or array of such) */
bool type_is_variably_modified(const struct type *t);

#endif

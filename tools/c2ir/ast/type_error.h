/* The type of what is in error (TYPE_ERROR, type_kind.h): the error was reported, whatever follows from it is not. */
#ifndef C2IR_TYPE_ERROR_H
#define C2IR_TYPE_ERROR_H

#include <stdbool.h>

struct type;

bool type_is_error(const struct type *t);

#endif

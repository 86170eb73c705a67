/* How people know a part of a program. */
#ifndef PLUMB_LABEL_H
#define PLUMB_LABEL_H

#include <stddef.h>

#include "ir.h"

/* `loop at FILE:LINE` of one that was a loop, else the function's name in C, else the procedure's. Cut to size. */
void procedure_label(const struct procedure *procedure, char *buffer, size_t size);

/* The name of the C function that the statement or terminator with these attributes is of, or NULL. */
const char *statement_function(const struct procedure *procedure, const struct attribute *attributes);

#endif

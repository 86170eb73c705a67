/* How people know a part of a program. */
#ifndef PLUMB_LABEL_H
#define PLUMB_LABEL_H

#include <stddef.h>

#include "ir.h"

/* `loop at FILE:LINE` of one that was a loop, else the function's name in C, else the procedure's. Cut to size. */
void procedure_label(const struct procedure *procedure, char *buffer, size_t size);

#endif

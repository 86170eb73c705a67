/* What a pointer was checked for before, in the procedure or by all its callers (docs/passes.md, `checked`). */
#ifndef PLUMB_CHECKED_H
#define PLUMB_CHECKED_H

#include "ir.h"

/* Assertions that hold as earlier ones did become true. False: none; the program is as it was. */
bool checked_remove(struct program *p);

#endif

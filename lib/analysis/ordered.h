/* Which variables are compared by their order, or taken apart: what is a bound of the others proves nothing. */
#ifndef PLUMB_ORDERED_H
#define PLUMB_ORDERED_H

#include "hash.h"
#include "ir.h"

struct ordered TABLE_BODY(const struct variable *, uint32_t);

/* Adds each variable (to 1) of which some value comes into a term of the program that is no sum, no equation and no choice,
 * perhaps through other variables. The rest are only added up, copied and compared for equality. */
void ordered_find(const struct program *p, struct ordered *ordered);

#endif

/* Local variables that hold identities: a local that is assigned nothing but what `fresh` gives, and null, and never read before, is one
 * of the objects of these statements, or null. That holds of every execution, whatever else is known; so where facts of the variable were
 * given up (a loop's head in a hurry, too many calls), the end of a local's lifetime still ends none but objects of its declaration. */
#ifndef PLUMB_IDENTITY_H
#define PLUMB_IDENTITY_H

#include "known.h"
#include "uses.h"

/* Finds those of the program. */
void identities_find(struct domain *d, struct uses *uses);
/* What the variable may be at all; NULL: anything. */
const struct known *identity_known(const struct domain *d, const struct variable *v);

#endif

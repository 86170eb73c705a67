/* Does a program look at the identities that `fresh` gives, other than by comparing them with one another? */
#ifndef PLUMB_IDENTITIES_H
#define PLUMB_IDENTITIES_H

#include "ir.h"

/* Is a permutation of the identities, of each width by itself, one that no execution notices (docs/vc.md, "Identities")?
 * Then one value stands for all that a `fresh` may give. Identities may be parts of bit-vectors, be compared for
 * equality, with each other and with numbers that no `fresh` gives, be indices of maps and cells of them. False:
 * something else may happen to one. Linear in the size of the program. */
bool identities_are_opaque(const struct program *p);

#endif

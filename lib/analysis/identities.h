/* Does a program look at the identities that `fresh` gives, other than by comparing them with one another? */
#ifndef PLUMB_IDENTITIES_H
#define PLUMB_IDENTITIES_H

#include "ir.h"

/* Is a permutation of the identities, of each width by itself, one that no execution notices (docs/vc.md, "Identities")?
 * Then one value stands for all that a `fresh` may give. Identities may be parts of bit-vectors, be compared for
 * equality, with each other and with numbers that no `fresh` gives, be indices of maps and cells of them. False:
 * something else may happen to one. Linear in the size of the program. */
bool identities_are_opaque(const struct program *p);

/* The same, of a program and conditions about its variables that are added one by one. It has to do with terms that the program's bank
 * has when it is made, and with the program as it is then. */
struct identities;
struct identities *identities_new(const struct program *p); /* to be freed */
void identities_free(struct identities *in);
/* The two are given one value somewhere: what is an identity in one is one in the other. */
void identities_equate(struct identities *in, term a, term b);
/* Takes the condition (Bool) if the program is opaque with it, with all that were taken before and with what was equated; else it is as
 * if it had not been asked. */
bool identities_take(struct identities *in, term condition);

#endif

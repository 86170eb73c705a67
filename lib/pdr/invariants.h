/* What PDR found, as formulas over the program's variables. */
#ifndef PLUMB_INVARIANTS_H
#define PLUMB_INVARIANTS_H

#include "bits.h"
#include "cut_invariant.h"
#include "encoding.h"

/* By cut, one for each: the constants of the system, and the lemmas. To be freed with
 * cut_invariants_free. */
struct cut_invariant *invariants_new(const struct encoding *encoding, const struct predicates *predicates,
				     const struct lemmas *lemmas);
/* The same where the latches are the bits of the system's places. */
struct cut_invariant *invariants_of_bits(const struct bits *bits, const struct system *system,
					 const struct lemmas *lemmas);

#endif

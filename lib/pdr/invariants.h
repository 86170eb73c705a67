/* What PDR found, as formulas over the program's variables. */
#ifndef PLUMB_INVARIANTS_H
#define PLUMB_INVARIANTS_H

#include "encoding.h"

/* A variable, or the cell of a map at `index` (0: none), has this value. */
struct fixed_place {
	struct variable *variable;
	term index, value;
};

/* What holds whenever an execution is at a cut, over the program's leaves. */
struct cut_invariant {
	VEC(struct fixed_place) fixed;
	VEC(term) conditions;
};

/* By cut, one for each: the constants of the system, and the lemmas. Objects that the first block makes are named by
 * the variables that it assigns them to. To be freed with invariants_free. */
struct cut_invariant *invariants_new(const struct encoding *encoding, const struct predicates *predicates,
				     const struct lemmas *lemmas);
void invariants_free(struct cut_invariant *invariants, uint32_t count);

#endif

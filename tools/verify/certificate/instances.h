/* Conditions about all values, in a stretch: assumed at its beginning, they say something of each value that it reads. docs/certificates.md,
 * "For all", has the argument. */
#ifndef PLUMB_INSTANCES_H
#define PLUMB_INSTANCES_H

#include "ghosts.h"
#include "stretch.h"

struct told {
	const struct ghosts *ghosts;
	const struct block *begin; /* NULL: nothing is said of all values */
	uint32_t first;            /* its statements from here on say it */
	enum each_kind kinds[EACH_KINDS];
	uint32_t count;
	term leaves[EACH_KINDS]; /* what stands for any value in this stretch */
	term untrue[EACH_KINDS]; /* what the conditions are when they are violated, over the leaves; 0: they are true */
};

/* Puts into the beginning of the invariant's stretch assertions from which instances_note() gets what the conditions are there. */
void instances_begin(struct told *told, struct program *p, const struct ghosts *ghosts, struct block *begin,
		     const struct stretch_invariant *invariant);
/* Is the assertion one of these? Then `violated` is noted. */
bool instances_note(struct told *told, const struct statement *assertion, term violated);
/* What the conditions say of the values that the terms read. */
term instances_of(const struct told *told, struct bank *bank, const term *terms, size_t count);

#endif

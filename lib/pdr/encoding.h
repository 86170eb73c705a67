/* Predicates (predicate.h) as latches: the cuts first, then a latch for each predicate that is not free. */
#ifndef PLUMB_ENCODING_H
#define PLUMB_ENCODING_H

#include "pdr.h"
#include "predicate.h"

struct encoding {
	struct gates gates;
	struct latches latches;
	VEC(uint32_t) predicates; /* of the latches from latches.cuts on */
};

/* The predicates must outlive it. Where STOP says so it is incomplete: then nothing may be made of it. */
void encoding_init(struct encoding *encoding, const struct predicates *predicates, bool (*stop)(void *context),
		   void *context);
void encoding_release(struct encoding *encoding);

#endif

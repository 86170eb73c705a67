/* What attempts at a proof by induction hand on to the next one. */
#ifndef PLUMB_REFUTED_H
#define PLUMB_REFUTED_H

#include "hash.h"

/* Candidates that models refuted before time was up: the next attempt at the same program and level goes on without them. They are
 * known by their numbers, of so many; other candidates begin anew. To be released by table_free. */
struct refuted {
	struct table numbers;
	uint32_t of;
};

#endif

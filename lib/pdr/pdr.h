/* Property directed reachability over latches (A. R. Bradley, "SAT-based model checking without unrolling", 2011; N. Een,
 * A. Mishchenko, R. Brayton, "Efficient implementation of property directed reachability", 2011). */
#ifndef PLUMB_PDR_H
#define PLUMB_PDR_H

#include "gates.h"

/* A state gives each latch a value. In every state one of the first `cuts` latches is true; in the initial states it
 * is latch 0, and the others have any value. */
struct latches {
	struct gates *gates;
	uint32_t count, cuts;
	literal *current;         /* inputs of the gates */
	literal *next;            /* functions of `current` and other inputs */
	literal bad;              /* likewise: from this state something bad happens */
	VEC(literal) constraints; /* functions of `current` that are true of every state that matters */
};

/* A conjunction of literals, 2 * latch + sign, ascending. */
struct cube {
	uint32_t count;
	literal literals[];
};

enum pdr_reply {
	PDR_PROVED, /* no bad state can be reached */
	PDR_REACHED,
	PDR_STOPPED
};

struct lemmas VEC_BODY(const struct cube *);
struct pdr_statistics {
	uint64_t queries;
	uint32_t frames, lemmas;
};

/* PDR_PROVED: *lemmas gets cubes none of which holds in any state that can be reached; with these and the constraints the
 * states are closed under steps, and none is bad. They are allocated in ARENA; the caller frees the list. `stop` is asked
 * often. */
enum pdr_reply pdr_run(const struct latches *latches, struct arena *arena, bool (*stop)(void *context), void *context,
		       struct lemmas *lemmas, struct pdr_statistics *statistics);

#endif

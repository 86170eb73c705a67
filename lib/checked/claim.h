/* What a condition says of one pointer: that its object is not null, in which states it is, that bytes are inside it. These are the
 * forms of C's checks of pointers as c2ir writes and simplification leaves them; of others nothing is said. */
#ifndef PLUMB_CLAIM_H
#define PLUMB_CLAIM_H

#include "ir.h"
#include "validity.h"

/* The maps by identity, and how wide things are; state or size NULL: the program has none. */
struct claim_maps {
	struct program *program;
	const struct variable *state, *size;
	uint32_t object_bits, offset_bits;
	uint64_t first_fresh;
};

enum claim_kind { CLAIM_NONE, CLAIM_NONNULL, CLAIM_STATES, CLAIM_INSIDE };

struct claim {
	enum claim_kind kind;
	const struct variable *of; /* a pointer or an identity */
	uint64_t may, must;        /* STATES: those in which it may hold, and those in which it does */
	struct run inside;
};

/* False: the program has no pointers that this is about. */
bool claim_maps_init(struct claim_maps *m, struct program *p);
/* The variable that the term, an identity, is or is the upper part of; NULL: neither. */
const struct variable *claim_object(const struct claim_maps *m, term identity);
/* Is the term (offset of `of`) + *bytes? */
bool claim_offset(const struct claim_maps *m, term offset, const struct variable *of, int64_t *bytes);
/* What the condition says in a conjunction of such claims: calls visit for each; false: of some part nothing is said. */
bool claims_visit(const struct claim_maps *m, term condition, bool holds,
		  bool (*visit)(void *context, const struct claim *c), void *context);

#endif

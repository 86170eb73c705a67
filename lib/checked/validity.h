/* What earlier checks said of a pointer and of its object, as far as it stays true: the facts of the pass `checked`.
 *
 * Bytes [from, to) of a pointer are inside its object: from offset + from, modulo 2^W, on, to - from bytes do not reach beyond
 * its size, as integers. So two such runs that meet are one. Of two with a gap nothing is known in between: the size of an
 * object that is not the program's own may be any number, and offsets wrap around. */
#ifndef PLUMB_VALIDITY_H
#define PLUMB_VALIDITY_H

#include <stdbool.h>
#include <stdint.h>

enum { VALIDITY_RUNS = 6, VALIDITY_LIMIT = 1 << 30 };

/* Values of `$state` as a set: bit 63 is for all from 63 on. */
enum { STATE_REST = 63 };
#define STATES_ANY UINT64_MAX

struct run {
	int32_t from, to; /* within VALIDITY_LIMIT */
};

struct validity {
	/* of the object */
	bool nonnull;
	bool given;      /* no later `fresh` gives its identity: one gave it, or none ever does */
	bool older;      /* and that was so when this call of the procedure began */
	uint64_t states; /* what `$state` has for it */
	uint64_t size;   /* at least */
	/* of the pointer: ascending, apart */
	uint32_t count;
	struct run inside[VALIDITY_RUNS];
};

struct validity validity_unknown(void);
bool validity_equal(const struct validity *a, const struct validity *b);
/* What both say. WIDENS: runs that are not the same in both are given up. */
struct validity validity_meet(const struct validity *a, const struct validity *b, bool widens);
/* What holds if both do. */
struct validity validity_both(const struct validity *a, const struct validity *b);
void validity_add(struct validity *v, struct run r);
bool validity_has(const struct validity *v, struct run r);
/* Of a pointer that is so many bytes further on. */
struct validity validity_moved(const struct validity *v, int64_t bytes);

#endif

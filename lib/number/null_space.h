/* Linear relations modulo 2^w between numbers of which some rows are known (M. Müller-Olm, H. Seidl, "Analysis of modular
 * arithmetic", 2007). With products and powers as numbers of their own they are polynomial ones (R. Sharma and others, "A data
 * driven approach for algebraic loop invariants", 2013). */
#ifndef PLUMB_NULL_SPACE_H
#define PLUMB_NULL_SPACE_H

#include <stdint.h>

#include "vec.h"

/* All vectors a with a_0 x_0 + ... = 0 modulo 2^width for each row x that was added: sums of multiples of these. */
struct null_space {
	uint32_t width, count;
	VEC(uint64_t *) vectors; /* `count` words each */
};

/* Of no rows. */
void null_space_begin(struct null_space *space, uint32_t width, uint32_t count);
void null_space_add(struct null_space *space, const uint64_t *row);
void null_space_release(struct null_space *space);

/* The inverse of an odd number modulo 2^64. */
uint64_t null_space_inverse(uint64_t odd);

#endif

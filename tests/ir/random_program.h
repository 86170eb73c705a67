/* Random valid programs, for tests: every kind of statement, operator, sort, name and attribute. The same
 * seed gives the same program. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "ir.h"

struct random_state {
	uint64_t state;
};

static inline uint32_t random_next(struct random_state *r)
{
	r->state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t z = r->state;
	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return (uint32_t)(z >> 32);
}

static inline uint32_t random_below(struct random_state *r, uint32_t bound)
{
	return (uint32_t)((uint64_t)random_next(r) * bound >> 32);
}

struct random_size {
	uint32_t globals, procedures, locals, blocks, statements, depth;
};

struct program *random_program(uint64_t seed, const struct random_size *size);

#endif

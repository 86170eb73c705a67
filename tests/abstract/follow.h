/* Follows executions of a program and compares each state with what abstract interpretation says of it. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

struct program;

struct follow_result {
	uint64_t states, facts; /* how many were compared */
	char *wrong;            /* the first difference, or NULL; the caller frees it with memory_free() */
};

/* Abstract interpretation is in some haste, and in most, when it was asked so many times. */
struct patience {
	unsigned some, most;
};
enum { FOLLOW_PATIENT = 1000000000 };
/* Executions with pseudo-random inputs from `seeds` seeds on, of at most `steps` statements each. */
struct follow_result follow(struct program *p, struct patience patience, uint64_t first_seed, uint64_t seeds,
			    uint64_t steps);

#endif

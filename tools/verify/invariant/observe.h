/* What executions show of recursive procedures: numbers at their calls and returns, which guesses about contracts start from. */
#ifndef PLUMB_OBSERVE_H
#define PLUMB_OBSERVE_H

#include "contract.h"
#include "sampler.h"
#include "word.h"

/* A number that a contract may be about: a parameter, a global that the procedure may read or write, or what such a map has where a
 * parameter points to. */
struct column {
	term value;   /* a bit-vector, of a Bool one bit; in a postcondition */
	term at_call; /* the same in a precondition; 0: it is a result */
	uint32_t width;
	bool result;
	const struct variable *parameter, *global; /* one of them; both: the cell of the map at the parameter */
};

/* One call: a word for each column. Those of results count where it has returned. */
struct observation {
	const uint64_t *words;
	bool returned;
	bool direct; /* it was called with any arguments, not by the program */
	bool probed; /* a solver says that it may return so, from some state */
};

struct observations {
	bool complete; /* a solver finds, or has found, all returns that are other than these rows say (probe.h) */
	VEC(struct column) columns;
	VEC(struct observation) list;
	struct table known; /* hashes of rows */
	struct row_count {
		uint32_t seen, kept;
	} counts[2][2]; /* by returned, direct */
};

/* One for each contract. */
struct observations *observe(const struct contracts *contracts, struct program *prepared, struct sample_limits limits,
			     struct arena *arena);
/* The same rows (of the arena) about contracts of a copy of the program. */
struct observations *observe_again(const struct contracts *contracts, const struct observations *rows);
void observations_free(struct observations *observations, size_t count);

#endif

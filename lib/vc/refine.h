/* Which globals must be tracked so that a spurious counterexample is none (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 3.1).
 *
 * A counterexample of an abstraction is a path that is correct once all globals are tracked. What is here adds to a set of tracked
 * globals a minimal part of the others such that the path is correct: without any of those that were added it is not. That holds as a path
 * which is correct stays so when more is tracked. */
#ifndef PLUMB_REFINE_H
#define PLUMB_REFINE_H

#include <stdbool.h>
#include <stdint.h>

enum path_answer { PATH_CORRECT, PATH_BUGGY, PATH_TROUBLE };

struct refine_question {
	uint32_t count; /* of globals */
	/* Is the path correct when just the globals are tracked of which set[i] is true? */
	enum path_answer (*check)(void *context, const bool *set);
	void *context;
	uint64_t checks; /* that were made; 0 at first */
};

/* Grows `set`, of which the path must be correct with all else. False: an answer was PATH_TROUBLE, and the set is none. Algorithms 1 and 2:
 * halves what is undecided. With n globals undecided, of which k are added, no more than 2 k log2(n) + 1 checks, n
 * rounded up to a power of 2, and no more than 2n - 1 (Lemma 1). */
bool refine_by_halves(struct refine_question *q, bool *set);

#endif

/* What an execution has compared with what: where one side is among its inputs, in binary or as a decimal number, the other
 * side in its place makes the comparison come out otherwise. */
#ifndef PLUMB_COMPARISON_H
#define PLUMB_COMPARISON_H

#include "hash.h"
#include "run.h"
#include "tape.h"

/* The inputs have `from`, which was compared with `to`, both of so many bits. */
struct comparison {
	uint64_t from, to;
	uint32_t width;
	term condition; /* of which it is a part */
};

/* Those of one tape, to which answers may be added. Start from { 0 }. */
struct comparisons {
	VEC(struct comparison) all;
	struct table found;  /* condition -> how many of `all` it gave */
	struct table missed; /* hash of a number and its width -> the size of the tape that does not have it */
	uint64_t looked;     /* answers */
};

void comparisons_release(struct comparisons *comparisons);

/* Adds the comparisons in a condition that the run evaluates now; tape: its inputs. */
void comparisons_note(struct comparisons *comparisons, const struct tape *tape, const struct run *run, term condition);

/* Is one of its conjuncts that two pointers are equal? */
bool compares_pointers(const struct bank *bank, term condition);

/* Where a number stands on a tape. */
struct occurrence {
	size_t track, place;
	size_t digits; /* characters of its decimal text; 0: it is the value there, */
	size_t bytes;  /* or, if this is not 0, made of so many answers, a byte of each, */
	bool high;     /* the most significant one first */
};

/* How often a value is there; *at becomes the n-th place, from 0, if there are more. */
size_t tape_find(const struct tape *tape, uint64_t value, uint32_t width, size_t n, struct occurrence *at);

#endif

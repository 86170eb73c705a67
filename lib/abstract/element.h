/* Elements of arrays that were looked at before: the first ones of a sequence p[0], p[1], ... in a map that the procedure does not
 * change are among what is known of each of them when it was looked at.
 *
 *	for (i = 0; i < n; i++) if (p[i] >= 10) return;    for (i = 0; i < n; i++) sum += table[p[i]];
 *
 * Two ghosts say so: `count`, how many of them, and `value`, which is any of them. A sequence that is read on gets one more if the
 * one that was read comes at or before `count`; relations say how that and the index of a loop lie, and the value of one that is read
 * again below `count` is among the values known. (P. Cousot, R. Cousot, F. Logozzo, "A parametric segmentation functor for fully
 * automatic and scalable array content analysis", POPL 2011, with one segment.) */
#ifndef PLUMB_ELEMENT_H
#define PLUMB_ELEMENT_H

#include "callgraph.h"
#include "ghost.h"
#include "place.h"

/* Element number j is read from p on at j * stride, modulo 2^64, in cells of `width` bits together. */
struct element_sequence {
	const struct procedure *procedure;
	const struct variable *map, *pointer;
	uint64_t stride;
	uint32_t width;
	struct variable *count, *value;
};

/* A term that reads the element of that number. */
struct element_read {
	uint32_t sequence, block;
	term term, index;
};

/* What domain.elements points to. */
struct elements {
	VEC(struct element_sequence) sequences;
	VEC(struct element_read) reads;
	TABLE(term, uint32_t) numbers;           /* term -> its first read, from 1 */
	TABLE(const struct block *, bool) heads; /* of the loops around these */
};

/* Finds the sequences of all procedures, which get ghosts. */
void elements_find(struct domain *d, struct uses *uses, const struct callgraph *graph);
void elements_release(struct domain *d);

/* The term, which may be K, is assigned: what it may be as an element that was looked at. */
struct known elements_read(struct place *p, term t, const struct known *k);
/* The condition was assumed: elements that it is about have been looked at. */
void elements_learned(struct place *p, struct uses *uses, term condition);

#endif

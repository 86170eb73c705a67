/* What reachability works on: cuts, bits, and edges between cuts that are functions of the bits. */
#ifndef PLUMB_BDD_MACHINE_H
#define PLUMB_BDD_MACHINE_H

#include "gates.h"

/* From a cut to a cut. */
struct edge {
	uint32_t from, to;
	literal condition; /* when it is taken: over the bits, and inputs that may be anything */
	literal *next;     /* by bit, over the same; LITERAL_NONE: nothing depends on the bit at `to` */
};

/* Inputs of the gates that belong together, the lowest bit first. */
struct word {
	const literal *bits;
	uint32_t width;
	uint32_t group; /* words of a group meet: their bits are to be near each other */
};

/* Executions begin at cut 0. */
struct machine {
	struct gates *gates;
	uint32_t cuts, bits;
	literal *current; /* by bit: inputs of the gates */
	VEC(struct edge) edges;
	literal *bad;             /* by cut: something bad happens from such a state */
	bool **live;              /* by cut and bit: something depends on it */
	bool *wanted;             /* by cut: the set of states there is to be told; NULL: all are */
	VEC(literal) constraints; /* functions of bits that are true of every state, where all their bits are live */
	VEC(struct word) words;   /* hints for the order of variables */
};

#endif

/* What reachability works on: cuts, bits, and edges between cuts that are functions of the bits. */
#ifndef PLUMB_BDD_MACHINE_H
#define PLUMB_BDD_MACHINE_H

#include "codes.h"
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

struct machine {
	struct gates *gates;
	uint32_t cuts, bits;
	literal *current; /* by bit: inputs of the gates */
	VEC(struct edge) edges;
	literal *bad; /* by cut: something bad happens from such a state */
	bool **live;  /* by cut and bit: something depends on it */
	literal start; /* of the bits: executions begin at cut 0, where it is true */
	VEC(struct word) words; /* hints for the order of variables */
};

/* The bit of a place, or of its code, that a bit of the machine is. */
struct machine_bit {
	uint32_t place, bit;
};

/* The machine of a system over words: the bits of each place that matters, or of its code. */
struct word_machine {
	struct gates gates;
	struct machine machine;
	VEC(struct machine_bit) bits;
	struct codes codes;
	struct arena *arena;
};

/* The system has no maps (SYSTEM_CELLS), and must outlive it. `plain`: without codes. Where STOP says so it is incomplete. */
void word_machine_init(struct word_machine *words, const struct system *system, bool plain, bool (*stop)(void *context),
		       void *context);
void word_machine_release(struct word_machine *words);

#endif

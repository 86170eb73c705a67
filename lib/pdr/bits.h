/* A transition system over words (system.h) as latches: the cuts first, then the bits of each place that matters. Nothing is
 * lost, and nothing is gained that the words would say. */
#ifndef PLUMB_BITS_H
#define PLUMB_BITS_H

#include "pdr.h"
#include "system.h"

struct bit_of_place {
	uint32_t place, bit; /* the lowest bit is 0 */
};

struct bits {
	struct gates gates;
	struct latches latches;
	struct bit_of_place *places; /* of the latches from latches.cuts on */
	bool exact;                  /* all terms have gates; else the latches may do more than the system */
};

/* The system has no maps (SYSTEM_CELLS), and must outlive it. Where STOP says so it is incomplete: then nothing may be made
 * of it. */
void bits_init(struct bits *bits, const struct system *system, bool (*stop)(void *context), void *context);
void bits_release(struct bits *bits);

#endif

/* The machine of a system over words. Sets are told at the heads of loops. */
#ifndef PLUMB_SYSTEM_MACHINE_H
#define PLUMB_SYSTEM_MACHINE_H

#include "machine.h"
#include "predicate.h"

struct system_machine {
	struct machine machine;
	term *meaning; /* by bit: when it is 1, over the places of the system */
	struct gates gates;
	struct arena *arena;
};

/* Its bits are those of each place that matters, or of its code (codes.h; `plain`: without codes). The system has no maps
 * (SYSTEM_CELLS), and must outlive it. Where STOP says so it is incomplete: then nothing may be made of it. */
void machine_of_words(struct system_machine *machine, const struct system *system, bool plain,
		      bool (*stop)(void *context), void *context);
/* Its bits are predicates. They must outlive it. */
void machine_of_predicates(struct system_machine *machine, const struct predicates *predicates,
			   bool (*stop)(void *context), void *context);
/* By cut: the head of a loop? For both. */
bool *loop_heads(struct arena *arena, const struct system *system);
void system_machine_release(struct system_machine *machine);

#endif

/* A transition system as one step: what follows the state, as one term for each part of it. For formats that know states
 * and not locations. */
#ifndef PLUMB_STATE_MACHINE_H
#define PLUMB_STATE_MACHINE_H

#include "system.h"

struct state_part {
	term now, next; /* a leaf, and what it becomes */
	const char *name;
};

struct state_machine {
	struct bank *bank;
	VEC(struct state_part) parts; /* the first one: the cut */
	term first;                   /* the cut's number at the beginning */
	term bad;                     /* over the parts and inputs */
};

/* Ends in a state of its own that nothing follows, where the program ends. The system must outlive the result. */
struct state_machine *state_machine_new(const struct system *system);
void state_machine_free(struct state_machine *machine); /* NULL is fine */

#endif

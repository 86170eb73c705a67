/* checked: one way through a procedure; what is known there. */
#ifndef PLUMB_CHECKED_WALK_H
#define PLUMB_CHECKED_WALK_H

#include "checked_internal.h"

struct walk {
	struct checked *checked;
	struct checked_procedure *p;
	struct validity *now; /* by value, if it is among PRESENT */
	bool *has;
	VEC(uint32_t) present;
	uint32_t *current; /* slot -> value read by the term at hand */
	VEC(struct known_of) undo;
	bool logs; /* what is changed goes to `undo` first */
	bool decides;
};

/* Of a value, for a change; nothing is known of it yet, if it is new. */
struct validity *walk_touch(struct walk *w, uint32_t value);
/* What its object's value says, and what the pointer says that it was made from. */
struct validity walk_known(const struct walk *w, uint32_t value);
/* A value is made anew: what is said of it that no other value says. */
void walk_define(struct walk *w, uint32_t value, const struct validity *what);
/* What a condition claims of a value that it reads, W->current, holds from now on: for claims_visit. */
bool walk_learn(void *context, const struct claim *c);
/* Executes the block; false: no execution comes to its end. *reads: those of its end. */
bool walk_execute(struct walk *w, uint32_t b, const uint32_t **reads);

#endif

/* Inside the room of effects: what was found out of bodies and calls. */
#ifndef C2IR_EFFECTS_STATE_H
#define C2IR_EFFECTS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"
#include "vec.h"

struct body;
struct declaration;
struct effects;

struct effects_state {
	struct table of_call;                      /* declaration -> struct effects *, with all that it reaches */
	struct table of_function, through_pointer; /* definition, number of arguments -> struct body * */
	struct table called, taken_seen;           /* for finding `taken` */
	VEC(struct declaration *) taken;           /* functions whose address is taken */
	bool taken_known;
	VEC(struct effects *) all;
	VEC(struct body *) bodies;
	uint32_t rounds; /* searches among the bodies */
};

#endif

/* The order of variables to begin with: that in which a walk from the edges' functions towards their inputs comes to them (S. Malik
 * and others, "Logic verification using binary decision diagrams in a logic synthesis environment", 1988). The current and the
 * next value of a bit are neighbours. */
#ifndef PLUMB_BDD_VARIABLES_H
#define PLUMB_BDD_VARIABLES_H

#include "machine.h"

struct variables {
	uint32_t count;
	uint32_t *current, *next;        /* by bit of the machine */
	uint32_t unknown;                /* from this one on they are nothing yet */
	TABLE(uint32_t, uint32_t) input; /* node -> variable + 1, of inputs that are no bits */
	VEC(uint32_t) bit;               /* by variable: the bit whose current value it is, or UINT32_MAX */
};

void variables_init(struct variables *variables, const struct machine *machine);
void variables_release(struct variables *variables);

#endif

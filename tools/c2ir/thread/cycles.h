/* Which blocks of a procedure come again. */
#ifndef C2IR_CYCLES_H
#define C2IR_CYCLES_H

#include "ir.h"

/* Strongly connected components (Tarjan), by block; linear. */
struct cycles {
	uint32_t *component;
	bool *repeats; /* the block may come again after itself */
};

void cycles_find(struct cycles *c, const struct procedure *proc);
void cycles_release(struct cycles *c);

#endif

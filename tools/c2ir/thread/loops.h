/* Loops of an instance, also of those that are entered in several places. */
#ifndef C2IR_LOOPS_H
#define C2IR_LOOPS_H

#include "flow.h"

struct places VEC_BODY(uint32_t);

/* FROM: a place; which target of its terminator. */
struct edge {
	uint32_t from, target;
};

/* Of one instance: the edges that lead back, in depth-first order. */
struct loops {
	const struct flow *flow;
	struct places *before; /* by place */
	VEC(struct edge) back;
};

void loops_find(struct loops *l, const struct flow *flow);
void loops_release(struct loops *l);

/* Where the edge leads to. */
uint32_t loops_head(const struct loops *l, struct edge e);
/* The blocks from which the edge is reached other than through its head, and that, by place. The caller frees it. */
bool *loops_blocks(const struct loops *l, struct edge e);

#endif

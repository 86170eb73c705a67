/* Where the value of either of several branches ends up: the same variables. */
#ifndef C2IR_JOINED_H
#define C2IR_JOINED_H

#include "rvalue.h"

struct lowering;
struct type;
struct variable;

struct joined {
	struct rvalue value;
	struct variable **variables;
	uint32_t count;
};

void joined_init(struct lowering *l, struct joined *joined, const struct type *type);
void joined_set(struct lowering *l, struct joined *joined, struct rvalue value);

#endif

/* Models of library functions: each file model_*.c has a table of them. */
#ifndef C2IR_MODEL_H
#define C2IR_MODEL_H

#include "lower.h"

/* Lowers the call `e`; its arguments have not been evaluated. */
struct model {
	const char *name;
	const char *shape; /* its arguments: p pointer, i integer, f floating, ? any one, * any more */
	struct rvalue (*call)(struct lowering *l, const struct expression *e);
};

/* Whatever body the program gives them. */
extern const struct model model_verifier[], model_output[];
/* Only when the program has no body for them. */
extern const struct model model_control[], model_heap[], model_memory[], model_input[], model_read[], model_math[];

/* The arguments from left to right, held. */
struct rvalue *model_values(struct lowering *l, const struct expression *e);
/* argument i as a number of W bits */
term model_size(struct lowering *l, const struct expression *e, const struct rvalue *values, uint32_t i);
/* `p` may be accessed for `count` bytes: the pointer checks. */
void model_access(struct lowering *l, struct rvalue p, term count, bool write, const struct expression *e);
void model_stop(struct lowering *l, term status); /* the program ends */

#endif

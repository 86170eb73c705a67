/* The values that the lowering computes. They belong to its arena. */
#ifndef C2IR_RVALUE_H
#define C2IR_RVALUE_H

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct shape;

enum rvalue_kind {
	RVALUE_VOID,
	RVALUE_SCALAR,
	RVALUE_LEAVES, /* a record as one value per leaf (struct shape) */
	RVALUE_MEMORY  /* a record that is in memory: `term` points to it */
};

struct rvalue {
	enum rvalue_kind kind;
	term unset;                /* SCALAR: Bool, it is uninitialised; 0: it is not (check/uninit.c) */
	term term;                 /* bit-vector; _Bool: 8 bits, 0 or 1; pointers: object and offset */
	node node;                 /* what it may point to */
	const struct shape *shape; /* LEAVES */
	term *terms;
	node *nodes;
};

static inline struct rvalue rvalue_scalar(term t, node f)
{
	return (struct rvalue){ .kind = RVALUE_SCALAR, .term = t, .node = f };
}
static inline struct rvalue rvalue_void(void)
{
	return (struct rvalue){ .kind = RVALUE_VOID };
}

#endif

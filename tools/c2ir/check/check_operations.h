/* Checks of arithmetic. */
#ifndef C2IR_CHECK_OPERATIONS_H
#define C2IR_CHECK_OPERATIONS_H

#include <stdbool.h>

#include "term.h"

struct expression;
struct lowering;
struct lvalue;
struct type;

/* An operation of integers of one type, or a shift, where b has a type of its own; `op` gives the result. */
struct integer_operation {
	enum op op;
	const struct type *type;
	term a, b;
};
void check_operation(struct lowering *l, const struct integer_operation *o, const struct expression *e);
/* The pointer to `lvalue`, plus or minus index * step: of any width, W bits. */
struct pointer_operation {
	bool subtracts, is_signed; /* the index */
	term index, step;
};
void check_pointer_arithmetic(struct lowering *l, const struct lvalue *lvalue, const struct pointer_operation *o,
			      const struct expression *e);
bool check_floats(const struct lowering *l); /* some check of floating-point numbers is on */
/* An operation (a quotient, or not) of a and b of `type` gave `result`; of complex operands, in parts. */
void check_floating(struct lowering *l, const struct type *type, bool divides, term a, term b, term result,
		    const struct expression *e);
void check_complex(struct lowering *l, const struct type *base, bool divides, const term *a, const term *b,
		   const term *result, const struct expression *e);

#endif

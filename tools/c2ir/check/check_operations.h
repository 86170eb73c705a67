/* Checks of arithmetic: the part of checks.h that speaks of operators. */
#ifndef C2IR_CHECK_OPERATIONS_H
#define C2IR_CHECK_OPERATIONS_H

#include <stdbool.h>

#include "operation.h"
#include "term.h"

struct expression;
struct lowering;
struct type;

/* + - * / % of integers of one type; << and >>, where b has a type of its own. */
struct integer_operation {
	enum binary_operation operation;
	const struct type *type;
	term a, b;
};
void check_operation(struct lowering *l, const struct integer_operation *o, const struct expression *e);
bool check_floats(const struct lowering *l); /* some check of floating-point numbers is on */
/* a operation b == result, operands of `type`; of complex operands, in parts. */
void check_floating(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b,
		    term result, const struct expression *e);
void check_complex(struct lowering *l, const struct type *base, enum binary_operation operation, const term *a,
		   const term *b, const term *result, const struct expression *e);

#endif

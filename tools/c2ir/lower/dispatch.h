/* Calls through pointers. */
#ifndef C2IR_DISPATCH_H
#define C2IR_DISPATCH_H

#include "routine.h"

struct expression;
struct lowering;
struct rvalue;
struct variable;

void dispatch_check_options(
	struct lowering *l); /* functions that --call-targets names, and nobody declares, are errors */
void lower_indirect(struct lowering *l, struct rvalue callee, struct signature *signature, term *arguments, node *nodes,
		    struct variable **outs, const struct expression *e, bool unused);
void lower_dispatches(struct lowering *l); /* after regions_solve */
struct rvalue lower_function_address(struct lowering *l, struct declaration *d);
void dispatch_begin(struct lowering *l); /* what it needs at the start of the program */

#endif

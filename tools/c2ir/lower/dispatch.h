/* Calls through pointers. */
#ifndef C2IR_DISPATCH_H
#define C2IR_DISPATCH_H

#include "routine.h"

struct declaration;
struct expression;
struct lowering;
struct purpose;
struct rvalue;
struct variable;

void dispatch_check_options(
	struct lowering *l); /* functions that --call-targets names, and nobody declares, are errors */
void lower_indirect(struct lowering *l, struct rvalue callee, struct signature *signature, term *arguments, node *nodes,
		    struct variable **outs, const struct expression *e, const struct purpose *purpose);
/* Makes copies of the allocators that calls through pointers may reach, as direct calls have them (function.h). True: there are
 * some that are to be lowered. */
bool dispatch_copy_allocators(struct lowering *l);
void lower_dispatches(struct lowering *l); /* after regions_solve */
/* Before a direct call of a function, D in this unit: one that is weak, and that nothing defines, may be at address 0. */
void lower_weak_call(struct lowering *l, const struct declaration *d, const struct declaration *definition);
struct rvalue lower_function_address(struct lowering *l, struct declaration *d);

#endif

/* Functions without a body. */
#ifndef C2IR_UNDEFINED_H
#define C2IR_UNDEFINED_H

struct declaration;
struct library_call;
struct lowering;
struct routine;
struct rvalue;

/* What calling D, which has no body and no model, does (--undefined). */
struct rvalue lower_undefined_call(struct lowering *l, const struct library_call *e, const struct declaration *d);
/* A procedure that does it, for pointers to D; NULL: nothing but any result. */
struct routine *lower_undefined_routine(struct lowering *l, struct declaration *d);
void lower_undefined_body(struct lowering *l, const struct routine *routine);

#endif

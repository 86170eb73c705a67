/* Wrappers of printf: functions that hand a format on to printf's like (C11 7.21.6). */
#ifndef C2IR_WRAPPER_H
#define C2IR_WRAPPER_H

struct declaration;
struct expression;
struct lowering;
struct routine;

/* The string literal of characters that E is, or that a constant array holds, or that a parameter is in this copy of its
 * function; or NULL. */
const char *lower_literal(struct lowering *l, const struct expression *e);
/* A copy of `d` for one call, if it is a wrapper and the format is a literal; else NULL. */
struct routine *lower_wrapper_copy(struct lowering *l, struct declaration *d, const struct expression *call);

#endif

/* The C text of an expression. */
#ifndef C2IR_EXPRESSION_TEXT_H
#define C2IR_EXPRESSION_TEXT_H

struct expression;
struct lowering;

/* As it is written, in the arena; NULL: E is NULL, or was made up. */
const char *lower_expression_text(struct lowering *l, const struct expression *e);

/* What the pointer E points to: `x` if E is written `&x`, `*p` if `p`. In the arena; NULL as above. */
const char *lower_pointee_text(struct lowering *l, const struct expression *e);

#endif

/* The C text of an expression. */
#ifndef C2IR_EXPRESSION_TEXT_H
#define C2IR_EXPRESSION_TEXT_H

struct expression;
struct lowering;

/* As it is written, in the arena; NULL: E is NULL, or was made up. */
const char *lower_expression_text(struct lowering *l, const struct expression *e);

#endif

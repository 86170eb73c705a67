/* The C text of an expression. */
#include "expression_text.h"

#include "ast_expression.h"
#include "emit.h"

const char *lower_expression_text(struct lowering *l, const struct expression *e)
{
	return e && e->range.begin != e->range.end ? lower_text(l, e->range) : NULL;
}

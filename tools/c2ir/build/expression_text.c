/* The C text of an expression. */
#include "expression_text.h"

#include "ast_query.h"
#include "emit.h"

const char *lower_expression_text(struct lowering *l, const struct expression *e)
{
	struct source_range range = e ? expression_range(e) : (struct source_range){ 0 };
	return range.begin != range.end ? lower_text(l, range) : NULL;
}

/* Library functions that do nothing that the program could see but for their result, which may be any. No ledger entry: that is
 * what C says of them. */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "rvalue.h"
#include "library_call.h"
#include "model_scan.h"
#include "object.h"
#include "parts.h"

struct rvalue model_any(struct lowering *l, const struct expression *e)
{
	lower_held_arguments(l, e);
	return lower_unknown(l, e->type, expression_called(e)->name);
}

struct rvalue model_nothing(struct lowering *l, const struct expression *e)
{
	lower_held_arguments(l, e);
	return lower_nothing(l, e->type);
}

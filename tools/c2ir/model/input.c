/* Library functions that do nothing that the program could see but for their result, which may be any. No ledger entry: that is
 * what C says of them. */

#include "library_call.h"
#include "model.h"
#include "object.h"
#include "rvalue.h"

struct rvalue model_any(struct lowering *l, const struct library_call *e)
{
	lower_held_arguments(l, e);
	return lower_unknown(l, e->type, e->name);
}

struct rvalue model_nothing(struct lowering *l, const struct library_call *e)
{
	lower_held_arguments(l, e);
	return lower_nothing(l, e->type);
}

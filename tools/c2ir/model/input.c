/* Library functions that do nothing that the program could see but for their result, which may be any. No ledger entry: that is
 * what C says of them. */
#include "library_call.h"
#include "model_scan.h"
#include "object.h"
#include "parts.h"

static struct rvalue any(struct lowering *l, const struct expression *e)
{
	lower_held_arguments(l, e);
	return lower_unknown(l, e->type, expression_called(e)->name);
}

static struct rvalue nothing(struct lowering *l, const struct expression *e)
{
	lower_held_arguments(l, e);
	return lower_nothing(l, e->type);
}

const struct model model_input[] = {
	{ "printk", "p*", any },
	{ "syslog", "ip*", nothing },
	{ NULL, NULL, NULL },
};

/* Library functions that do nothing that the program could see but for their result, which may be any: output, time, the
 * environment. No ledger entry: that is what C says of them. */
#include "model.h"

static struct rvalue any(struct lowering *l, const struct expression *e)
{
	model_values(l, e);
	return lower_unknown(l, e->type, expression_called(e)->name);
}

static struct rvalue nonnegative(struct lowering *l, const struct expression *e)
{
	model_values(l, e);
	struct rvalue value = lower_unknown(l, e->type, expression_called(e)->name);
	if (value.kind == RVALUE_SCALAR && type_is_integer(e->type))
		emit_assume(l, term_binary(l->bank, OP_BVSLE, term_bv(l->bank, term_bits(l, e->type), 0), value.term));
	return value;
}

static struct rvalue nothing(struct lowering *l, const struct expression *e)
{
	model_values(l, e);
	return lower_nothing(l, e->type);
}

/* clang-format off */
const struct model model_input[] = {
	 
	    { "printk", "p*", any },
	   
	    { "time", "p", any },
	{ "clock", "*", any }, { "sleep", "i", any }, { "usleep", "i", any }, { "getpid", "*", nonnegative }, { "signal", "ip", any },
	{ "write", "ipi", any }, { "close", "i", any }, { "syslog", "ip*", nothing }, { "sync", "*", nothing },
	{ NULL, NULL, NULL },
};
/* clang-format on */

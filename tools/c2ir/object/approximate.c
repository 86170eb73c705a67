/* Any value in place of a computation that is not modelled. */
#include "approximate.h"

#include "c_term.h"
#include "emit.h"
#include "ledger.h"
#include "lowering.h"
#include "rvalue.h"

struct rvalue lower_approximate(struct lowering *l, const struct type *type, struct location location, const char *what)
{
	struct variable *v = emit_temporary(l, sort_bitvector(l->bank, term_bits(l, type)));
	struct statement *s = emit_havoc(l, v);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_APPROXIMATE, what);
	lower_ledger(l, location, "%s is approximated: its result is any value", what);
	return rvalue_scalar(v->term, 0);
}

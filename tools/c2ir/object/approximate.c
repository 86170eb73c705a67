/* Any value in place of a computation that is not modelled. */
#include "approximate.h"

#include "c_term.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "object.h"
#include "rvalue.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_scalar.h"

struct rvalue lower_approximate(struct lowering *l, const struct type *type, struct location location, const char *what)
{
	struct variable *v = emit_temporary(l, sort_bitvector(l->bank, term_bits(l, type)));
	emit_havoc_approximate(l, v, what);
	lower_ledger(l, location, "%s is approximated: its result is any value", what);
	return rvalue_scalar(v->term, 0);
}

void lower_mark(struct lowering *l, const char *what)
{
	struct variable *mark = emit_temporary(l, sort_bool(l->bank));
	emit_assign(l, mark, term_true(l->bank));
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_APPROXIMATE, what);
}

void lower_deviation(struct lowering *l, struct location location, const char *what)
{
	lower_mark(l, what);
	lower_ledger(l, location, "%s is approximated", what);
}

static struct rvalue approximate_scalar(struct lowering *l, const struct type *type, const char *what)
{
	struct variable *v = emit_temporary(l, sort_bitvector(l->bank, term_bits(l, type)));
	emit_havoc_approximate(l, v, what);
	term value = type_is_bool(type) ? from_bool(l, nonzero(l, v->term), term_bits(l, type)) : v->term;
	if (!type_is_pointer(type))
		return rvalue_scalar(value, number_node(l, type, value));
	struct rvalue pointer = rvalue_scalar(value, lower_unknown_object(l, type));
	lower_unknown_pointer(l, pointer, type, what, ORIGIN_OPEN);
	return pointer;
}

struct rvalue lower_approximate_value(struct lowering *l, const struct type *type, const char *what)
{
	type = type_unqualified(type);
	if (type_is_scalar(type) && !type_has_parts(type))
		return approximate_scalar(l, type, what);
	/* Of a record in memory all is unknown. */
	struct rvalue value = lower_unknown(l, type, what);
	lower_mark(l, what);
	return value;
}

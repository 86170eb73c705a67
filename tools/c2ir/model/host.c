/* What the program says to whoever runs it in the interpreter, and asks of him (ir-spec/host.md). To verification the
 * first is nothing, and the second any value. */

#include "c_term.h"
#include "emit.h"
#include "lowering.h"
#include "model.h"
#include "rvalue.h"

static void output(struct lowering *l, const char *kind, term value)
{
	struct variable *v = emit_temporary(l, term_sort(l->bank, value));
	emit_assign(l, v, value);
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_OUTPUT, kind);
}

void model_host_argument(struct lowering *l, term value)
{
	output(l, "argument", value);
}

void model_host_character(struct lowering *l, term value)
{
	output(l, "character", resize(l, value, 8, false));
}

void model_host_typed(struct lowering *l, term value, char conversion)
{
	char kind[] = "typed %d";
	kind[sizeof kind - 2] = conversion;
	output(l, conversion ? kind : "typed", value);
}

void model_host_abandon(struct lowering *l)
{
	output(l, "abandon", term_bv(l->bank, 8, 0));
}

struct rvalue model_host_call(struct lowering *l, const struct type *type, const char *function, const char *text)
{
	struct variable *v = emit_temporary(l, sort_of(l, type));
	v->attributes = emit_variable_attributes(l, type, NULL);
	emit_input(l, v, function, type);
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	struct attribute_value values[2] = { { .string = function }, { .string = text } };
	s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_HOST, values, text ? 2 : 1);
	return rvalue_scalar(v->term, 0);
}

/* Functions that end the program (C11 7.22.4), and those that are not supported. */

#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lower.h"
#include "lowering.h"
#include "model.h"
#include "object.h"
#include "object_maps.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_derived.h"

void model_stop(struct lowering *l, term status)
{
	check_exit(l);
	check_ends_early(l);
	struct variable *variable = lower_role(l, &l->machine.status, GLOBAL_STATUS, sort_bitvector(l->bank, 32));
	emit_assign(l, variable, status);
	emit_assume(l, term_false(l->bank));
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_EXIT, NULL, 0);
}

struct rvalue model_exit(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	lower_call_destructors(l, resize(l, values[0].term, 32, true));
	model_stop(l, resize(l, values[0].term, 32, true));
	return lower_nothing(l, e->type);
}

struct rvalue model_exit_at_once(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	model_host_abandon(l);
	model_stop(l, resize(l, values[0].term, 32, true));
	return lower_nothing(l, e->type);
}

struct rvalue model_quick_exit(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	if (lower_uses(l, LIBC_QUICK_HANDLERS))
		lower_library_call(l, "__plumb_run_quick_handlers", NULL, 0, types_void(l->types));
	model_host_abandon(l);
	model_stop(l, resize(l, values[0].term, 32, true));
	return lower_nothing(l, e->type);
}

struct rvalue model_abort(struct lowering *l, const struct library_call *e)
{
	lower_held_arguments(l, e);
	if (lower_uses(l, LIBC_SIGNAL_HANDLERS))
		lower_library_call(l, "__plumb_run_abort_handler", NULL, 0, types_void(l->types));
	model_host_abandon(l);
	model_stop(l, term_bv(l->bank, 32, 134)); /* SIGABRT, as a shell shows it */
	return lower_nothing(l, e->type);
}

struct rvalue model_unsupported(struct lowering *l, const struct library_call *e)
{
	lower_unsupported(l, e->location, "%s()", e->name);
	return lower_nothing(l, e->type);
}

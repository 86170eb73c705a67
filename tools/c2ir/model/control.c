/* Functions that end the program (C11 7.22.4), and those that are not supported. */
#include "model.h"

void model_stop(struct lowering *l, term status)
{
	check_exit(l);
	l->ends_early = true;
	struct variable *variable = lower_role(l, &l->status, GLOBAL_STATUS, sort_bitvector(l->bank, 32));
	emit_assign(l, variable, status);
	emit_assume(l, term_false(l->bank));
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_list(l->program, s->attributes, "exit", NULL, 0);
}

static struct rvalue exits(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	lower_call_destructors(l, resize(l, values[0].term, 32, true));
	model_stop(l, resize(l, values[0].term, 32, true));
	return lower_nothing(l, e->type);
}

static struct rvalue exits_at_once(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	model_host_abandon(l);
	model_stop(l, resize(l, values[0].term, 32, true));
	return lower_nothing(l, e->type);
}

static struct rvalue quick_exits(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	if (lower_uses(l, "at_quick_exit"))
		model_library(l, "__plumb_run_quick_handlers", NULL, 0, type_basic(l->types, TYPE_VOID));
	model_host_abandon(l);
	model_stop(l, resize(l, values[0].term, 32, true));
	return lower_nothing(l, e->type);
}

static struct rvalue aborts(struct lowering *l, const struct expression *e)
{
	model_values(l, e);
	model_host_abandon(l);
	model_stop(l, term_bv(l->bank, 32, 134)); /* SIGABRT, as a shell shows it */
	return lower_nothing(l, e->type);
}

static struct rvalue unsupported(struct lowering *l, const struct expression *e)
{
	lower_unsupported(l, e->location, "%s()", expression_called(e)->name);
	return lower_nothing(l, e->type);
}

const struct model model_control[] = {
	{ "exit", "i", exits },
	{ "_exit", "i", exits_at_once },
	{ "_Exit", "i", exits_at_once },
	{ "quick_exit", "i", quick_exits },
	{ "abort", "", aborts },
	{ "pthread_create", "*", unsupported },
	{ "thrd_create", "*", unsupported },
	{ "setjmp", "p", jump_setjmp },
	{ "_setjmp", "p", jump_setjmp },
	{ "sigsetjmp", "pi", jump_setjmp },
	{ "__sigsetjmp", "pi", jump_setjmp },
	{ "longjmp", "pi", jump_longjmp },
	{ "_longjmp", "pi", jump_longjmp },
	{ "siglongjmp", "pi", jump_longjmp },
	{ "__longjmp_chk", "pi", jump_longjmp },
	{ NULL, NULL, NULL },
};

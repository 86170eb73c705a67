/* What the library's models and verification tasks say about turns of threads (memory/thread_mark.h). */
#include <string.h>

#include "attribute.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "library_call.h"
#include "lower.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "model.h"
#include "object.h"
#include "object_maps.h"
#include "rvalue.h"
#include "symbol.h"
#include "thread_mark.h"

static struct rvalue describe(struct lowering *l, const struct library_call *e, const char *what)
{
	struct procedure *p = l->procedure;
	if (lower_has_threads(l))
		p->attributes = attribute_string(l->program, p->attributes, ATTRIBUTE_THREAD, what);
	return lower_nothing(l, e->type);
}

struct rvalue model_thread_body(struct lowering *l, const struct library_call *e)
{
	return describe(l, e, THREAD_BODY);
}

/* Which they are where no data race is; but for atomic operations of weaker orders (lower/atomic.c). */
struct rvalue model_thread_order(struct lowering *l, const struct library_call *e)
{
	if (!checks(l, CHECK_RACE))
		lower_ledger_here(
			l,
			"threads take turns at single accesses to what they share: sequential consistency is assumed");
	return lower_nothing(l, e->type);
}

/* They are about errno. */
struct rvalue model_thread_leaves(struct lowering *l, const struct library_call *e)
{
	return lower_uses(l, LIBC_ERRNO) ? describe(l, e, THREAD_LEAVES) : lower_nothing(l, e->type);
}

struct rvalue model_thread_comes(struct lowering *l, const struct library_call *e)
{
	return lower_uses(l, LIBC_ERRNO) ? describe(l, e, THREAD_COMES) : lower_nothing(l, e->type);
}

static struct rvalue marked(struct lowering *l, const struct library_call *e, enum thread_mark mark)
{
	emit_thread_mark(l, mark);
	return lower_nothing(l, e->type);
}

struct rvalue model_thread_switch(struct lowering *l, const struct library_call *e)
{
	return marked(l, e, THREAD_SWITCH);
}

/* In a program of one thread it is the last one; what exit() does then is not done. */
struct rvalue model_thread_over(struct lowering *l, const struct library_call *e)
{
	emit_thread_mark(l, THREAD_OVER);
	emit_assume(l, term_false(l->bank));
	return lower_nothing(l, e->type);
}

struct rvalue model_thread_looks(struct lowering *l, const struct library_call *e)
{
	return marked(l, e, THREAD_LOOKS);
}

struct rvalue model_thread_joined(struct lowering *l, const struct library_call *e)
{
	return marked(l, e, THREAD_JOINED);
}

struct rvalue model_thread_acquires(struct lowering *l, const struct library_call *e)
{
	emit_thread_lock(l, THREAD_ACQUIRE, lower_held_arguments(l, e)[0].term);
	return lower_nothing(l, e->type);
}

struct rvalue model_thread_releases(struct lowering *l, const struct library_call *e)
{
	emit_thread_lock(l, THREAD_RELEASE, lower_held_arguments(l, e)[0].term);
	return lower_nothing(l, e->type);
}

/* ---- deadlocks ---- */

struct rvalue model_thread_waits(struct lowering *l, const struct library_call *e)
{
	return marked(l, e, checks(l, CHECK_DEADLOCK) ? THREAD_WAITS : THREAD_SWITCH);
}

static struct variable *rest(struct lowering *l)
{
	struct variable *v = lower_global(l, &l->machine.rest, "$rest", sort_bool(l->bank));
	if (lower_has_threads(l) && !attribute_find(v->attributes, ATTRIBUTE_THREAD))
		v->attributes = attribute_string(l->program, v->attributes, ATTRIBUTE_THREAD, THREAD_REST);
	return v;
}

struct rvalue model_thread_rest(struct lowering *l, const struct library_call *e)
{
	emit_assign(l, rest(l), term_true(l->bank));
	return lower_nothing(l, e->type);
}

struct rvalue model_thread_rests(struct lowering *l, const struct library_call *e)
{
	return rvalue_scalar(from_bool(l, emit_hold(l, rest(l)->term), term_bits(l, e->type)), 0);
}

/* ---- what is asked ---- */

struct rvalue model_checks(struct lowering *l, const struct library_call *e)
{
	const char *name = e->argument_count ? e->arguments[0].literal : NULL;
	bool asked = false;
	for (unsigned i = 0; name && i < CHECK_COUNT; i++)
		asked |= checks(l, i) && !strcmp(check_name(i), name);
	return rvalue_scalar(term_bv(l->bank, term_bits(l, e->type), asked), 0);
}

struct rvalue model_program_calls(struct lowering *l, const struct library_call *e)
{
	const char *name = e->argument_count ? e->arguments[0].literal : NULL;
	bool calls = name && lower_uses_function(l, name);
	return rvalue_scalar(term_bv(bank_of(l), term_bits(l, e->type), calls), 0);
}

struct rvalue model_atomic_begin(struct lowering *l, const struct library_call *e)
{
	return marked(l, e, THREAD_BEGIN);
}

struct rvalue model_atomic_end(struct lowering *l, const struct library_call *e)
{
	return marked(l, e, THREAD_END);
}

/* Which engine works when, if the user does not say: what costs less goes first. Concrete executions; the first bounds of
 * stratified inlining, which find short bugs and decide programs whose loops fold; induction over the loops; then the
 * ladder, until the time is up. */
#include "engine.h"

enum { SHORT_STEPS = 256, SHORT_BOUND = 2, FIRST_BOUND = 1 };
static const double SHORT_SECONDS = 2, FIRST_SECONDS = 1, INDUCTION_SECONDS = 15;

/* `part` of the time that is left, and not more than `seconds`. */
static double slice(const struct task *task, double part, double seconds)
{
	double now = solver_now();
	if (task->deadline == SOLVER_NO_DEADLINE || part * (task->deadline - now) > seconds)
		return now + seconds;
	return now + part * (task->deadline - now);
}

static void release(struct outcome *o, const struct outcome *before)
{
	vec_free(&o->beyond);
	inputs_free(o->bug.inputs);
	*o = *before;
}

/* The ladder up to a small bound, for a moment. */
static void search_shortly(const struct task *task, uint32_t bound, double end, struct outcome *o)
{
	struct options options = *task->options;
	struct task sub = *task;
	options.bound = options.bound < bound ? options.bound : bound;
	sub.options = &options;
	sub.deadline = end;
	engine_stratified(&sub, o);
}

/* After a long execution that violates an assertion: one that is easier to understand, if it is found soon. */
static void look_for_shorter(struct task *task, struct outcome *found)
{
	struct outcome o = { .found = found->found, .searched_on = found->searched_on }, none = { 0 };
	search_shortly(task, SHORT_BOUND, slice(task, 0.2, SHORT_SECONDS), &o);
	if (o.verdict == VERDICT_UNSAFE) {
		release(found, &none);
		*found = o;
	} else {
		release(&o, &none);
	}
}

static bool is_decided(const struct outcome *o)
{
	return o->verdict == VERDICT_SAFE || o->verdict == VERDICT_UNSAFE;
}

static void induce(struct task *task, struct outcome *o)
{
	struct task sub = *task;
	sub.deadline = slice(task, 0.45, INDUCTION_SECONDS);
	engine_induction(&sub, o);
}

void engine_all(struct task *task, struct outcome *o)
{
	struct outcome before = *o;
	engine_concrete(task, o);
	if (o->verdict == VERDICT_UNSAFE && o->steps > SHORT_STEPS)
		look_for_shorter(task, o);
	if (is_decided(o))
		return;
	release(o, &before);
	search_shortly(task, FIRST_BOUND, slice(task, 0.1, FIRST_SECONDS), o);
	if (is_decided(o) || task->options->bound <= FIRST_BOUND)
		return;
	release(o, &before);
	induce(task, o);
	if (is_decided(o))
		return;
	release(o, &before);
	engine_stratified(task, o);
}

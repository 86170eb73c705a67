/* Which engine works when, if the user does not say: what costs less goes first. Concrete executions; stratified inlining for
 * a while, which finds what is near; induction over the loops, which is either quick or fails; then stratified inlining again, until
 * the time is up. */
#include "engine.h"

enum { SHORT_STEPS = 256, SHORT_BOUND = 2 };
static const double SHORT_SECONDS = 2, FIRST_SECONDS = 3, INDUCTION_SECONDS = 15;

/* `part` of the time that is left, and not more than `seconds`. */
static double slice(const struct task *task, double part, double seconds)
{
	double now = clock_now();
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

/* The ladder for a while. */
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

/* Has the ladder come to the bound that was asked for? */
static bool is_complete(const struct outcome *o)
{
	return o->verdict == VERDICT_BOUNDED && !o->reason;
}

/* True: proved. */
static bool induce(const struct task *task, const struct outcome *before, struct outcome *o)
{
	struct task sub = *task;
	struct outcome proof = *before;
	sub.deadline = slice(task, 0.45, INDUCTION_SECONDS);
	engine_induction(&sub, &proof);
	if (proof.verdict != VERDICT_SAFE)
		return false;
	release(o, &proof);
	return true;
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
	search_shortly(task, NO_BOUND, slice(task, 0.2, FIRST_SECONDS), o);
	if (is_decided(o) || induce(task, &before, o) || is_complete(o) || task_out_of_time(task))
		return;
	release(o, &before);
	engine_stratified(task, o);
}

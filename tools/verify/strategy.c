/* Which engine works when, if the user does not say: concrete executions first, because they cost next to nothing; then
 * stratified inlining. */
#include "engine.h"

enum { SHORT_STEPS = 256, SHORT_BOUND = 2 };
static const double SHORT_SECONDS = 2;

/* After a long execution that violates an assertion: one that is easier to understand, if it is found soon. */
static void look_for_shorter(struct task *task, struct outcome *found)
{
	struct options options = *task->options;
	struct task sub = *task;
	struct outcome o = { .found = found->found, .searched_on = found->searched_on };
	options.bound = options.bound < SHORT_BOUND ? options.bound : SHORT_BOUND;
	sub.options = &options;
	double end = solver_now() + SHORT_SECONDS;
	if (task->deadline == SOLVER_NO_DEADLINE || task->deadline > end)
		sub.deadline = end;
	engine_stratified(&sub, &o);
	vec_free(&o.beyond);
	if (o.verdict == VERDICT_UNSAFE) {
		inputs_free(found->bug.inputs);
		*found = o;
	} else {
		inputs_free(o.bug.inputs);
	}
}

void engine_all(struct task *task, struct outcome *o)
{
	struct outcome before = *o;
	engine_concrete(task, o);
	if (o->verdict == VERDICT_UNSAFE && o->steps > SHORT_STEPS)
		look_for_shorter(task, o);
	if (o->verdict != VERDICT_UNKNOWN)
		return;
	*o = before;
	engine_stratified(task, o);
}

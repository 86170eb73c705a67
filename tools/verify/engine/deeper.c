/* Rules (--rule): a violation is a few callbacks away, and proofs of programs as large as drivers take long. So violations are looked for
 * once more before engines that only prove have their turns: in executions, which have no bound, and by the ladder. */
#include "engine.h"
#include "fuzz.h"

static const double EXECUTIONS = 0.7; /* of the time */

static void search(struct task *task, struct outcome *o)
{
	struct task sub = *task;
	struct outcome before = *o;
	double now = clock_now(), end = task->limits.deadline;
	if (end != SOLVER_NO_DEADLINE)
		sub.limits.deadline = now + EXECUTIONS * (end - now);
	fuzz_search(&sub, o, FUZZ_FIRST, FUZZ_SEARCHES);
	if (o->verdict == VERDICT_UNSAFE)
		return;
	*o = before;
	engine_stratified.search(task, o);
}

const struct engine engine_deeper = { .search = search,
				      .suits = task_is_about_rules,
				      .turn = { .taken = true, .part = 0.6, .seconds = 30 } };

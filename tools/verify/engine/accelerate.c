/* Acceleration: stratified inlining of a program whose loops have shortcuts, which take any number of rounds at once (S. Bardin, A.
 * Finkel, J. Leroux, L. Petrucci, "FAST: acceleration from theory to practice", 2008; D. Kroening, M. Lewis, G. Weissenbacher,
 * "Under-approximating loops in C programs for fast counterexample detection", 2013). A shortcut may do what no execution
 * does; so what it finds is a violation only if the program does it, and nothing is proved. */
#include "engine.h"
#include "invariant.h"

enum { ROUNDS = 3 };

/* Within a bound on rounds nobody asks for many of them. */
static void search(struct task *task, struct outcome *o)
{
	outcome_unknown(o, "no loop has a shortcut");
	if (task->limits.bound != NO_BOUND)
		return;
	struct program *p = program_copy(task->prepared);
	if (loops_shorten(p)) {
		struct task sub = *task;
		sub.limits.bound = ROUNDS;
		sub.limits.beyond = 0;
		stratified_search(&sub, p, o);
		if (o->verdict == VERDICT_UNSAFE)
			task_confirm(task, o);
		else
			outcome_unknown(o, "no violation was found behind shortcuts of loops");
	}
	vec_clear(&o->beyond); /* they are the program's */
	if (o->verdict == VERDICT_UNSAFE)
		vec_push(&task->kept, p);
	else
		program_free(p);
}

const struct engine engine_accelerate = {
	.search = search, .turn = { .taken = true, .part = 0.1, .seconds = 2, .cycles = true, .most = 1 }
};

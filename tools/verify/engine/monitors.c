/* Rules (--rule): at the head of each loop the automaton of an object is mostly in one state, which constants say. That is asked before
 * contracts are looked for: the programs are large, and have few places. */
#include "induction.h"

static void search(struct task *task, struct outcome *o)
{
	induction_search(task, LEVEL_FLAGS, o);
}

const struct engine engine_monitors = {
	.search = search,
	.suits = task_is_about_rules,
	.turn = { .taken = true, .part = 0.4, .seconds = 15, .cycles = true, .places = 2 },
	.only_proves = true
};

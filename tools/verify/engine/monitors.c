/* Rules (--rule): at the head of each loop the automaton of an object is mostly in one state, which constants say. That is asked before
 * contracts are looked for: the programs are large, and have few places. */
#include "check.h"
#include "induction.h"
#include "iterate.h"
#include "statement.h"

#include <string.h>

static bool is_about_rules(const struct task *task)
{
	program_for_each_statement(task->prepared, at) {
		const struct statement *s = at.statement;
		const char *check = attribute_get_string(s->attributes, ATTRIBUTE_CHECK);
		if (s->kind == STATEMENT_ASSERT && !term_is_true(task->prepared->bank, s->term) &&
		    (!check || strcmp(check, check_name(CHECK_RULE)) != 0))
			return false;
	}
	return true;
}

static void search(struct task *task, struct outcome *o)
{
	induction_search(task, LEVEL_FLAGS, o);
}

const struct engine engine_monitors = {
	.search = search,
	.suits = is_about_rules,
	.turn = { .taken = true, .part = 0.4, .seconds = 15, .cycles = true, .places = 2 }
};

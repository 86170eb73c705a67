/* offline: nobody runs the program.
 *
 *	havoc h {host "present"};    =>    h := false;
 *
 * What the program does only where somebody is there who runs it (ir-spec/execution.md) is no execution to verify: without a
 * host an interpreter gives the same answer, so that counterexamples can be replayed. Sound and complete for
 * violations because that answer is the meaning of such a havoc wherever there is no host. */
#include <string.h>

#include "pass.h"

#include "iterate.h"

static bool asks_presence(const struct statement *s)
{
	if (s->kind != STATEMENT_HAVOC)
		return false;
	const char *function = attribute_get_string(s->attributes, ATTRIBUTE_HOST);
	return function && !strcmp(function, "present");
}

static void answer(struct program *p, struct statement *s)
{
	sort target = s->target->sort;
	s->kind = STATEMENT_ASSIGN;
	s->term = sort_kind(p->bank, target) == SORT_BOOL ? term_false(p->bank)
							  : term_bv(p->bank, sort_width(p->bank, target), 0);
	s->attributes = attribute_remove(p, s->attributes, ATTRIBUTE_HOST);
	s->attributes = attribute_remove(p, s->attributes, ATTRIBUTE_INPUT);
	s->attributes = attribute_remove(p, s->attributes, ATTRIBUTE_ID);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	program_for_each_statement(p, at)
		if (asks_presence(at.statement)) {
			answer(p, at.statement);
			changed = true;
		}
	return changed;
}

const struct pass pass_offline = {
	.name = "offline",
	.about = "without a host: nobody runs the program",
	.run = run,
	.keeps = FACTS_ALL,
};

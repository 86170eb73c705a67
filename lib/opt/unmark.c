/* unmark: removes what only replays use.
 *
 *	$mixed := ne($w[p], 5bv16) {approximate "..."};    =>    $mixed := ne($w[p], 5bv16);
 *
 * Such an assignment says of an execution that it is not confirmed where it makes its target true (docs/architecture.md).
 * Counterexamples are replayed on the program as it was read, so slice keeps the marks and what they depend on, in order that
 * a program means the same to verify before and after ir-opt; but nothing that is solved needs them, and slice takes away what
 * they were there for. Changes no execution. */
#include "iterate.h"
#include "pass.h"
#include "statement.h"

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	program_for_each_statement(p, at)
		if (statement_is_mark(p, at.statement)) {
			at.statement->attributes = attribute_remove(p, at.statement->attributes, ATTRIBUTE_APPROXIMATE);
			changed = true;
		}
	return changed;
}

const struct pass pass_unmark = {
	.name = "unmark",
	.about = "remove what only a replay looks at",
	.run = run,
	.keeps = FACTS_ALL,
};

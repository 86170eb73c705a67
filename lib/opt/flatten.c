/* flatten: the program becomes one procedure, as by pass inline. A program with recursion other than of loops, or one that
 * would become too large, stays as it is. */
#include "inline.h"
#include "pass.h"

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	if (!p->entry || p->procedure_count == 1 || p->entry->in_count)
		return false;
	struct inline_plan plan = inline_plan_new(p);
	bool flat = !plan.count && !plan.entry_called;
	if (flat) {
		pass_uninitialised.run(p, options, diags);
		inline_run(p, &plan);
	}
	inline_plan_release(&plan);
	return flat;
}

const struct pass pass_flatten = {
	.name = "flatten",
	.about = "one procedure: calls become copies of what they call",
	.run = run,
};

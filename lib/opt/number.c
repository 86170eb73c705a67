/* number: {id} for each havoc, fresh and nondeterministic goto that has none (number.h). */
#include "number.h"

#include "pass.h"

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	return program_number(p);
}

const struct pass pass_number = {
	.name = "number",
	.about = "give each havoc, fresh and nondeterministic goto an identity",
	.run = run,
	.keeps = FACTS_ALL,
};

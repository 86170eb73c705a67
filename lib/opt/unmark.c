/* unmark: removes what only replays use.
 *
 *	$mixed := ne($w[p], 5bv16) {approximate "..."};    =>    $mixed := ne($w[p], 5bv16);
 *
 * Such an assignment says of an execution that it is not confirmed where it makes its target true (docs/architecture.md).
 * Counterexamples are replayed on the program as it was read, so slice keeps the marks and what they depend on, in order that
 * a program means the same to verify before and after ir-opt; but nothing that is solved needs them, and slice takes away what
 * they were there for. Changes no execution. */
#include "pass.h"
#include "statement.h"

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++) {
			struct block *b = p->procedures[i]->blocks[k];
			for (uint32_t n = 0; n < b->statement_count; n++)
				if (statement_is_mark(p, &b->statements[n])) {
					b->statements[n].attributes =
						attribute_remove(p, b->statements[n].attributes, ATTRIBUTE_APPROXIMATE);
					changed = true;
				}
		}
	return changed;
}

const struct pass pass_unmark = {
	.name = "unmark",
	.about = "remove what only a replay looks at",
	.run = run,
	.keeps = FACTS_ALL,
};

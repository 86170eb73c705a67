/* Candidates must not look at identities. The state of an execution at a head is shown to be one of the cut program by renaming what
 * `fresh` gave, each time in another way (docs/engines.md, "Why that is a proof"): what a candidate says has to stay true. `p < 2`
 * of a pointer p, which is true of the first object that symbolic execution makes, does not. */
#include "cut_parts.h"

#include "identities.h"

static void equate_entries(struct identities *in, const struct cut *cut, const struct cut_loop *loop)
{
	for (uint32_t i = 0; i < loop->procedure->in_count; i++)
		if (loop->entries[i])
			identities_equate(in, loop->entries[i]->term, loop->procedure->variables[i]->term);
	if (loop->given_entry)
		identities_equate(in, loop->given_entry->term, cut->given->term);
}

void cut_keep_opaque(struct cut *cut)
{
	struct identities *in = identities_new(cut->program);
	for (size_t i = 0; i < cut->loops.count; i++)
		equate_entries(in, cut, &cut->loops.at[i]);
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; k < cut->loops.at[i].candidates.count; k++) {
			struct candidate *c = &cut->loops.at[i].candidates.at[k];
			c->dropped = c->dropped || !identities_take(in, c->condition);
		}
	identities_free(in);
}

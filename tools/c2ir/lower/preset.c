/* Variables of ours that need a value before their declaration in C is reached: set at the head of their procedures,
 * once all statements are there. */
#include "lower.h"

static void rewrite_entry(struct lowering *l, size_t from, size_t to)
{
	struct procedure *p = l->preset.at[from].procedure;
	struct block *entry = p->blocks[0];
	uint32_t count = entry->statement_count;
	struct statement *old = arena_alloc(l->arena, sizeof *old * (count + 1));
	for (uint32_t i = 0; i < count; i++)
		old[i] = entry->statements[i];
	entry->statement_count = 0;
	l->procedure = p;
	l->at = NULL;
	emit_start(l, entry);
	for (size_t i = from; i < to; i++)
		emit_assign(l, l->preset.at[i].variable, l->preset.at[i].value);
	for (uint32_t i = 0; i < count; i++)
		*block_add(l->program, entry, old[i].kind) = old[i];
}

/* Those of one procedure follow one another. */
void lower_presets(struct lowering *l)
{
	for (size_t from = 0, to; from < l->preset.count; from = to) {
		for (to = from; to < l->preset.count; to++)
			if (l->preset.at[to].procedure != l->preset.at[from].procedure)
				break;
		rewrite_entry(l, from, to);
	}
}

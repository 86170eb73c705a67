/* Variables of ours that need a value before their declaration in C is reached: set at the head of their procedures,
 * once all statements are there. */
#include "preset.h"

#include "emit.h"
#include "lowering.h"

/* What a variable is before the first statement of its procedure. */
struct preset {
	struct procedure *procedure;
	struct variable *variable;
	term value;
};

struct presets {
	VEC(struct preset) list;
};

void preset(struct lowering *l, struct procedure *procedure, struct variable *variable, term value)
{
	vec_push(&l->presets->list, (struct preset){ procedure, variable, value });
}

static void rewrite_entry(struct lowering *l, size_t from, size_t to)
{
	struct procedure *p = l->presets->list.at[from].procedure;
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
		emit_assign(l, l->presets->list.at[i].variable, l->presets->list.at[i].value);
	for (uint32_t i = 0; i < count; i++)
		*block_add(l->program, entry, old[i].kind) = old[i];
}

/* Those of one procedure follow one another. */
void lower_presets(struct lowering *l)
{
	for (size_t from = 0, to; from < l->presets->list.count; from = to) {
		for (to = from; to < l->presets->list.count; to++)
			if (l->presets->list.at[to].procedure != l->presets->list.at[from].procedure)
				break;
		rewrite_entry(l, from, to);
	}
}

void presets_init(struct lowering *l)
{
	l->presets = arena_alloc(l->arena, sizeof *l->presets);
}

void presets_release(struct lowering *l)
{
	vec_free(&l->presets->list);
}

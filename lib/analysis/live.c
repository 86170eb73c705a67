#include "live.h"

#include <string.h>

#include "bitset.h"
#include "statement.h"

/* SLOT_NONE: a global that is not followed. */
static uint32_t slot_of(const struct live *live, const struct variable *v)
{
	if (v->kind != VARIABLE_GLOBAL)
		return live->slots.locals[v->index];
	return live->global_slots ? live->global_slots[v->index] : SLOT_NONE;
}

static void add_term(struct live *live, uint64_t *set, term t)
{
	const struct uses_list *used = uses_of(live->uses, t);
	for (uint32_t i = 0; i < used->count; i++) {
		uint32_t slot = slot_of(live, used->variables[i]);
		if (slot != SLOT_NONE)
			bits_add(set, slot);
	}
}

bool live_is_needed(const struct live *live, const uint64_t *set, const struct statement *s)
{
	bool assigns = s->kind == STATEMENT_ASSIGN || s->kind == STATEMENT_HAVOC || s->kind == STATEMENT_FRESH;
	if (!assigns || !live->removable || !live->removable(live->procedure->program, s))
		return true;
	uint32_t slot = slot_of(live, s->target);
	return slot == SLOT_NONE || bits_has(set, slot);
}

static void read_in_call(struct live *live, uint64_t *set, const struct procedure *callee)
{
	for (uint32_t i = 0; i < live->slots.global_count; i++) {
		uint32_t g = live->slots.globals[i];
		if (effects_reads(live->effects, callee, live->procedure->program->globals[g]))
			bits_add(set, live->slots.global_first + i);
	}
}

void live_before(struct live *live, uint64_t *set, const struct statement *s)
{
	/* An exit still shows the program's status. */
	if (statement_ends(live->procedure->program, s) && !attribute_find(s->attributes, ATTRIBUTE_EXIT))
		bits_zero(set, bits_words(live->slots.count));
	if (!live_is_needed(live, set, s))
		return;
	for (uint32_t i = 0; i < statement_target_count(s); i++)
		if (slot_of(live, statement_target(s, i)) != SLOT_NONE)
			bits_remove(set, slot_of(live, statement_target(s, i)));
	if (s->kind == STATEMENT_CALL)
		read_in_call(live, set, s->callee);
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		add_term(live, set, statement_term(s, i));
}

uint64_t *live_at_end(struct live *live, uint32_t block)
{
	const struct procedure *proc = live->procedure;
	const struct terminator *t = &proc->blocks[block]->terminator;
	bits_zero(live->set, bits_words(live->slots.count));
	for (uint32_t i = 0; i < t->target_count; i++)
		bits_join(live->set, live->rows + (size_t)t->targets[i]->index * live->words, live->words);
	if (t->kind == TERMINATOR_BRANCH)
		add_term(live, live->set, t->term);
	if (t->kind != TERMINATOR_RETURN)
		return live->set;
	for (uint32_t i = 0; i < proc->out_count; i++)
		bits_add(live->set, live->slots.locals[proc->in_count + i]);
	for (uint32_t i = 0; i < live->slots.global_count; i++)
		bits_add(live->set, live->slots.global_first + i);
	return live->set;
}

static bool update_block(struct live *live, uint32_t block)
{
	const struct block *b = live->procedure->blocks[block];
	uint64_t *set = live_at_end(live, block);
	for (uint32_t i = b->statement_count; i-- > 0;)
		live_before(live, set, &b->statements[i]);
	return bits_join(live->rows + (size_t)block * live->words, set, live->words);
}

static void solve(struct live *live)
{
	const struct cfg *cfg = live->cfg;
	bool *queued = memory_alloc(cfg->block_count * sizeof *queued);
	VEC(uint32_t) work = { 0 };
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		vec_push(&work, cfg->order[i]);
		queued[cfg->order[i]] = true;
	}
	while (work.count) {
		uint32_t b = vec_pop(&work);
		queued[b] = false;
		if (!update_block(live, b))
			continue;
		for (uint32_t e = cfg->predecessor_start[b]; e < cfg->predecessor_start[b + 1]; e++) {
			uint32_t from = cfg->predecessors[e];
			if (!queued[from] && cfg_reachable(cfg, from)) {
				queued[from] = true;
				vec_push(&work, from);
			}
		}
	}
	vec_free(&work);
	memory_free(queued);
}

/* Bits of the globals that the procedure assigns in its own statements. */
static uint64_t *globals_written(const struct procedure *proc, struct arena *arena)
{
	uint64_t *set = arena_alloc(arena, (bits_words(proc->program->global_count) + 1) * sizeof *set);
	for (uint32_t i = 0; i < proc->block_count; i++)
		for (uint32_t k = 0; k < proc->blocks[i]->statement_count; k++) {
			const struct statement *s = &proc->blocks[i]->statements[k];
			if (s->target && s->target->kind == VARIABLE_GLOBAL)
				bits_add(set, s->target->index);
		}
	return set;
}

static void map_globals(struct live *live)
{
	uint32_t count = live->procedure->program->global_count;
	live->global_slots = arena_alloc(live->arena, count * sizeof *live->global_slots);
	for (uint32_t i = 0; i < count; i++)
		live->global_slots[i] = SLOT_NONE;
	slots_map_globals(&live->slots, live->global_slots);
}

struct live *live_new(const struct cfg *cfg, struct uses *uses, const struct effects *effects,
		      bool (*removable)(const struct program *p, const struct statement *s))
{
	struct live *live = memory_alloc(sizeof *live);
	const struct procedure *proc = cfg->procedure;
	*live = (struct live){
		.procedure = proc, .cfg = cfg, .uses = uses, .effects = effects, .removable = removable
	};
	live->arena = arena_new();
	slots_init(&live->slots, live->arena, proc, uses, effects ? globals_written(proc, live->arena) : NULL);
	if (effects)
		map_globals(live);
	live->words = (uint32_t)bits_words(live->slots.row_count);
	live->rows = arena_alloc(live->arena, (size_t)proc->block_count * live->words * sizeof *live->rows);
	live->set = arena_alloc(live->arena, (bits_words(live->slots.count) + 1) * sizeof *live->set);
	solve(live);
	return live;
}

void live_free(struct live *live)
{
	if (!live)
		return;
	arena_free(live->arena);
	memory_free(live);
}

bool live_at_start(const struct live *live, uint32_t block, const struct variable *v)
{
	uint32_t slot = slot_of(live, v);
	return slot == SLOT_NONE ||
	       (slot < live->slots.row_count && bits_has(live->rows + (size_t)block * live->words, slot));
}

#include "slots.h"

#include "bitset.h"
#include "statement.h"

static void cross_term(struct slots *slots, struct uses *uses, const uint32_t *written_in, uint32_t block, term t)
{
	const struct uses_list *used = uses_of(uses, t);
	for (uint32_t i = 0; i < used->count; i++) {
		const struct variable *v = used->variables[i];
		if (v->kind != VARIABLE_GLOBAL && written_in[v->index] != block + 1)
			slots->locals[v->index] = 1;
	}
}

static void cross_block(struct slots *slots, struct uses *uses, uint32_t *written_in, const struct block *b)
{
	for (uint32_t k = 0; k < b->statement_count; k++) {
		const struct statement *s = &b->statements[k];
		for (uint32_t j = 0; j < statement_term_count(s); j++)
			cross_term(slots, uses, written_in, b->index, statement_term(s, j));
		for (uint32_t j = 0; j < statement_target_count(s); j++)
			if (statement_target(s, j)->kind != VARIABLE_GLOBAL)
				written_in[statement_target(s, j)->index] = b->index + 1;
	}
	if (b->terminator.kind == TERMINATOR_BRANCH)
		cross_term(slots, uses, written_in, b->index, b->terminator.term);
}

/* Which variables are live between blocks, perhaps: marked with 1. */
static void find_crossing(struct slots *slots, const struct procedure *proc, struct uses *uses)
{
	uint32_t *written_in = memory_alloc(proc->variable_count * sizeof *written_in);
	for (uint32_t i = 0; i < proc->block_count; i++)
		cross_block(slots, uses, written_in, proc->blocks[i]);
	for (uint32_t i = 0; i < proc->in_count + proc->out_count; i++)
		slots->locals[i] = 1;
	memory_free(written_in);
}

void slots_init(struct slots *slots, struct arena *arena, const struct procedure *proc, struct uses *uses,
		const uint64_t *globals)
{
	uint32_t next = 0, global_count = globals ? proc->program->global_count : 0;
	*slots = (struct slots){ .locals = arena_alloc(arena, proc->variable_count * sizeof *slots->locals) };
	find_crossing(slots, proc, uses);
	for (uint32_t i = 0; i < proc->variable_count; i++)
		slots->locals[i] = slots->locals[i] ? next++ : SLOT_NONE;
	slots->global_first = next;
	slots->globals = arena_alloc(arena, global_count * sizeof *slots->globals);
	for (uint32_t g = 0; g < global_count; g++)
		if (bits_has(globals, g))
			slots->globals[slots->global_count++] = g;
	slots->row_count = next += slots->global_count;
	for (uint32_t i = 0; i < proc->variable_count; i++)
		if (slots->locals[i] == SLOT_NONE)
			slots->locals[i] = next++;
	slots->count = next;
}

void slots_map_globals(const struct slots *slots, uint32_t *to)
{
	for (uint32_t i = 0; i < slots->global_count; i++)
		to[slots->globals[i]] = slots->global_first + i;
}

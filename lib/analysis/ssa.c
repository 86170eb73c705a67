#include "ssa.h"

#include <string.h>

#include "statement.h"

struct undo {
	uint32_t slot, value;
};
struct numbers VEC_BODY(uint32_t);

struct builder {
	struct ssa *ssa;
	const struct effects *effects;
	struct dominators *dom;
	uint32_t block; /* at hand */
	const struct statement *statement;
	/* placing phis */
	bool *crosses;           /* slot: read in some block before it is written there */
	uint32_t *written_in;    /* slot -> block that wrote it last + 1 */
	struct numbers *writers; /* slot -> blocks that write it, each once */
	/* renaming */
	uint32_t *current; /* slot -> value now */
	struct undo_list VEC_BODY(struct undo) undo;
	struct numbers reads, copies, writes; /* of the block */
};

uint32_t ssa_slot(const struct ssa *ssa, const struct variable *v)
{
	if (v->kind != VARIABLE_GLOBAL)
		return v->index;
	return (uint32_t)table_get(&ssa->global_slots, v->index, SSA_NONE);
}

/* --- which variables --- */

static void track_term(struct ssa *ssa, struct variable **list, term t)
{
	const struct uses_list *used = uses_of(ssa->uses, t);
	for (uint32_t i = 0; i < used->count; i++) {
		const struct variable *v = used->variables[i];
		if (v->kind != VARIABLE_GLOBAL || table_has(&ssa->global_slots, v->index))
			continue;
		table_put(&ssa->global_slots, v->index, ssa->slot_count);
		list[ssa->slot_count++] = used->variables[i];
	}
}

static void find_variables(struct ssa *ssa)
{
	const struct procedure *proc = ssa->procedure;
	ssa->variables =
		arena_alloc(ssa->arena, (proc->variable_count + proc->program->global_count) * sizeof *ssa->variables);
	if (proc->variable_count)
		memcpy(ssa->variables, proc->variables, proc->variable_count * sizeof *ssa->variables);
	ssa->slot_count = proc->variable_count;
	for (uint32_t i = 0; i < proc->block_count; i++) {
		const struct block *b = proc->blocks[i];
		for (uint32_t k = 0; k < b->statement_count; k++)
			for (uint32_t j = 0; j < statement_term_count(&b->statements[k]); j++)
				track_term(ssa, ssa->variables, statement_term(&b->statements[k], j));
		if (b->terminator.kind == TERMINATOR_BRANCH)
			track_term(ssa, ssa->variables, b->terminator.term);
	}
}

/* --- one walk over what a block reads and writes, in order --- */

struct visitor {
	void (*read)(struct builder *b, uint32_t slot);
	/* `source`: the slot that is copied, or SSA_NONE */
	void (*write)(struct builder *b, uint32_t slot, enum ssa_kind kind, uint32_t source);
};

static void visit_term(struct builder *b, const struct visitor *visitor, term t)
{
	const struct uses_list *used = uses_of(b->ssa->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		visitor->read(b, ssa_slot(b->ssa, used->variables[i]));
}

static void visit_clobbers(struct builder *b, const struct visitor *visitor, const struct procedure *callee)
{
	const struct ssa *ssa = b->ssa;
	for (uint32_t slot = ssa->procedure->variable_count; slot < ssa->slot_count; slot++)
		if (effects_writes(b->effects, callee, ssa->variables[slot]))
			visitor->write(b, slot, SSA_CLOBBER, SSA_NONE);
}

static void visit_statement(struct builder *b, const struct visitor *visitor, const struct statement *s)
{
	const struct ssa *ssa = b->ssa;
	uint32_t source = SSA_NONE;
	b->statement = s;
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		visit_term(b, visitor, statement_term(s, i));
	if (s->kind == STATEMENT_ASSIGN) {
		const struct variable *from = program_variable_of(ssa->procedure->program, s->term);
		source = from ? ssa_slot(ssa, from) : SSA_NONE;
	}
	/* What the callee writes comes before its outs: an out may be such a global. */
	if (s->kind == STATEMENT_CALL)
		visit_clobbers(b, visitor, s->callee);
	for (uint32_t i = 0; i < statement_target_count(s); i++) {
		uint32_t slot = ssa_slot(ssa, statement_target(s, i));
		if (slot != SSA_NONE)
			visitor->write(b, slot, SSA_TARGET, source);
	}
}

static void visit_block(struct builder *b, const struct visitor *visitor, const struct block *block)
{
	const struct procedure *proc = b->ssa->procedure;
	for (uint32_t i = 0; i < block->statement_count; i++)
		visit_statement(b, visitor, &block->statements[i]);
	if (block->terminator.kind == TERMINATOR_BRANCH)
		visit_term(b, visitor, block->terminator.term);
	if (block->terminator.kind == TERMINATOR_RETURN)
		for (uint32_t i = 0; i < proc->out_count; i++)
			visitor->read(b, proc->in_count + i);
}

/* --- placing phis --- */

static void place_read(struct builder *b, uint32_t slot)
{
	if (b->written_in[slot] != b->block + 1)
		b->crosses[slot] = true;
}

static void place_write(struct builder *b, uint32_t slot, enum ssa_kind kind, uint32_t source)
{
	(void)kind;
	/* Whoever reads the copy asks what the source is there: a place where other values of it arrive must be known, though nobody
	 * reads it there. */
	if (source != SSA_NONE)
		b->crosses[source] = true;
	if (b->written_in[slot] == b->block + 1)
		return;
	b->written_in[slot] = b->block + 1;
	vec_push(&b->writers[slot], b->block);
}

/* Dominance frontiers (Cooper, Harvey, Kennedy). */
static struct numbers *frontiers(const struct cfg *cfg, const struct dominators *dom)
{
	struct numbers *frontier = memory_alloc(cfg->block_count * sizeof *frontier);
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t b = cfg->order[i];
		for (uint32_t e = cfg->predecessor_start[b]; e < cfg->predecessor_start[b + 1]; e++) {
			uint32_t runner = cfg->predecessors[e];
			if (!cfg_reachable(cfg, runner))
				continue;
			for (; runner != CFG_NONE && runner != dom->parent[b]; runner = dom->parent[runner])
				if (!frontier[runner].count || vec_last(&frontier[runner]) != b)
					vec_push(&frontier[runner], b);
		}
	}
	return frontier;
}

/* Phis at the iterated dominance frontier of the slot's writers. */
static void place_slot(const struct numbers *frontier, struct numbers *writers, uint32_t slot, uint32_t *phi_in,
		       struct numbers *phis)
{
	while (writers->count) {
		uint32_t b = vec_pop(writers);
		for (size_t i = 0; i < frontier[b].count; i++) {
			uint32_t join = frontier[b].at[i];
			if (phi_in[join] == slot + 1)
				continue;
			phi_in[join] = slot + 1;
			vec_push(&phis[join], slot);
			vec_push(writers, join);
		}
	}
}

static uint32_t incoming(const struct cfg *cfg, uint32_t block)
{
	return cfg->predecessor_start[block + 1] - cfg->predecessor_start[block];
}

static uint32_t new_value(struct ssa *ssa, enum ssa_kind kind, uint32_t slot, uint32_t block, uint32_t copy_of)
{
	vec_push(&ssa->values, (struct ssa_value){ kind, slot, block, copy_of, NULL });
	return (uint32_t)ssa->values.count - 1;
}

static void make_phis(struct ssa *ssa, struct numbers *phis)
{
	for (uint32_t b = 0; b < ssa->cfg->block_count; b++) {
		struct ssa_block *block = &ssa->blocks[b];
		block->phi_count = (uint32_t)phis[b].count;
		block->phis = arena_alloc(ssa->arena, phis[b].count * sizeof *block->phis);
		for (uint32_t i = 0; i < block->phi_count; i++) {
			uint32_t edges = incoming(ssa->cfg, b);
			block->phis[i].value = new_value(ssa, SSA_PHI, phis[b].at[i], b, SSA_NONE);
			block->phis[i].arguments = arena_alloc(ssa->arena, edges * sizeof(uint32_t));
			for (uint32_t k = 0; k < edges; k++)
				block->phis[i].arguments[k] = SSA_NONE;
		}
		vec_free(&phis[b]);
	}
}

static void find_writers(struct builder *b)
{
	static const struct visitor visitor = { place_read, place_write };
	const struct cfg *cfg = b->ssa->cfg;
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		b->block = cfg->order[i];
		visit_block(b, &visitor, b->ssa->procedure->blocks[b->block]);
	}
}

static void place_phis(struct builder *b)
{
	struct ssa *ssa = b->ssa;
	uint32_t blocks = ssa->cfg->block_count;
	struct numbers *frontier = frontiers(ssa->cfg, b->dom);
	struct numbers *phis = memory_alloc(blocks * sizeof *phis);
	uint32_t *phi_in = memory_alloc(blocks * sizeof *phi_in); /* block -> slot of its last phi + 1 */
	for (uint32_t slot = 0; slot < ssa->slot_count; slot++)
		if (b->crosses[slot])
			place_slot(frontier, &b->writers[slot], slot, phi_in, phis);
	make_phis(ssa, phis);
	for (uint32_t i = 0; i < blocks; i++)
		vec_free(&frontier[i]);
	memory_free(frontier);
	memory_free(phis);
	memory_free(phi_in);
}

/* --- renaming --- */

static void set_current(struct builder *b, uint32_t slot, uint32_t value)
{
	vec_push(&b->undo, (struct undo){ slot, b->current[slot] });
	b->current[slot] = value;
}

/* A variable that holds the same value at this point as the one that is read. */
static uint32_t same_as(const struct builder *b, uint32_t value)
{
	uint32_t source = b->ssa->values.at[value].copy_of;
	if (source == SSA_NONE)
		return SSA_NONE;
	uint32_t slot = b->ssa->values.at[source].slot;
	return b->current[slot] == source ? slot : SSA_NONE;
}

static void rename_read(struct builder *b, uint32_t slot)
{
	vec_push(&b->reads, b->current[slot]);
	vec_push(&b->copies, same_as(b, b->current[slot]));
}

static void rename_write(struct builder *b, uint32_t slot, enum ssa_kind kind, uint32_t source)
{
	uint32_t copy_of = source == SSA_NONE ? SSA_NONE : b->current[source];
	if (copy_of != SSA_NONE && b->ssa->values.at[copy_of].copy_of != SSA_NONE)
		copy_of = b->ssa->values.at[copy_of].copy_of;
	uint32_t value = new_value(b->ssa, kind, slot, b->block, copy_of);
	b->ssa->values.at[value].statement = b->statement;
	vec_push(&b->writes, value);
	set_current(b, slot, value);
}

static uint32_t *keep_numbers(struct ssa *ssa, struct numbers *numbers)
{
	uint32_t *kept = arena_alloc(ssa->arena, numbers->count * sizeof *kept);
	if (numbers->count)
		memcpy(kept, numbers->at, numbers->count * sizeof *kept);
	vec_clear(numbers);
	return kept;
}

static void fill_successors(struct builder *b)
{
	struct ssa *ssa = b->ssa;
	const struct cfg *cfg = ssa->cfg;
	for (uint32_t e = cfg->successor_start[b->block]; e < cfg->successor_start[b->block + 1]; e++) {
		struct ssa_block *to = &ssa->blocks[cfg->successors[e]];
		for (uint32_t i = 0; i < to->phi_count; i++)
			to->phis[i].arguments[ssa->edge_in[e]] = b->current[ssa->values.at[to->phis[i].value].slot];
	}
}

static void rename_block(struct builder *b)
{
	static const struct visitor visitor = { rename_read, rename_write };
	struct ssa *ssa = b->ssa;
	struct ssa_block *block = &ssa->blocks[b->block];
	for (uint32_t i = 0; i < block->phi_count; i++)
		set_current(b, ssa->values.at[block->phis[i].value].slot, block->phis[i].value);
	visit_block(b, &visitor, ssa->procedure->blocks[b->block]);
	block->read_count = (uint32_t)b->reads.count;
	block->write_count = (uint32_t)b->writes.count;
	block->reads = keep_numbers(ssa, &b->reads);
	block->copies = keep_numbers(ssa, &b->copies);
	block->writes = keep_numbers(ssa, &b->writes);
	fill_successors(b);
}

/* Preorder walk of the dominator tree; what a block made current is undone after its subtree. */
static void rename_all(struct builder *b)
{
	const struct cfg *cfg = b->ssa->cfg;
	struct open {
		uint32_t block;
		size_t undo;
	};
	VEC(struct open) stack = { 0 };
	struct numbers *children = memory_alloc(cfg->block_count * sizeof *children);
	for (uint32_t i = cfg->order_count; i-- > 1;)
		vec_push(&children[b->dom->parent[cfg->order[i]]], cfg->order[i]);
	b->block = cfg->order[0];
	vec_push(&stack, (struct open){ b->block, 0 });
	rename_block(b);
	while (stack.count) {
		struct numbers *rest = &children[vec_last(&stack).block];
		if (rest->count) {
			b->block = vec_pop(rest);
			vec_push(&stack, (struct open){ b->block, b->undo.count });
			rename_block(b);
			continue;
		}
		for (size_t mark = vec_pop(&stack).undo; b->undo.count > mark;) {
			struct undo u = vec_pop(&b->undo);
			b->current[u.slot] = u.value;
		}
	}
	for (uint32_t i = 0; i < cfg->block_count; i++)
		vec_free(&children[i]);
	memory_free(children);
	vec_free(&stack);
}

/* Numbers the incoming edges of each block by source, then by position. */
static void number_edges(struct ssa *ssa)
{
	const struct cfg *cfg = ssa->cfg;
	uint32_t *next = memory_alloc(cfg->block_count * sizeof *next);
	uint32_t edges = cfg->successor_start[cfg->block_count];
	ssa->edge_in = arena_alloc(ssa->arena, edges * sizeof *ssa->edge_in);
	ssa->edges_in = arena_alloc(ssa->arena, edges * sizeof *ssa->edges_in);
	for (uint32_t e = 0; e < edges; e++) {
		uint32_t to = cfg->successors[e];
		ssa->edge_in[e] = next[to]++;
		ssa->edges_in[cfg->predecessor_start[to] + ssa->edge_in[e]] = e;
	}
	memory_free(next);
}

static void builder_release(struct builder *b)
{
	for (uint32_t i = 0; i < b->ssa->slot_count; i++)
		vec_free(&b->writers[i]);
	memory_free(b->writers);
	memory_free(b->written_in);
	memory_free(b->crosses);
	memory_free(b->current);
	vec_free(&b->undo);
	vec_free(&b->reads);
	vec_free(&b->copies);
	vec_free(&b->writes);
	dominators_free(b->dom);
}

struct ssa *ssa_new(const struct procedure *proc, struct uses *uses, const struct effects *effects)
{
	struct ssa *ssa = memory_alloc(sizeof *ssa);
	*ssa = (struct ssa){ .procedure = proc, .uses = uses, .cfg = cfg_new(proc), .arena = arena_new() };
	find_variables(ssa);
	ssa->blocks = arena_alloc(ssa->arena, proc->block_count * sizeof *ssa->blocks);
	number_edges(ssa);
	struct builder b = { .ssa = ssa, .effects = effects, .dom = dominators_new(ssa->cfg) };
	b.crosses = memory_alloc(ssa->slot_count * sizeof *b.crosses);
	b.written_in = memory_alloc(ssa->slot_count * sizeof *b.written_in);
	b.writers = memory_alloc(ssa->slot_count * sizeof *b.writers);
	b.current = memory_alloc(ssa->slot_count * sizeof *b.current);
	for (uint32_t i = 0; i < ssa->slot_count; i++)
		b.current[i] = new_value(ssa, SSA_ENTRY, i, ssa->cfg->order[0], SSA_NONE);
	find_writers(&b);
	place_phis(&b);
	rename_all(&b);
	builder_release(&b);
	return ssa;
}

void ssa_free(struct ssa *ssa)
{
	if (!ssa)
		return;
	vec_free(&ssa->values);
	table_free(&ssa->global_slots);
	cfg_free(ssa->cfg);
	arena_free(ssa->arena);
	memory_free(ssa);
}

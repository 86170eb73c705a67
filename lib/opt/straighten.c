/* Tidying the flow graph.
 *
 *	a: branch true b c          a: x := 1;
 *	b: x := 1; goto d      =>      y := 2;
 *	c: assert p; goto d            return
 *	d: goto e
 *	e: y := 2; return
 *
 * A goto with a choice keeps all its targets in order as long as two of them differ: its {id} says which
 * of them an execution took. */
#include "straighten.h"

#include <string.h>

#include "statement.h"

bool procedure_remove_unreachable_blocks(struct procedure *proc)
{
	bool *reached = memory_alloc(proc->block_count * sizeof *reached);
	VEC(struct block *) work = { 0 };
	reached[0] = true;
	vec_push(&work, proc->blocks[0]);
	while (work.count) {
		const struct terminator *t = &vec_pop(&work)->terminator;
		for (uint32_t i = 0; i < t->target_count; i++) {
			if (reached[t->targets[i]->index])
				continue;
			reached[t->targets[i]->index] = true;
			vec_push(&work, t->targets[i]);
		}
	}
	uint32_t n = 0;
	for (uint32_t i = 0; i < proc->block_count; i++)
		if (reached[i])
			proc->blocks[n++] = proc->blocks[i];
	vec_free(&work);
	memory_free(reached);
	if (n == proc->block_count)
		return false;
	proc->block_count = n;
	procedure_reindex(proc);
	return true;
}

/* Branches and choices that are none. */
static bool decide(struct program *p, struct block *b)
{
	struct terminator *t = &b->terminator;
	if (t->kind == TERMINATOR_BRANCH && term_is_constant(p->bank, t->term)) {
		block_redirect(p, b, t->targets[term_is_true(p->bank, t->term) ? 0 : 1]);
		return true;
	}
	if (t->target_count < 2)
		return false;
	for (uint32_t i = 1; i < t->target_count; i++)
		if (t->targets[i] != t->targets[0])
			return false;
	block_redirect(p, b, t->targets[0]);
	return true;
}

/* The block that an empty block does nothing but go to, or NULL. */
static struct block *passes_on_to(const struct block *b)
{
	const struct terminator *t = &b->terminator;
	bool plain = !b->statement_count && !b->attributes && t->kind == TERMINATOR_GOTO && t->target_count == 1;
	return plain && t->targets[0] != b ? t->targets[0] : NULL;
}

/* Where a jump to block b ends up: end[i] for block i. A ring of empty blocks ends up in itself. */
static struct block **jump_ends(const struct procedure *proc)
{
	struct block **end = memory_alloc(proc->block_count * sizeof *end);
	uint32_t *seen_from = memory_alloc(proc->block_count * sizeof *seen_from); /* walk's number + 1 */
	for (uint32_t i = 0; i < proc->block_count; i++) {
		struct block *b = proc->blocks[i], *next;
		while (!end[b->index] && seen_from[b->index] != i + 1 && (next = passes_on_to(b))) {
			seen_from[b->index] = i + 1;
			b = next;
		}
		bool ring = !end[b->index] && seen_from[b->index] == i + 1;
		struct block *last = end[b->index] ? end[b->index] : b;
		for (b = proc->blocks[i]; !end[b->index]; b = passes_on_to(b)) {
			end[b->index] = ring ? b : last;
			if (b == last && !ring)
				break;
		}
	}
	memory_free(seen_from);
	return end;
}

static bool thread_jumps(struct procedure *proc)
{
	struct block **end = jump_ends(proc);
	bool changed = false;
	for (uint32_t i = 0; i < proc->block_count; i++) {
		struct terminator *t = &proc->blocks[i]->terminator;
		for (uint32_t k = 0; k < t->target_count; k++) {
			struct block *to = end[t->targets[k]->index];
			changed |= to != t->targets[k];
			t->targets[k] = to;
		}
	}
	memory_free(end);
	return changed;
}

static void append(struct program *p, struct block *b, const struct block *tail)
{
	if (!b->statement_count) {
		b->statements = tail->statements;
		b->statement_count = tail->statement_count;
		b->statement_capacity = tail->statement_capacity;
	} else {
		for (uint32_t i = 0; i < tail->statement_count; i++)
			*block_add(p, b, tail->statements[i].kind) = tail->statements[i];
	}
	b->attributes = attributes_concatenate(p, b->attributes, tail->attributes);
	b->terminator = tail->terminator;
}

/* Joins blocks that follow one another. Those that were swallowed become unreachable. */
static bool merge_blocks(struct procedure *proc)
{
	uint32_t *entries = memory_alloc(proc->block_count * sizeof *entries);
	entries[0] = 1;
	for (uint32_t i = 0; i < proc->block_count; i++)
		for (uint32_t k = 0; k < proc->blocks[i]->terminator.target_count; k++)
			entries[proc->blocks[i]->terminator.targets[k]->index]++;
	bool *swallowed = memory_alloc(proc->block_count * sizeof *swallowed), changed = false;
	for (uint32_t i = 0; i < proc->block_count; i++) {
		struct block *b = proc->blocks[i];
		if (swallowed[i])
			continue;
		while (b->terminator.kind == TERMINATOR_GOTO && b->terminator.target_count == 1) {
			struct block *next = b->terminator.targets[0];
			if (next == b || entries[next->index] != 1)
				break;
			append(proc->program, b, next);
			swallowed[next->index] = changed = true;
			/* Unreachable now, and goes nowhere. */
			block_return(next);
			next->statement_count = 0;
		}
	}
	memory_free(entries);
	memory_free(swallowed);
	return changed;
}

bool procedure_straighten(struct procedure *proc)
{
	bool changed = false, again;
	do {
		again = false;
		for (uint32_t i = 0; i < proc->block_count; i++)
			again |= decide(proc->program, proc->blocks[i]);
		again |= thread_jumps(proc);
		again |= procedure_remove_unreachable_blocks(proc);
		if (merge_blocks(proc))
			again |= procedure_remove_unreachable_blocks(proc);
		changed |= again;
	} while (again);
	return changed;
}

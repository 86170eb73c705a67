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

#include "cfg.h"
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

/* Jumps to empty blocks, which go where those go. Targets come before those that jump there, so that a chain of blocks
 * that become empty one by one is done in one round; what a cycle makes of it is looked at again. */
struct threading {
	struct program *program;
	const struct cfg *cfg;
	struct block **next; /* by block: where it passes on to; NULL: it does not, or was not looked at yet */
	bool *queued;
	uint32_t *visited, visits; /* by block: the last visit of queue_sources */
	VEC(struct block *) work;
	bool changed;
};

/* Where a jump to the block ends up. Shortens the way for those who ask again. */
static struct block *end_of(struct threading *t, struct block *b)
{
	struct block *end = b;
	while (t->next[end->index])
		end = t->next[end->index];
	while (b != end) {
		struct block *next = t->next[b->index];
		t->next[b->index] = end;
		b = next;
	}
	return end;
}

static void queue(struct threading *t, struct block *b)
{
	if (t->queued[b->index])
		return;
	t->queued[b->index] = true;
	vec_push(&t->work, b);
}

/* Jumps to the block end up elsewhere now: choices among them may be none any more. Blocks that were a cycle may all pass on
 * by now, out of it: each is visited once. */
static void queue_sources(struct threading *t, const struct block *b)
{
	VEC(uint32_t) stack = { 0 };
	t->visited[b->index] = ++t->visits;
	vec_push(&stack, b->index);
	while (stack.count) {
		uint32_t to = vec_pop(&stack);
		for (uint32_t e = t->cfg->predecessor_start[to]; e < t->cfg->predecessor_start[to + 1]; e++) {
			struct block *from = t->cfg->procedure->blocks[t->cfg->predecessors[e]];
			if (t->visited[from->index] == t->visits)
				continue;
			t->visited[from->index] = t->visits;
			if (t->next[from->index])
				vec_push(&stack, from->index);
			else if (from->terminator.target_count > 1 && cfg_reachable(t->cfg, from->index))
				queue(t, from);
		}
	}
	vec_free(&stack);
}

static void retarget(struct threading *t, struct block *b)
{
	for (uint32_t k = 0; k < b->terminator.target_count; k++) {
		struct block *to = end_of(t, b->terminator.targets[k]);
		t->changed |= to != b->terminator.targets[k];
		b->terminator.targets[k] = to;
	}
}

/* A ring of empty blocks ends up in one that goes to itself. */
static void thread_block(struct threading *t, struct block *b)
{
	if (t->next[b->index])
		return;
	retarget(t, b);
	t->changed |= decide(t->program, b);
	struct block *to = passes_on_to(b);
	if (!to)
		return;
	queue_sources(t, b);
	t->next[b->index] = to;
}

static bool thread_jumps(struct procedure *proc)
{
	struct cfg *cfg = cfg_new(proc);
	struct threading t = { .program = proc->program, .cfg = cfg };
	t.next = memory_alloc(proc->block_count * sizeof *t.next);
	t.queued = memory_alloc(proc->block_count * sizeof *t.queued);
	t.visited = memory_alloc(proc->block_count * sizeof *t.visited);
	for (uint32_t i = 0; i < cfg->order_count; i++)
		queue(&t, proc->blocks[cfg->order[i]]);
	while (t.work.count) {
		struct block *b = vec_pop(&t.work);
		t.queued[b->index] = false;
		thread_block(&t, b);
	}
	for (uint32_t i = 0; i < cfg->order_count; i++)
		retarget(&t, proc->blocks[cfg->order[i]]);
	vec_free(&t.work);
	memory_free(t.next);
	memory_free(t.queued);
	memory_free(t.visited);
	cfg_free(cfg);
	return t.changed;
}

/* --- straight lines of blocks --- */

struct line VEC_BODY(struct block *);

/* The first block becomes all of them; the others, which nothing goes to any more, nothing. Each statement and each
 * attribute is copied once. */
static void join_line(struct program *p, const struct line *line)
{
	struct block *b = line->at[0], *last = vec_last(line);
	uint32_t count = 0, n = 0;
	for (size_t i = 0; i < line->count; i++)
		count += line->at[i]->statement_count;
	struct statement *all = arena_alloc(p->arena, (count ? count : 1) * sizeof *all);
	const struct attribute *attributes = NULL;
	for (size_t i = 0; i < line->count; i++) {
		if (line->at[i]->statement_count)
			memcpy(all + n, line->at[i]->statements, line->at[i]->statement_count * sizeof *all);
		n += line->at[i]->statement_count;
	}
	for (size_t i = line->count; i-- > 0;)
		attributes = attributes_concatenate(p, line->at[i]->attributes, attributes);
	b->terminator = last->terminator;
	for (size_t i = 1; i < line->count; i++) {
		block_return(line->at[i]);
		line->at[i]->statement_count = 0;
	}
	b->statements = all;
	b->statement_count = b->statement_capacity = count;
	b->attributes = attributes;
}

/* Per block: how often something goes to it; to the first one, once more. */
static uint32_t *count_entries(const struct procedure *proc)
{
	uint32_t *entries = memory_alloc(proc->block_count * sizeof *entries);
	entries[0] = 1;
	for (uint32_t i = 0; i < proc->block_count; i++)
		for (uint32_t k = 0; k < proc->blocks[i]->terminator.target_count; k++)
			entries[proc->blocks[i]->terminator.targets[k]->index]++;
	return entries;
}

/* The block that goes on from `b` and from nowhere else, or NULL. */
static struct block *continuation(const struct block *b, const uint32_t *entries)
{
	const struct terminator *t = &b->terminator;
	if (t->kind != TERMINATOR_GOTO || t->target_count != 1)
		return NULL;
	return t->targets[0] != b && entries[t->targets[0]->index] == 1 ? t->targets[0] : NULL;
}

/* Joins blocks that follow one another. Those that were swallowed become unreachable. All blocks are reachable, so that
 * no line is a ring. */
static bool merge_blocks(struct procedure *proc)
{
	uint32_t *entries = count_entries(proc);
	bool *follows = memory_alloc(proc->block_count * sizeof *follows), changed = false;
	for (uint32_t i = 0; i < proc->block_count; i++) {
		const struct block *next = continuation(proc->blocks[i], entries);
		if (next)
			follows[next->index] = true;
	}
	struct line line = { 0 };
	for (uint32_t i = 0; i < proc->block_count; i++) {
		if (follows[i] || !continuation(proc->blocks[i], entries))
			continue;
		vec_clear(&line);
		for (struct block *b = proc->blocks[i]; b; b = continuation(b, entries))
			vec_push(&line, b);
		join_line(proc->program, &line);
		changed = true;
	}
	vec_free(&line);
	memory_free(entries);
	memory_free(follows);
	return changed;
}

bool procedure_straighten(struct procedure *proc)
{
	bool changed = false, again;
	do {
		again = thread_jumps(proc);
		again |= procedure_remove_unreachable_blocks(proc);
		if (merge_blocks(proc))
			again |= procedure_remove_unreachable_blocks(proc);
		changed |= again;
	} while (again);
	return changed;
}

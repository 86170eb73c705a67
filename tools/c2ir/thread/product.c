/* Threads become one graph: a block of it is a block of one thread together with where all others stand, and where a turn may end is a node
 * from which any thread goes on:
 *
 *	(a.1 | b.1):      goto (a.1 runs | b.1), (a.1 | b.1 runs)
 *	(a.1 runs | b.1): x := 1; goto (a.2 | b.1)
 *
 * So where threads are is not computed; and if no thread loops, nothing is repeated, and one query decides the program. */
#include "product.h"

#include <string.h>

#include "statement.h"
#include "thread_mark.h"
#include "sharing.h"

/* So many blocks if nothing is repeated, or if a loop is. */
enum { MOST_STATES = 12000, MOST_STATES_OF_LOOPS = 8000, MOST_STATEMENTS = 300000, NOBODY = UINT32_MAX };

/* A block of the instance that runs, or nobody does; and where all others stand: numbers of points, 0: it does not run. */
struct product_state {
	uint32_t runs;
	const struct block *block;
	uint32_t *places; /* by instance */
	struct block *copy;
	VEC(uint32_t) next; /* by target */
};

struct product {
	struct threads *threads;
	TABLE(const char *, uint32_t) known; /* its parts as bytes (interned): its number + 1 */
	VEC(struct product_state) states;
	uint32_t *points; /* by block of the procedure: as which point it is known to its instance, or 0 */
	uint64_t statements;
};

static uint32_t state_of(struct product *p, uint32_t runs, const struct block *block, const uint32_t *places)
{
	struct threads *t = p->threads;
	size_t count = t->instances.count, size = (count + 2) * sizeof(uint32_t);
	uint32_t *key = memory_alloc(size);
	key[0] = runs;
	key[1] = block ? block->index : 0;
	memcpy(key + 2, places, count * sizeof *key);
	const char *name = intern(t->program->strings, (const char *)key, size);
	memory_free(key);
	uint32_t known = table_get(&p->known, name, 0);
	if (known)
		return known - 1;
	struct product_state s = { .runs = runs, .block = block };
	s.places = memory_alloc((count + 1) * sizeof *s.places);
	memcpy(s.places, places, count * sizeof *s.places);
	vec_push(&p->states, s);
	p->statements += block ? block->statement_count : 0;
	table_put(&p->known, name, (uint32_t)p->states.count);
	return (uint32_t)p->states.count - 1;
}

/* ---- where it goes on ---- */

/* Whoever runs may have its turn. */
static void follow_node(struct product *p, uint32_t at)
{
	const struct threads *t = p->threads;
	size_t count = t->instances.count;
	uint32_t *places = memory_alloc((count + 1) * sizeof *places);
	for (uint32_t i = 0; i < count; i++) {
		memcpy(places, p->states.at[at].places, count * sizeof *places);
		if (!places[i])
			continue;
		const struct block *block = t->instances.at[i]->points.at[places[i] - 1];
		if (block == t->instances.at[i]->stopped)
			continue;
		places[i] = 0;
		uint32_t next = state_of(p, i, block, places);
		vec_push(&p->states.at[at].next, next);
	}
	memory_free(places);
}

/* Does the thread end here? */
static bool is_over(const struct product_state *s)
{
	for (uint32_t i = 0; i < s->block->statement_count; i++)
		if (thread_mark_of(&s->block->statements[i]) == THREAD_OVER)
			return true;
	return s->runs && s->block->terminator.kind == TERMINATOR_RETURN;
}

static uint32_t started_by(const struct threads *t, const struct statement *s)
{
	for (uint32_t i = 1; s->kind == STATEMENT_ASSIGN && i < t->instances.count; i++)
		if (s->target == t->instances.at[i]->place)
			return i;
	return NOBODY;
}

/* Which target a branch takes that asks whether a thread runs; NOBODY: it is another. */
static uint32_t free_target(const struct threads *t, const struct terminator *terminator, const uint32_t *places)
{
	struct bank *b = t->program->bank;
	for (uint32_t i = 1; terminator->kind == TERMINATOR_BRANCH && i < t->instances.count; i++)
		if (terminator->term == term_eq(b, t->instances.at[i]->place->term, term_bv(b, 32, 0)))
			return places[i] ? 1 : 0;
	return NOBODY;
}

static void follow_block(struct product *p, uint32_t at)
{
	const struct threads *t = p->threads;
	size_t count = t->instances.count;
	const struct product_state s = p->states.at[at];
	const struct terminator *terminator = &s.block->terminator;
	uint32_t *places = memory_alloc((count + 1) * sizeof *places);
	memcpy(places, s.places, count * sizeof *places);
	for (uint32_t i = 0; i < s.block->statement_count; i++) {
		uint32_t started = started_by(t, &s.block->statements[i]);
		if (started != NOBODY)
			places[started] = 1;
	}
	uint32_t targets = terminator->kind == TERMINATOR_RETURN ? 0 : terminator->target_count;
	if (is_over(&s))
		vec_push(&p->states.at[at].next, state_of(p, NOBODY, NULL, places));
	uint32_t only = free_target(t, terminator, places);
	for (uint32_t i = 0; !is_over(&s) && i < targets; i++) {
		if (only != NOBODY && only != i)
			continue;
		const struct block *target = terminator->targets[i];
		uint32_t point = p->points[target->index], next;
		places[s.runs] = point;
		next = state_of(p, point ? NOBODY : s.runs, point ? NULL : target, places);
		places[s.runs] = 0;
		vec_push(&p->states.at[at].next, next);
	}
	memory_free(places);
}

static bool has_loops(const struct threads *t)
{
	bool some = false;
	for (size_t i = 0; i < t->instances.count; i++)
		some |= t->instances.at[i]->backs.count > 0;
	return some;
}

static bool explore(struct product *p)
{
	struct threads *t = p->threads;
	size_t most = has_loops(t) ? MOST_STATES_OF_LOOPS : MOST_STATES;
	uint32_t *nowhere = memory_alloc((t->instances.count + 1) * sizeof *nowhere);
	state_of(p, 0, t->instances.at[0]->blocks.at[0], nowhere);
	memory_free(nowhere);
	for (uint32_t i = 0; i < p->states.count; i++) {
		if (p->states.count > most || p->statements > MOST_STATEMENTS)
			return false;
		if (p->states.at[i].block)
			follow_block(p, i);
		else
			follow_node(p, i);
	}
	return true;
}

/* ---- its blocks ---- */

static struct block *add_block(struct product *p, const char *stem)
{
	struct procedure *turns = p->threads->turns;
	return procedure_add_block(turns, procedure_fresh_block_name(turns, stem));
}

/* No thread that runs: the program is over as far as anybody can tell. */
static void build_node(struct product *p, const struct product_state *s)
{
	struct program *program = p->threads->program;
	struct block **targets = memory_alloc((s->next.count + 1) * sizeof(struct block *));
	for (size_t i = 0; i < s->next.count; i++) {
		const struct product_state *next = &p->states.at[s->next.at[i]];
		targets[i] = add_block(p, "turn");
		instance_comes(p->threads, p->threads->instances.at[next->runs], targets[i]);
		block_goto(program, targets[i], next->copy);
	}
	if (s->next.count) {
		block_goto_any(program, s->copy, targets, (uint32_t)s->next.count);
	} else {
		block_add(program, s->copy, STATEMENT_ASSUME)->term = term_false(program->bank);
		block_return(s->copy);
	}
	memory_free(targets);
}

static void build_statements(struct product *p, const struct product_state *s)
{
	struct program *program = p->threads->program;
	for (uint32_t i = 0; i < s->block->statement_count; i++) {
		const struct statement *from = &s->block->statements[i];
		if (thread_mark_of(from) == THREAD_OVER)
			return;
		if (started_by(p->threads, from) != NOBODY)
			continue;
		struct statement *copy = block_add(program, s->copy, from->kind);
		*copy = *from;
		if (from->kind != STATEMENT_CALL)
			continue;
		copy->arguments =
			program_copy_array(program, from->arguments, from->argument_count, sizeof *from->arguments);
		copy->outs = program_copy_array(program, from->outs, from->out_count, sizeof *from->outs);
	}
}

static void build_block(struct product *p, const struct product_state *s)
{
	struct program *program = p->threads->program;
	build_statements(p, s);
	s->copy->attributes = s->block->attributes;
	if (is_over(s)) {
		block_goto(program, s->copy, p->states.at[s->next.at[0]].copy);
		return;
	}
	const struct terminator *t = &s->block->terminator;
	s->copy->terminator = *t;
	s->copy->terminator.targets = program_copy_array(program, t->targets, t->target_count, sizeof(struct block *));
	if (t->kind == TERMINATOR_BRANCH && s->next.count == 1) {
		s->copy->terminator.kind = TERMINATOR_GOTO;
		s->copy->terminator.term = 0;
		s->copy->terminator.target_count = 1;
	}
	for (size_t i = 0; i < s->next.count; i++) {
		const struct product_state *next = &p->states.at[s->next.at[i]];
		struct block *target = next->copy;
		if (!next->block && instance_has_own(p->threads)) {
			target = add_block(p, "turn");
			instance_leaves(p->threads, p->threads->instances.at[s->runs], target);
			block_goto(program, target, next->copy);
		}
		s->copy->terminator.targets[i] = target;
	}
}

/* The first state's block is where the procedure begins; the threads' own blocks go. */
static void build(struct product *p)
{
	struct procedure *turns = p->threads->turns;
	uint32_t before = turns->block_count, kept = 0;
	for (size_t i = 0; i < p->states.count; i++)
		p->states.at[i].copy = add_block(p, p->states.at[i].block ? p->states.at[i].block->name : "turn");
	for (size_t i = 0; i < p->states.count; i++)
		if (p->states.at[i].block)
			build_block(p, &p->states.at[i]);
		else
			build_node(p, &p->states.at[i]);
	for (uint32_t i = before; i < turns->block_count; i++)
		turns->blocks[kept++] = turns->blocks[i];
	turns->block_count = kept;
	procedure_reindex(turns);
}

bool product_build(struct threads *t)
{
	struct product p = { .threads = t };
	p.points = memory_alloc((t->turns->block_count + 1) * sizeof *p.points);
	for (size_t i = 0; i < t->instances.count; i++)
		for (size_t k = 0; k < t->instances.at[i]->points.count; k++)
			if (i == 0 || k > 0)
				p.points[t->instances.at[i]->points.at[k]->index] = (uint32_t)k + 1;
	bool good = explore(&p);
	if (good)
		build(&p);
	for (size_t i = 0; i < p.states.count; i++) {
		memory_free(p.states.at[i].places);
		vec_free(&p.states.at[i].next);
	}
	vec_free(&p.states);
	table_free(&p.known);
	memory_free(p.points);
	return good;
}

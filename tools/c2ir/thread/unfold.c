#include "unfold.h"

#include <string.h>

#include "cycles.h"
#include "memory.h"
#include "sharing.h"
#include "statement.h"
#include "thread_mark.h"

/* A loop is unfolded if each of its blocks comes at most so often. */
enum { MOST_COPIES = 10, MOST_BLOCKS = 60000 };

/* ---- walking ---- */

void unfolding_walk_begin(struct unfolding_walk *w, const struct unfolding *u, const struct copy *copy)
{
	w->unfolding = u;
	w->counters = memory_alloc((u->counter_count + 1) * sizeof *w->counters);
	memcpy(w->counters, copy->counters, u->counter_count * sizeof *w->counters);
}

static uint32_t counter_of(const struct unfolding *u, const struct variable *v)
{
	uint32_t i = 0;
	while (i < u->counter_count && u->counters[i] != v)
		i++;
	return i;
}

static term leaf_value(void *context, term leaf)
{
	struct unfolding_walk *w = context;
	const struct unfolding *u = w->unfolding;
	struct variable *v = program_variable_of(u->program, leaf);
	if (!v || v->procedure != u->body)
		return leaf;
	uint32_t counter = counter_of(u, v);
	term value = counter < u->counter_count ? w->counters[counter]
						: definitions_constant(&u->definitions, u->given, leaf);
	if (value)
		return value;
	return w->other ? w->other(w->context, v) : leaf;
}

term unfolding_walk_term(struct unfolding_walk *w, term value)
{
	return term_substitute_memo(w->unfolding->program->bank, value, &w->memo, leaf_value, w);
}

void unfolding_walk_pass(struct unfolding_walk *w, const struct statement *s)
{
	struct bank *b = w->unfolding->program->bank;
	uint32_t counter =
		s->kind == STATEMENT_ASSIGN ? counter_of(w->unfolding, s->target) : w->unfolding->counter_count;
	if (counter == w->unfolding->counter_count)
		return;
	term value = unfolding_walk_term(w, s->term);
	w->counters[counter] = term_is_constant(b, value) ? value : 0;
	table_clear(&w->memo);
}

void unfolding_walk_end(struct unfolding_walk *w)
{
	memory_free(w->counters);
	table_free(&w->memo);
}

/* ---- counters ---- */

static uint32_t target_count(const struct block *b)
{
	return b->terminator.kind == TERMINATOR_RETURN ? 0 : b->terminator.target_count;
}

/* Does it start or await threads? */
static bool is_site(const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if ((s->kind == STATEMENT_CALL && thread_is_body(s->callee)) || thread_mark_of(s) == THREAD_JOINED)
			return true;
	}
	return false;
}

struct finder {
	struct unfolding *u;
	bool *chosen; /* by variable */
};

static void note_leaf(void *context, term leaf)
{
	struct finder *f = context;
	const struct variable *v = program_variable_of(f->u->program, leaf);
	if (v && v->procedure == f->u->body)
		f->chosen[v->index] = true;
}

/* What decides about the loops: of all, or only of those in which threads are started or awaited. */
static void find_conditions(struct finder *f, bool any)
{
	const struct procedure *body = f->u->body;
	struct cycles cycles;
	cycles_find(&cycles, body);
	bool *wanted = memory_alloc(body->block_count + 1); /* by component */
	for (uint32_t i = 0; i < body->block_count; i++)
		wanted[cycles.component[i]] |= cycles.repeats[i] && (any || is_site(body->blocks[i]));
	for (uint32_t i = 0; i < body->block_count; i++)
		if (wanted[cycles.component[i]] && body->blocks[i]->terminator.kind == TERMINATOR_BRANCH)
			term_leaves(f->u->program->bank, body->blocks[i]->terminator.term, note_leaf, f);
	memory_free(wanted);
	cycles_release(&cycles);
}

struct check {
	const struct finder *f;
	bool good;
};

static void check_leaf(void *context, term leaf)
{
	struct check *c = context;
	const struct variable *v = program_variable_of(c->f->u->program, leaf);
	c->good &= v && v->procedure == c->f->u->body &&
		   (c->f->chosen[v->index] || definitions_constant(&c->f->u->definitions, c->f->u->given, leaf));
}

/* A counter is assigned constants, and what is computed of counters. */
static bool drop_others(struct finder *f)
{
	const struct procedure *body = f->u->body;
	bool dropped = false;
	for (uint32_t b = 0; b < body->block_count; b++)
		for (uint32_t i = 0; i < body->blocks[b]->statement_count; i++) {
			const struct statement *s = &body->blocks[b]->statements[i];
			for (uint32_t k = 0; k < statement_target_count(s); k++) {
				const struct variable *v = statement_target(s, k);
				struct check check = { f, s->kind == STATEMENT_ASSIGN };
				if (v->procedure != body || !f->chosen[v->index])
					continue;
				if (check.good)
					term_leaves(f->u->program->bank, s->term, check_leaf, &check);
				dropped |= !check.good;
				f->chosen[v->index] = check.good;
			}
		}
	return dropped;
}

static void find_counters(struct unfolding *u, bool any)
{
	const struct procedure *body = u->body;
	struct finder f = { .u = u };
	f.chosen = memory_alloc(body->variable_count + 1);
	find_conditions(&f, any);
	for (uint32_t i = 0; i < body->in_count; i++)
		f.chosen[i] = false;
	while (drop_others(&f))
		;
	u->counters = memory_alloc((body->variable_count + 1) * sizeof *u->counters);
	u->counter_count = 0;
	for (uint32_t i = 0; i < body->variable_count; i++)
		if (f.chosen[i] && !definitions_constant(&u->definitions, u->given, body->variables[i]->term))
			u->counters[u->counter_count++] = body->variables[i];
	memory_free(f.chosen);
}

/* ---- copies ---- */

struct explorer {
	struct unfolding *u;
	VEC(uint32_t) * by_block; /* its copies */
};

/* UINT32_MAX: there would be too many. */
static uint32_t copy_of(struct explorer *e, const struct block *b, const term *counters)
{
	struct unfolding *u = e->u;
	size_t size = u->counter_count * sizeof *counters;
	for (size_t i = 0; i < e->by_block[b->index].count; i++) {
		uint32_t known = e->by_block[b->index].at[i];
		if (!memcmp(u->copies.at[known].counters, counters, size))
			return known;
	}
	if (e->by_block[b->index].count == MOST_COPIES || u->copies.count == MOST_BLOCKS)
		return UINT32_MAX;
	struct copy copy = { .block = b };
	copy.counters = memory_alloc(size + 1);
	copy.next = memory_alloc((target_count(b) + 1) * sizeof *copy.next);
	memcpy(copy.counters, counters, size);
	vec_push(&u->copies, copy);
	vec_push(&e->by_block[b->index], (uint32_t)u->copies.count - 1);
	return (uint32_t)u->copies.count - 1;
}

static bool follow(struct explorer *e, uint32_t at)
{
	struct unfolding *u = e->u;
	const struct block *b = u->copies.at[at].block;
	const struct terminator *t = &b->terminator;
	struct unfolding_walk w = { 0 };
	uint32_t first = 0, count = target_count(b);
	bool good = true;
	unfolding_walk_begin(&w, u, &u->copies.at[at]);
	for (uint32_t i = 0; i < b->statement_count; i++)
		unfolding_walk_pass(&w, &b->statements[i]);
	term condition = t->kind == TERMINATOR_BRANCH ? unfolding_walk_term(&w, t->term) : 0;
	if (condition && term_is_constant(u->program->bank, condition)) {
		first = term_is_true(u->program->bank, condition) ? 0 : 1;
		count = 1;
	}
	for (uint32_t i = 0; good && i < count; i++) {
		uint32_t next = copy_of(e, t->targets[first + i], w.counters);
		good = next != UINT32_MAX;
		u->copies.at[at].next[i] = next;
	}
	u->copies.at[at].next_count = count;
	unfolding_walk_end(&w);
	return good;
}

static void forget_copies(struct unfolding *u)
{
	for (size_t i = 0; i < u->copies.count; i++) {
		memory_free(u->copies.at[i].counters);
		memory_free(u->copies.at[i].next);
	}
	vec_clear(&u->copies);
}

static bool explore(struct unfolding *u)
{
	struct explorer e = { .u = u };
	e.by_block = memory_alloc((u->body->block_count + 1) * sizeof *e.by_block);
	term *unknown = memory_alloc((u->counter_count + 1) * sizeof *unknown);
	bool good = copy_of(&e, u->body->blocks[0], unknown) != UINT32_MAX;
	for (uint32_t i = 0; good && i < u->copies.count; i++)
		good = follow(&e, i);
	for (uint32_t i = 0; i < u->body->block_count; i++)
		vec_free(&e.by_block[i]);
	memory_free(e.by_block);
	memory_free(unknown);
	return good;
}

/* Without counters there is one copy of a block. */
void unfolding_find(struct unfolding *u, struct procedure *body, const term *given)
{
	*u = (struct unfolding){ .program = body->program, .body = body, .given = given };
	definitions_find(&u->definitions, body);
	for (int few = 0; few < 2; few++) {
		find_counters(u, !few);
		if (explore(u))
			return;
		forget_copies(u);
		memory_free(u->counters);
	}
	u->counters = NULL;
	u->counter_count = 0;
	explore(u);
}

void unfolding_release(struct unfolding *u)
{
	forget_copies(u);
	vec_free(&u->copies);
	definitions_release(&u->definitions);
	memory_free(u->counters);
}

/* A turn may end before each access to what threads share: before what comes between the access and the one before it, which no other
 * thread can tell, so that an access is made in the turn in which it was checked. What a model of the library does is done in one
 * turn but for its own marks; so is what atomic functions do, and what is between marks of an atomic section. */
#include "turns.h"

#include <string.h>

#include "memory.h"
#include "statement.h"
#include "thread_mark.h"

struct finder {
	const struct threads *threads;
	const struct instance *instance;
	const struct sharing *sharing;
	struct turns *turns;
	uint32_t *at;  /* by block of the procedure: its place in the instance's list; UINT32_MAX: it is another's */
	bool *after;   /* by place: other threads may run when it is reached */
	bool *atomic;  /* by place: it begins in an atomic section */
	bool *reached; /* by place: ATOMIC is known */
};

/* ---- blocks ---- */

static uint32_t place_of(const struct finder *f, const struct block *b)
{
	return f->at[b->index];
}

static uint32_t target_count(const struct block *b)
{
	return b->terminator.kind == TERMINATOR_RETURN ? 0 : b->terminator.target_count;
}

struct places VEC_BODY(uint32_t);

static void mark_from(const struct finder *f, struct places *work, bool *marked)
{
	while (work->count) {
		const struct block *b = f->instance->blocks.at[vec_pop(work)];
		for (uint32_t i = 0; i < target_count(b); i++) {
			uint32_t next = place_of(f, b->terminator.targets[i]);
			if (marked[next])
				continue;
			marked[next] = true;
			vec_push(work, next);
		}
	}
	vec_free(work);
}

/* The first thread is alone until it has started another one. */
static void find_after(struct finder *f)
{
	const struct instance *i = f->instance;
	struct places work = { 0 };
	if (i->number) {
		memset(f->after, true, i->blocks.count);
		return;
	}
	for (size_t k = 0; k < i->alone_until.count; k++) {
		uint32_t place = place_of(f, i->alone_until.at[k]);
		f->after[place] = true;
		vec_push(&work, place);
	}
	mark_from(f, &work, f->after);
}

static void init(struct finder *f, const struct threads *t, const struct instance *i, const struct sharing *s)
{
	size_t count = i->blocks.count;
	*f = (struct finder){ .threads = t, .instance = i, .sharing = s };
	f->at = memory_alloc((t->main->block_count + 1) * sizeof *f->at);
	memset(f->at, 0xff, (t->main->block_count + 1) * sizeof *f->at);
	for (size_t k = 0; k < count; k++)
		f->at[i->blocks.at[k]->index] = (uint32_t)k;
	f->after = memory_alloc(count + 1);
	f->atomic = memory_alloc(count + 1);
	f->reached = memory_alloc(count + 1);
	find_after(f);
}

static void release(struct finder *f)
{
	memory_free(f->at);
	memory_free(f->after);
	memory_free(f->atomic);
	memory_free(f->reached);
}

/* ---- atomic sections ---- */

static bool is_atomic_behind(const struct block *b, bool atomic)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		unsigned mark = thread_mark_of(&b->statements[i]);
		atomic = mark == THREAD_BEGIN || (atomic && mark != THREAD_END);
	}
	return atomic;
}

/* Where ways meet of which only one is in such a section, it is over. */
static void find_atomic(struct finder *f)
{
	struct places work = { 0 };
	uint32_t entry = place_of(f, f->instance->entry);
	f->reached[entry] = true;
	vec_push(&work, entry);
	while (work.count) {
		uint32_t place = vec_pop(&work);
		const struct block *b = f->instance->blocks.at[place];
		bool behind = is_atomic_behind(b, f->atomic[place]);
		for (uint32_t i = 0; i < target_count(b); i++) {
			uint32_t next = place_of(f, b->terminator.targets[i]);
			bool both = f->reached[next] ? f->atomic[next] && behind : behind;
			if (f->reached[next] && both == f->atomic[next])
				continue;
			f->reached[next] = true;
			f->atomic[next] = both;
			vec_push(&work, next);
		}
	}
	vec_free(&work);
}

/* ---- accesses ---- */

static bool in_library(const struct statement *s)
{
	return location_in_library(attribute_location(s->attributes));
}

static bool is_visible(const struct finder *f, const struct statement *s)
{
	if (s->kind == STATEMENT_ASSUME && attribute_find(s->attributes, ATTRIBUTE_EXIT))
		return true;
	return !in_library(s) && sharing_touches(f->sharing, s);
}

/* The way through a block. */
struct walk {
	bool atomic, armed; /* armed: the turn could have ended since the last access */
	uint32_t since;     /* the statement behind that */
};

static void may_end(struct block_turns *turns, struct walk *w, uint32_t before)
{
	if (!w->armed)
		vec_push(&turns->before, before);
	w->armed = true;
}

static void done(struct walk *w, uint32_t at)
{
	w->armed = false;
	w->since = at + 1;
}

static void walk_statement(const struct finder *f, struct block_turns *turns, struct walk *w, const struct statement *s,
			   uint32_t at)
{
	unsigned mark = thread_mark_of(s);
	if (mark == THREAD_END) {
		w->atomic = false;
		done(w, at);
	} else if (w->atomic) {
		return;
	} else if (mark == THREAD_SWITCH) {
		may_end(turns, w, at);
		done(w, at);
	} else if (mark == THREAD_BEGIN) {
		may_end(turns, w, w->since);
		w->atomic = true;
	} else if (is_visible(f, s)) {
		may_end(turns, w, w->since);
		if (s->kind != STATEMENT_ASSERT)
			done(w, at);
	}
}

/* The end of the program is what all threads see. */
static void walk_block(const struct finder *f, uint32_t place)
{
	const struct block *b = f->instance->blocks.at[place];
	struct block_turns *turns = &f->turns->blocks[place];
	struct walk w = { .atomic = f->atomic[place] };
	if (!f->after[place] || !f->reached[place])
		return;
	for (uint32_t i = 0; i < b->statement_count; i++)
		walk_statement(f, turns, &w, &b->statements[i], i);
	if (b->terminator.kind == TERMINATOR_RETURN && !f->instance->number)
		may_end(turns, &w, b->statement_count);
}

/* ---- loops ---- */

/* Blocks from which `from` is reached other than through `to`: is there one in which a turn may end? */
static bool loop_has_turns(const struct finder *f, const struct places *before, uint32_t from, uint32_t to)
{
	bool *seen = memory_alloc(f->instance->blocks.count + 1), found = f->turns->blocks[to].before.count;
	struct places work = { 0 };
	seen[to] = true;
	if (!seen[from])
		vec_push(&work, from);
	seen[from] = true;
	while (work.count) {
		uint32_t place = vec_pop(&work);
		found |= f->turns->blocks[place].before.count > 0;
		for (size_t i = 0; i < before[place].count; i++) {
			uint32_t previous = before[place].at[i];
			if (seen[previous])
				continue;
			seen[previous] = true;
			vec_push(&work, previous);
		}
	}
	vec_free(&work);
	memory_free(seen);
	return found;
}

struct search {
	const struct finder *f;
	struct places *before; /* by place */
	bool *seen, *open;
	uint32_t *next; /* by place: target to look at next */
	struct places way;
};

static void enter(struct search *s, uint32_t place)
{
	s->seen[place] = s->open[place] = true;
	vec_push(&s->way, place);
}

static void find_loops(struct search *s)
{
	const struct finder *f = s->f;
	enter(s, place_of(f, f->instance->entry));
	while (s->way.count) {
		uint32_t place = vec_last(&s->way);
		const struct block *b = f->instance->blocks.at[place];
		if (s->next[place] == target_count(b)) {
			s->open[place] = false;
			(void)vec_pop(&s->way);
			continue;
		}
		uint32_t edge = s->next[place]++, next = place_of(f, b->terminator.targets[edge]);
		if (!s->seen[next])
			enter(s, next);
		else if (s->open[next] && loop_has_turns(f, s->before, place, next))
			vec_push(&f->turns->blocks[place].loops, edge);
	}
}

static void close_loops(const struct finder *f)
{
	size_t count = f->instance->blocks.count;
	struct search s = { .f = f };
	s.before = memory_alloc((count + 1) * sizeof *s.before);
	s.seen = memory_alloc(count + 1);
	s.open = memory_alloc(count + 1);
	s.next = memory_alloc((count + 1) * sizeof *s.next);
	for (uint32_t place = 0; place < count; place++) {
		const struct block *b = f->instance->blocks.at[place];
		for (uint32_t i = 0; i < target_count(b); i++)
			vec_push(&s.before[place_of(f, b->terminator.targets[i])], place);
	}
	find_loops(&s);
	for (size_t i = 0; i < count; i++)
		vec_free(&s.before[i]);
	vec_free(&s.way);
	memory_free(s.before);
	memory_free(s.seen);
	memory_free(s.open);
	memory_free(s.next);
}

/* ---- all ---- */

void turns_touched(const struct threads *t, const struct instance *i, const struct sharing *s, struct touched *to)
{
	struct finder f;
	init(&f, t, i, s);
	for (size_t k = 0; k < i->blocks.count; k++)
		for (uint32_t at = 0; f.after[k] && at < i->blocks.at[k]->statement_count; at++)
			sharing_add(s, to, &i->blocks.at[k]->statements[at]);
	release(&f);
}

void turns_find(const struct threads *t, const struct instance *i, const struct sharing *s, struct turns *turns)
{
	struct finder f;
	init(&f, t, i, s);
	f.turns = turns;
	turns->count = i->blocks.count;
	turns->blocks = memory_alloc((turns->count + 1) * sizeof *turns->blocks);
	find_atomic(&f);
	for (uint32_t place = 0; place < turns->count; place++)
		walk_block(&f, place);
	close_loops(&f);
	release(&f);
}

void turns_release(struct turns *turns)
{
	for (size_t i = 0; i < turns->count; i++) {
		vec_free(&turns->blocks[i].before);
		vec_free(&turns->blocks[i].loops);
	}
	memory_free(turns->blocks);
}

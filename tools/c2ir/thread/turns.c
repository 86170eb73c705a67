/* A turn may end before each access to what threads share: before what comes between the access and the one before it, which no other
 * thread can tell, so that an access is made in the turn in which it was checked. What a model of the library does is done in one
 * turn but for its own marks, and these count only where it then touches what is shared; so is what atomic functions do, and what is
 * between marks of an atomic section.
 *
 * What is only touched by who has a certain lock is not told by others: of the accesses in a critical section the first one alone,
 * taking the lock, has a turn's end before it (Lipton, "Reduction", CACM 1975: taking a lock moves right, giving it back left, and what
 * the lock protects both ways). */
#include "turns.h"

#include <string.h>

#include "memory.h"
#include "statement.h"
#include "thread_mark.h"

struct finder {
	struct flow *flow;
	const struct sharing *sharing;
	struct turns *turns;
};

struct places VEC_BODY(uint32_t);

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

/* From statement AT of the block on, up to the program's own text: does the model touch what is shared? */
static bool model_touches(const struct finder *f, uint32_t place, uint32_t at)
{
	size_t count = f->flow->instance->blocks.count;
	bool *seen = memory_alloc(count + 1), found = false;
	VEC(uint32_t) work = { 0 };
	vec_push(&work, place);
	while (work.count && !found) {
		const struct block *b = f->flow->instance->blocks.at[vec_pop(&work)];
		bool ends = false;
		for (uint32_t i = at; i < b->statement_count && !ends && !found; i++) {
			const struct statement *s = &b->statements[i];
			ends = !in_library(s) || thread_mark_of(s) == THREAD_SWITCH;
			found = !ends && sharing_touches(f->sharing, s);
		}
		for (uint32_t i = 0; !ends && i < flow_target_count(b); i++) {
			uint32_t next = flow_place(f->flow, b->terminator.targets[i]);
			if (!seen[next])
				vec_push(&work, next);
			seen[next] = true;
		}
		at = 0;
	}
	vec_free(&work);
	memory_free(seen);
	return found;
}

/* ---- turns of a block ---- */

struct walk {
	const struct finder *f;
	struct block_turns *turns; /* NULL: only `armed` is wanted */
	uint32_t place, at;        /* the statement at hand */
	uint32_t since;            /* the statement behind the last access */
};

static void may_end(struct walk *w, struct state *s, uint32_t before)
{
	if (!s->armed && w->turns)
		vec_push(&w->turns->before, before);
	s->armed = true;
}

static void done(struct walk *w, struct state *s)
{
	s->armed = false;
	w->since = w->at + 1;
}

/* S is the state before the statement. */
static void walk_statement(struct walk *w, struct state *s, const struct statement *statement)
{
	unsigned mark = thread_mark_of(statement);
	if (!flow_parallel(w->f->flow, s)) {
		done(w, s);
	} else if (mark == THREAD_END) {
		done(w, s);
	} else if (s->atomic) {
		return;
	} else if (mark == THREAD_SWITCH) {
		if (!model_touches(w->f, w->place, w->at + 1))
			return;
		may_end(w, s, w->at);
		done(w, s);
	} else if (mark == THREAD_BEGIN) {
		may_end(w, s, w->since);
	} else if (is_visible(w->f, statement)) {
		may_end(w, s, w->since);
		if (statement->kind != STATEMENT_ASSERT)
			done(w, s);
	}
}

static void walk_on(void *context, struct state *s, struct flow_at at)
{
	struct walk *w = context;
	w->place = at.place;
	w->at = at.statement;
	walk_statement(w, s, &w->f->flow->instance->blocks.at[at.place]->statements[at.statement]);
}

/* ---- loops ---- */

/* Blocks from which `from` is reached other than through `to`: is there one in which a turn may end? */
static bool loop_has_turns(const struct finder *f, const struct places *before, uint32_t from, uint32_t to)
{
	bool *seen = memory_alloc(f->flow->instance->blocks.count + 1), found = f->turns->blocks[to].before.count;
	VEC(uint32_t) work = { 0 };
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
	enter(s, 0);
	while (s->way.count) {
		uint32_t place = vec_last(&s->way);
		const struct block *b = f->flow->instance->blocks.at[place];
		if (s->next[place] == flow_target_count(b)) {
			s->open[place] = false;
			(void)vec_pop(&s->way);
			continue;
		}
		uint32_t edge = s->next[place]++, next = flow_place(f->flow, b->terminator.targets[edge]);
		if (!s->seen[next])
			enter(s, next);
		else if (s->open[next] && loop_has_turns(f, s->before, place, next))
			vec_push(&f->turns->blocks[place].loops, edge);
	}
}

static void close_loops(const struct finder *f)
{
	size_t count = f->flow->instance->blocks.count;
	struct search s = { .f = f };
	s.before = memory_alloc((count + 1) * sizeof *s.before);
	s.seen = memory_alloc(count + 1);
	s.open = memory_alloc(count + 1);
	s.next = memory_alloc((count + 1) * sizeof *s.next);
	for (uint32_t place = 0; place < count; place++) {
		const struct block *b = f->flow->instance->blocks.at[place];
		for (uint32_t i = 0; i < flow_target_count(b); i++)
			vec_push(&s.before[flow_place(f->flow, b->terminator.targets[i])], place);
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

/* The end of the program is what all threads see. */
static void walk_block(const struct finder *f, uint32_t place)
{
	const struct block *b = f->flow->instance->blocks.at[place];
	struct walk w = { .f = f, .turns = &f->turns->blocks[place], .place = place };
	struct state s = flow_enter(f->flow, place);
	if (!s.reached)
		return;
	for (w.at = 0; w.at < b->statement_count; w.at++) {
		walk_statement(&w, &s, &b->statements[w.at]);
		flow_pass(f->flow, &s, &b->statements[w.at]);
	}
	if (!flow_parallel(f->flow, &s) || s.atomic)
		return;
	if (b->terminator.kind == TERMINATOR_RETURN && !f->flow->instance->number)
		may_end(&w, &s, b->statement_count);
	else if (sharing_decides(f->sharing, &b->terminator))
		may_end(&w, &s, w.since);
}

static void find(const struct finder *f)
{
	f->turns->count = f->flow->instance->blocks.count;
	f->turns->blocks = memory_alloc((f->turns->count + 1) * sizeof *f->turns->blocks);
	flow_find(f->flow, walk_on, &(struct walk){ .f = f });
	for (uint32_t place = 0; place < f->turns->count; place++)
		walk_block(f, place);
	close_loops(f);
}

/* ---- what is shared ---- */

/* What the instance touches while others may run, and the locks that it has wherever it touches a global. */
static void add_accesses(struct flow *f, const struct sharing *s, struct touched *to, uint64_t *held)
{
	const struct program *p = s->program;
	struct touched one = touched_new(p);
	for (uint32_t place = 0; place < f->instance->blocks.count; place++) {
		const struct block *b = f->instance->blocks.at[place];
		struct state state = flow_enter(f, place);
		for (uint32_t i = 0; state.reached && i <= b->statement_count; i++) {
			bool last = i == b->statement_count;
			memset(one.read, 0, p->global_count);
			memset(one.written, 0, p->global_count);
			if (flow_parallel(f, &state) && last)
				sharing_add_terminator(s, &one, &b->terminator);
			else if (flow_parallel(f, &state))
				sharing_add(s, &one, &b->statements[i]);
			touched_join(p, to, &one);
			for (uint32_t g = 0; g < p->global_count; g++)
				if (one.read[g] || one.written[g])
					held[g] &= state.held;
			if (!last)
				flow_pass(f, &state, &b->statements[i]);
		}
	}
	touched_release(&one);
}

/* Shared is what two threads touch while both run and one of them writes; unless all have the same lock then. */
static void find_shared(struct sharing *s, struct flow *flows, size_t count, struct locks *locks)
{
	uint32_t globals = s->program->global_count;
	struct touched *touched = memory_alloc((count + 1) * sizeof *touched);
	uint64_t *held = memory_alloc((globals + 1) * sizeof *held);
	bool *written = memory_alloc(globals + 1);
	for (size_t i = 0; i < count; i++) {
		touched[i] = touched_new(s->program);
		add_accesses(&flows[i], s, &touched[i], held);
		for (size_t k = 0; k < i; k++)
			sharing_between(s, &touched[i], &touched[k]);
		for (uint32_t g = 0; g < globals; g++)
			written[g] |= touched[i].written[g];
	}
	locks->written = written;
	memset(held, 0xff, (globals + 1) * sizeof *held);
	for (size_t i = 0; i < count; i++) {
		flow_find(&flows[i], NULL, NULL);
		add_accesses(&flows[i], s, &touched[i], held);
		touched_release(&touched[i]);
	}
	for (uint32_t g = 0; g < globals; g++)
		s->shared[g] = s->shared[g] && !(held[g] & ~locks->spoilt);
	memory_free(touched);
	memory_free(held);
}

struct turns *turns_find(const struct threads *t, struct sharing *s)
{
	size_t count = t->instances.count;
	struct locks locks = { 0 };
	struct flow *flows = memory_alloc((count + 1) * sizeof *flows);
	struct turns *turns = memory_alloc((count + 1) * sizeof *turns);
	for (size_t i = 0; i < count; i++) {
		flow_init(&flows[i], t, t->instances.at[i], &locks);
		flow_find(&flows[i], NULL, NULL);
	}
	find_shared(s, flows, count, &locks);
	for (size_t i = 0; i < count; i++)
		find(&(struct finder){ &flows[i], s, &turns[i] });
	for (size_t i = 0; i < count; i++)
		flow_release(&flows[i]);
	memory_free(flows);
	memory_free((void *)(uintptr_t)locks.written);
	vec_free(&locks.pointers);
	return turns;
}

void turns_release(struct turns *turns)
{
	for (size_t i = 0; i < turns->count; i++) {
		vec_free(&turns->blocks[i].before);
		vec_free(&turns->blocks[i].loops);
	}
	memory_free(turns->blocks);
}

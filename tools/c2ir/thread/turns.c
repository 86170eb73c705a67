/* A turn may end before each access to what threads share: before what comes between the access and the one before it, which no other
 * thread can tell, so that an access is made in the turn in which it was checked. It may also end between an access and what may never
 * be left (a loop, an assumption): others see the access although this thread does not go on. What a model of the library does is done in
 * one turn but for its own marks, and these count only where it then touches what is shared, or waits; so is what atomic functions
 * do, and what is between marks of an atomic section.
 *
 * What is only touched by who has a certain lock is not told by others: of the accesses in a critical section the first one alone,
 * taking the lock, has a turn's end before it (Lipton, "Reduction", CACM 1975: taking a lock moves right, giving it back left, and what
 * the lock protects both ways). */
#include "turns.h"

#include <string.h>

#include "callgraph.h"
#include "cycles.h"
#include "loops.h"
#include "memory.h"
#include "statement.h"
#include "thread_mark.h"

struct finder {
	struct flow *flow;
	const struct sharing *sharing;
	struct turns *turns;
	const bool *may_stay; /* by procedure: a call of it may never return */
	bool *enters;         /* by place: the block leads into a loop */
};

/* ---- accesses ---- */

static bool in_library(const struct statement *s)
{
	return location_in_library(attribute_location(s->attributes));
}

static bool in_library_terminator(const struct block *b)
{
	return location_in_library(attribute_location(b->terminator.attributes));
}

static bool is_visible(const struct finder *f, const struct statement *s)
{
	if (s->kind == STATEMENT_ASSUME && attribute_find(s->attributes, ATTRIBUTE_EXIT))
		return true;
	return !in_library(s) && sharing_touches(f->sharing, s);
}

/* It may end the execution: but for marks, and the end of the program. */
static bool is_assumption(const struct finder *f, const struct statement *s)
{
	return s->kind == STATEMENT_ASSUME && thread_mark_of(s) == THREAD_MARKS &&
	       !attribute_find(s->attributes, ATTRIBUTE_EXIT) && !term_is_true(f->sharing->program->bank, s->term);
}

static bool may_stay(const struct finder *f, const struct statement *s)
{
	return s->kind == STATEMENT_CALL ? f->may_stay[s->callee->index] : !in_library(s) && is_assumption(f, s);
}

/* From statement AT of the block on, up to the program's own text: does the model touch what is shared, or wait? */
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
			ends = !in_library(s) || thread_mark_of(s) == THREAD_SWITCH ||
			       thread_mark_of(s) == THREAD_WAITS;
			found = !ends && (is_assumption(f, s) || sharing_touches(f->sharing, s));
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
	s->modelled = 0;
	w->since = w->at + 1;
}

/* The program's call that the model's statement does the work of. */
static uint64_t call_of(const struct statement *statement)
{
	const struct attribute *caller = attribute_find(statement->attributes, ATTRIBUTE_CALLER);
	uint64_t hash = 1;
	for (uint32_t i = 0; caller && i < caller->count; i++)
		hash = hash * UINT64_C(0x9e3779b97f4a7c15) +
		       (caller->values[i].string ? (uintptr_t)caller->values[i].string : caller->values[i].number);
	return hash == 0 || hash == MODELLED_ANY ? 1 : hash;
}

/* A model goes on with its own turn, not with that of the program's access before it, nor with that of another call. */
static void touch_in_model(struct walk *w, struct state *s, const struct statement *statement)
{
	uint64_t call = call_of(statement);
	if (s->modelled != call && s->modelled != MODELLED_ANY)
		may_end(w, s, w->since);
	done(w, s);
	s->modelled = call;
}

/* Of an access that has already been begun, by another statement. */
static bool is_part(const struct walk *w, const struct statement *statement)
{
	const struct block *b = w->f->flow->instance->blocks.at[w->place];
	uint32_t first = w->at;
	while (first && attribute_find(b->statements[first].attributes, ATTRIBUTE_PART))
		first--;
	return attribute_find(statement->attributes, ATTRIBUTE_PART) && w->since > first;
}

/* The program's own text goes on. */
static void leave_model(struct state *s, const struct attribute *attributes)
{
	struct location location = attribute_location(attributes);
	if (location.line && !location_in_library(location))
		s->modelled = 0;
}

static void note_touching(struct walk *w, const struct state *s, bool touches, bool objects)
{
	bool parallel = flow_parallel(w->f->flow, s);
	struct touching touching = { w->at, parallel, s->atomic > 0, !touches };
	if ((touches || (objects && parallel)) && w->turns)
		vec_push(&w->turns->touching, touching);
}

/* S is the state before the statement. */
static void walk_statement(struct walk *w, struct state *s, const struct statement *statement)
{
	unsigned mark = thread_mark_of(statement);
	leave_model(s, statement->attributes);
	bool objects = !in_library(statement) && sharing_touches_objects(w->f->sharing, statement);
	note_touching(w, s, sharing_touches(w->f->sharing, statement), objects);
	if (!flow_parallel(w->f->flow, s)) {
		done(w, s);
	} else if (mark == THREAD_END && s->atomic <= 1) {
		done(w, s);
	} else if (s->atomic) {
		w->f->turns->waits_in_section |= mark == THREAD_WAITS;
		return;
	} else if (mark == THREAD_SWITCH || mark == THREAD_WAITS) {
		if (mark == THREAD_SWITCH && !model_touches(w->f, w->place, w->at + 1))
			return;
		s->armed &= mark == THREAD_SWITCH; /* a thread may come to rest here, whatever it waits for */
		may_end(w, s, w->at);
		w->since = w->at + 1;
		s->modelled = call_of(statement);
	} else if (mark == THREAD_LOOKS) {
		if (sharing_ends_objects(w->f->sharing))
			may_end(w, s, w->at);
		s->modelled = call_of(statement);
	} else if (mark == THREAD_BEGIN) {
		may_end(w, s, w->since);
	} else if (is_visible(w->f, statement)) {
		if (!is_part(w, statement))
			may_end(w, s, w->since);
		if (statement->kind != STATEMENT_ASSERT)
			done(w, s);
	} else if (may_stay(w->f, statement)) {
		may_end(w, s, w->since);
	} else if (thread_releases(statement) && !flow_owns(w->f->flow, s, statement->term)) {
		may_end(w, s, w->since);
	} else if (in_library(statement) && sharing_touches(w->f->sharing, statement)) {
		touch_in_model(w, s, statement);
	}
}

/* The end of the program is what all threads see. */
static void walk_terminator(struct walk *w, struct state *s)
{
	const struct flow *flow = w->f->flow;
	const struct block *b = flow->instance->blocks.at[w->place];
	leave_model(s, b->terminator.attributes);
	note_touching(w, s, sharing_decides(w->f->sharing, &b->terminator), false);
	if (!flow_parallel(flow, s) || s->atomic)
		return;
	if (b->terminator.kind == TERMINATOR_RETURN && !flow->instance->number)
		may_end(w, s, b->statement_count);
	else if (!in_library_terminator(b) &&
		 (w->f->enters[w->place] || sharing_decides(w->f->sharing, &b->terminator)))
		may_end(w, s, w->since);
}

static void walk_on(void *context, struct state *s, struct flow_at at)
{
	struct walk *w = context;
	w->place = at.place;
	w->at = at.statement;
	if (!at.statement)
		w->since = 0;
	const struct block *b = w->f->flow->instance->blocks.at[at.place];
	if (at.statement < b->statement_count)
		walk_statement(w, s, &b->statements[at.statement]);
	else
		walk_terminator(w, s);
}

/* ---- loops ---- */

static bool has_turns(const struct turns *turns, const bool *in)
{
	bool some = false;
	for (size_t place = 0; place < turns->count; place++)
		some |= in[place] && turns->blocks[place].before.count;
	return some;
}

/* Blocks that lead from outside into a loop in which no turn may end. */
static void find_entries(const struct loops *l, const struct turns *turns, bool *enters)
{
	for (size_t i = 0; i < l->back.count; i++) {
		bool *in = loops_blocks(l, l->back.at[i]), some = has_turns(turns, in);
		const struct places *before = &l->before[loops_head(l, l->back.at[i])];
		for (size_t k = 0; k < before->count; k++)
			enters[before->at[k]] |= !some && !in[before->at[k]];
		memory_free(in);
	}
}

/* From the head to the edge within the loop, without a block in which a turn may end. */
static bool is_silent(const struct loops *l, const struct turns *turns, struct edge e, const bool *in)
{
	size_t count = l->flow->instance->blocks.count;
	bool *seen = memory_alloc(count + 1), found = false;
	struct places work = { 0 };
	vec_push(&work, e.from);
	seen[e.from] = true;
	while (work.count && !found) {
		uint32_t place = vec_pop(&work);
		if (turns->blocks[place].before.count)
			continue;
		found = place == loops_head(l, e);
		for (size_t i = 0; i < l->before[place].count; i++) {
			uint32_t previous = l->before[place].at[i];
			if (seen[previous] || !in[previous])
				continue;
			seen[previous] = true;
			vec_push(&work, previous);
		}
	}
	vec_free(&work);
	memory_free(seen);
	return found;
}

static void close_loops(const struct finder *f, const struct loops *l)
{
	for (size_t i = 0; i < l->back.count; i++) {
		struct edge e = l->back.at[i];
		bool *in = loops_blocks(l, e);
		struct closing closing = { e.target, is_silent(l, f->turns, e, in) };
		if (has_turns(f->turns, in))
			vec_push(&f->turns->blocks[e.from].loops, closing);
		memory_free(in);
	}
}

/* ---- all ---- */

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
	walk_terminator(&w, &s);
}

static void walk_all(const struct finder *f)
{
	flow_find_turns(f->flow, walk_on, &(struct walk){ .f = f });
	for (uint32_t place = 0; place < f->turns->count; place++) {
		vec_clear(&f->turns->blocks[place].before);
		vec_clear(&f->turns->blocks[place].touching);
		walk_block(f, place);
	}
}

/* Once to see in which loops turns may end; those in which none may, may never be left. */
static void find(struct finder *f)
{
	struct loops loops;
	f->turns->count = f->flow->instance->blocks.count;
	f->turns->blocks = memory_alloc((f->turns->count + 1) * sizeof *f->turns->blocks);
	f->enters = memory_alloc(f->turns->count + 1);
	loops_find(&loops, f->flow);
	walk_all(f);
	find_entries(&loops, f->turns, f->enters);
	walk_all(f);
	close_loops(f, &loops);
	loops_release(&loops);
	memory_free(f->enters);
}

/* ---- what is shared ---- */

struct accesses {
	struct touched *to;
	uint64_t *held; /* by global */
	uint64_t now;
};

static void add_access(void *context, uint32_t global, bool written)
{
	struct accesses *a = context;
	*(written ? &a->to->written[global] : &a->to->read[global]) = true;
	a->held[global] &= a->now;
}

/* What the instance touches while others may run, and the locks that it has wherever it touches a global. */
static void add_accesses(struct flow *f, const struct sharing *s, struct touched *to, uint64_t *held)
{
	struct accesses a = { .to = to, .held = held };
	for (uint32_t place = 0; place < f->instance->blocks.count; place++) {
		const struct block *b = f->instance->blocks.at[place];
		struct state state = flow_enter(f, place);
		for (uint32_t i = 0; state.reached && i < b->statement_count; i++) {
			a.now = state.held;
			if (flow_parallel(f, &state))
				sharing_visit(s, &b->statements[i], add_access, &a);
			flow_pass(f, &state, &b->statements[i]);
		}
		a.now = state.held;
		if (state.reached && flow_parallel(f, &state))
			sharing_visit_terminator(s, &b->terminator, add_access, &a);
	}
}

/* Which lock may be another one is known when all are; then once more for what is held. */
static void find_locks(struct flow *flows, size_t count, struct locks *locks)
{
	for (size_t before = SIZE_MAX; before != locks->pointers.count;) {
		before = locks->pointers.count;
		locks->spoilt = 0;
		for (size_t i = 0; i < count; i++)
			flow_find(&flows[i]);
	}
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
	find_locks(flows, count, locks);
	memset(held, 0xff, (globals + 1) * sizeof *held);
	for (size_t i = 0; i < count; i++) {
		add_accesses(&flows[i], s, &touched[i], held);
		touched_release(&touched[i]);
	}
	for (uint32_t g = 0; g < globals; g++)
		s->shared[g] = s->shared[g] && !(held[g] & ~locks->spoilt);
	memory_free(touched);
	memory_free(held);
}

/* ---- what may never be left ---- */

/* A procedure that has a loop, recurses, or assumes something. Models do their work and return. */
static bool stays_itself(const struct program *p, const struct callgraph *graph, const struct procedure *proc)
{
	bool stays = graph->recursive[proc->index];
	struct cycles cycles;
	cycles_find(&cycles, proc);
	for (uint32_t b = 0; b < proc->block_count && !stays; b++) {
		stays = cycles.repeats[b];
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			stays |= s->kind == STATEMENT_ASSUME && !term_is_true(p->bank, s->term);
		}
	}
	cycles_release(&cycles);
	return stays && !location_in_library(attribute_location(proc->attributes));
}

static bool releases_itself(const struct program *p, const struct callgraph *graph, const struct procedure *proc)
{
	bool releases = false;
	(void)p, (void)graph;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			releases |= thread_releases(&proc->blocks[b]->statements[i]);
	return releases;
}

/* By procedure: is it so of it, or of what it calls? */
static bool *find_so(const struct program *p,
		     bool (*so)(const struct program *p, const struct callgraph *graph, const struct procedure *proc))
{
	struct callgraph *graph = callgraph_new(p);
	bool *found = memory_alloc(p->procedure_count + 1);
	for (uint32_t i = 0; i < graph->component_count; i++) /* callees first */
		for (uint32_t m = graph->member_start[i]; m < graph->member_start[i + 1]; m++) {
			uint32_t proc = graph->members[m];
			found[proc] = proc != p->entry->index && so(p, graph, p->procedures[proc]);
			for (uint32_t k = graph->callee_start[proc]; k < graph->callee_start[proc + 1]; k++)
				found[proc] |= found[graph->callees[k]];
		}
	callgraph_free(graph);
	return found;
}

struct turns *turns_find(const struct threads *t, struct sharing *s)
{
	size_t count = t->instances.count;
	bool *stays = find_so(t->program, stays_itself), *releases = find_so(t->program, releases_itself);
	struct locks locks = { 0 };
	struct flow *flows = memory_alloc((count + 1) * sizeof *flows);
	struct turns *turns = memory_alloc((count + 1) * sizeof *turns);
	for (size_t i = 0; i < count; i++) {
		flow_init(&flows[i], t, t->instances.at[i], &locks, releases);
		flow_find(&flows[i]);
	}
	find_shared(s, flows, count, &locks);
	for (size_t i = 0; i < count; i++)
		find(&(struct finder){ .flow = &flows[i], .sharing = s, .turns = &turns[i], .may_stay = stays });
	for (size_t i = 0; i < count; i++)
		flow_release(&flows[i]);
	memory_free(flows);
	memory_free(stays);
	memory_free(releases);
	memory_free((void *)(uintptr_t)locks.written);
	vec_free(&locks.pointers);
	return turns;
}

void turns_release(struct turns *turns)
{
	for (size_t i = 0; i < turns->count; i++) {
		vec_free(&turns->blocks[i].before);
		vec_free(&turns->blocks[i].touching);
		vec_free(&turns->blocks[i].loops);
	}
	memory_free(turns->blocks);
}

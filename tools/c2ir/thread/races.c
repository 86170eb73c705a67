/* A thread may stop for ever before any access to what threads share, which is remembered: that access is watched. If another thread then
 * comes to an access to the same cell, and one of the two writes, the two are in no order: what the first one did before, nobody
 * has waited for, and the other one could have been the first. In a program in which any two of those are ordered no execution
 * comes to that, and as long as none does, threads are sequentially consistent (5.1.2.4p25; Adve and Hill, "Weak ordering - a new
 * definition", ISCA 1990).
 *
 *	x := 1    =>    assert not (watched = x); goto stop, go;
 *	                stop: assume nothing is watched; watched := x; (the turn ends, and the thread does not go on)
 *	                go:   x := 1
 *
 * Of what is called the accesses are watched as they are made, and the thread stops behind the call. Atomic accesses are not watched:
 * who makes one meets one that is. Nor are reads of what nobody writes atomically: who writes is watched. */
#include "races.h"

#include <string.h>

#include "accesses.h"
#include "iterate.h"
#include "memory.h"
#include "statement.h"
#include "thread_mark.h"

struct races {
	struct threads *threads;
	const struct sharing *sharing;
	bool *races;    /* by global: threads may race for it */
	bool *atomic;   /* by global: it is written atomically */
	bool *watches;  /* by procedure: a call of it may have made the access that is watched */
	VEC(term) own;  /* objects that are the library's own */
	uint32_t width; /* of pointers; 0: there is no memory */
	/* The number of the global that is watched plus 1, or 0; the cells; is it written there; must this thread stop? */
	struct variable *watched, *at, *count, *written, *made;
};

/* ---- what is no race ---- */

static bool is_own(const struct attribute *attributes)
{
	const char *race = attribute_get_string(attributes, ATTRIBUTE_RACE);
	return race && !strcmp(race, RACE_NONE);
}

static bool is_atomic(const struct attribute *attributes)
{
	const char *race = attribute_get_string(attributes, ATTRIBUTE_RACE);
	return race && !strcmp(race, RACE_ATOMIC);
}

/* ---- what is watched ---- */

static struct variable *add_global(struct program *p, const char *name, sort s)
{
	return program_add_global(p, program_fresh_name(p, name), s);
}

static uint32_t pointer_width(const struct program *p)
{
	for (uint32_t i = 0; i < p->global_count; i++)
		if (attribute_find(p->globals[i]->attributes, ATTRIBUTE_MEMORY))
			return sort_width(p->bank, sort_index(p->bank, p->globals[i]->sort));
	return 0;
}

static uint32_t offset_width(const struct races *r)
{
	return (uint32_t)attribute_get_number(r->threads->program->attributes, ATTRIBUTE_POINTER, 64);
}

static void find_own(struct races *r)
{
	struct program *p = r->threads->program;
	enum { IDENTITY, NAME, BYTES, FILE_NAME, LINE };
	for (const struct attribute *a = p->attributes; a; a = a->next) {
		if (strcmp(a->key, ATTRIBUTE_STATIC) || !r->width)
			continue;
		struct location location = { a->values[FILE_NAME].string, (uint32_t)a->values[LINE].number, 1 };
		if (location_in_library(location))
			vec_push(&r->own, term_bv(p->bank, r->width - offset_width(r), a->values[IDENTITY].number));
	}
}

/* At first nothing is watched. */
struct races *races_new(struct threads *t)
{
	struct program *p = t->program;
	struct bank *b = p->bank;
	struct races *r = memory_alloc(sizeof *r);
	*r = (struct races){ .threads = t, .width = pointer_width(p) };
	r->watched = add_global(p, "$watched", sort_bitvector(b, 32));
	r->written = add_global(p, "$written", sort_bool(b));
	r->made = add_global(p, "$made", sort_bool(b));
	if (r->width) {
		r->at = add_global(p, "$at", sort_bitvector(b, r->width));
		r->count = add_global(p, "$count", sort_bitvector(b, offset_width(r)));
	}
	struct block *first = t->instances.at[0]->blocks.at[0];
	struct statement *s = block_insert(p, first, 0, STATEMENT_ASSIGN);
	s->target = r->watched;
	s->term = term_bv(b, 32, 0);
	s = block_insert(p, first, 0, STATEMENT_ASSIGN);
	s->target = r->made;
	s->term = term_false(b);
	find_own(r);
	return r;
}

void races_free(struct races *r)
{
	if (!r)
		return;
	memory_free(r->races);
	memory_free(r->atomic);
	memory_free(r->watches);
	vec_free(&r->own);
	memory_free(r);
}

static bool may_race(const struct races *r, const struct variable *v)
{
	return r->sharing->shared[v->index] && sharing_is_object(r->sharing, v);
}

/* ---- conditions ---- */

static struct bank *bank_of(const struct races *r)
{
	return r->threads->program->bank;
}

static term count_of(const struct races *r, const struct access *a)
{
	uint32_t width = offset_width(r);
	if (!a->count)
		return term_bv(bank_of(r), width, 1);
	return term_width(bank_of(r), a->count) < width ? term_zero_extend(bank_of(r), width, a->count) : a->count;
}

/* The cells of the access and those that are watched have one in common. */
static term overlap(const struct races *r, const struct access *a)
{
	struct bank *b = bank_of(r);
	uint32_t offset = offset_width(r);
	term at = r->at->term;
	term same = term_eq(b, term_extract(b, r->width - 1, offset, a->at), term_extract(b, r->width - 1, offset, at));
	term i = term_extract(b, offset - 1, 0, a->at), k = term_extract(b, offset - 1, 0, at);
	term behind = term_binary(b, OP_BVULT, term_binary(b, OP_BVSUB, k, i), count_of(r, a));
	term before = term_binary(b, OP_BVULT, term_binary(b, OP_BVSUB, i, k), r->count->term);
	return term_and(b, same, term_or(b, behind, before));
}

/* The access is made, and to no object of the library's own. */
static term is_made(const struct races *r, const struct access *a)
{
	struct bank *b = bank_of(r);
	term when = a->when;
	for (size_t i = 0; a->at && i < r->own.count; i++) {
		term object = term_extract(b, r->width - 1, offset_width(r), a->at);
		when = term_and(b, when, term_not(b, term_eq(b, object, r->own.at[i])));
	}
	return when;
}

static term number_of(const struct races *r, const struct access *a)
{
	return term_bv(bank_of(r), 32, a->global->index + 1);
}

static term nothing_watched(const struct races *r)
{
	return term_eq(bank_of(r), r->watched->term, term_bv(bank_of(r), 32, 0));
}

static term is_race(const struct races *r, const struct access *a)
{
	struct bank *b = bank_of(r);
	term race = term_and(b, is_made(r, a), term_eq(b, r->watched->term, number_of(r, a)));
	if (a->at)
		race = term_and(b, race, overlap(r, a));
	return a->written ? race : term_and(b, race, r->written->term);
}

static bool is_watched(const struct races *r, const struct access *a)
{
	return a->written || r->atomic[a->global->index];
}

/* ---- statements ---- */

static const struct attribute *describe(const struct races *r, const struct access *a,
					const struct attribute *attributes)
{
	struct program *p = r->threads->program;
	char text[400] = "data race";
	const char *c_name = a->at || !a->global ? NULL : attribute_get_string(a->global->attributes, ATTRIBUTE_C);
	const char *in = attribute_get_string(attributes, ATTRIBUTE_TEXT);
	if (c_name)
		snprintf(text, sizeof text, "data race on '%.300s'", c_name);
	else if (in)
		snprintf(text, sizeof text, "data race in '%.300s'", in);
	attributes = attribute_remove(p, attribute_remove(p, attributes, ATTRIBUTE_TEXT), ATTRIBUTE_SHOWS);
	attributes = attribute_string(p, attribute_remove(p, attributes, ATTRIBUTE_RACE), ATTRIBUTE_MESSAGE, text);
	return attribute_string(p, attributes, ATTRIBUTE_CHECK, "race");
}

/* What is to be added before a statement. */
struct addition {
	struct program *program;
	struct block *block;
	uint32_t at;
	const struct attribute *attributes;
};

static struct statement *put(struct addition *a, enum statement_kind kind)
{
	struct statement *s = block_insert(a->program, a->block, a->at++, kind);
	s->attributes = a->attributes;
	return s;
}

static void put_assign(struct addition *a, struct variable *target, term value)
{
	struct statement *s = put(a, STATEMENT_ASSIGN);
	s->target = target;
	s->term = value;
}

static void put_assume(struct addition *a, term t)
{
	put(a, STATEMENT_ASSUME)->term = t;
}

static void put_assert(const struct races *r, struct addition *to, const struct access *a, term unless)
{
	struct statement *s = put(to, STATEMENT_ASSERT);
	s->term = term_or(bank_of(r), term_not(bank_of(r), is_race(r, a)), unless);
	s->attributes = describe(r, a, to->attributes);
}

static void put_if(const struct races *r, struct addition *to, struct variable *target, term condition, term value)
{
	put_assign(to, target, term_ite(bank_of(r), condition, value, target->term));
}

/* The access is watched if GUESS holds, and nothing else is. */
static void put_watch(const struct races *r, struct addition *to, const struct access *a, term guess)
{
	struct bank *b = bank_of(r);
	put_if(r, to, r->written, guess, term_bool(b, a->written));
	if (a->at) {
		put_if(r, to, r->at, guess, a->at);
		put_if(r, to, r->count, guess, count_of(r, a));
	}
	put_if(r, to, r->watched, guess, number_of(r, a));
}

static struct variable *guess_in(const struct races *r, struct procedure *proc)
{
	return procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$guess"), sort_bool(bank_of(r)),
				      VARIABLE_LOCAL);
}

/* ---- what is called ---- */

/* Before statement AT of the block of what is called; the statement's number afterwards. */
static uint32_t watch_in_call(struct races *r, struct procedure *proc, struct block *b, uint32_t at)
{
	struct bank *bank = bank_of(r);
	struct access_list accesses = { 0 };
	const struct attribute *attributes = b->statements[at].attributes;
	bool atomic = thread_is_atomic(proc) || is_atomic(attributes);
	struct addition to = { r->threads->program, b, at, attributes };
	accesses_of_statement(to.program, &b->statements[at], r->races, &accesses);
	for (size_t i = 0; i < accesses.list.count && !is_own(attributes); i++) {
		const struct access *a = &accesses.list.at[i];
		put_assert(r, &to, a, r->made->term);
		if (atomic || !is_watched(r, a))
			continue;
		struct variable *guess = guess_in(r, proc);
		put(&to, STATEMENT_HAVOC)->target = guess;
		term now = term_and(bank, guess->term, term_and(bank, nothing_watched(r), is_made(r, a)));
		put_assign(&to, guess, now);
		put_watch(r, &to, a, guess->term);
		put_if(r, &to, r->made, guess->term, term_true(bank));
		r->watches[proc->index] = true;
	}
	vec_free(&accesses.list);
	return to.at;
}

static void watch_calls(struct races *r)
{
	struct program *p = r->threads->program;
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		struct procedure *proc = p->procedures[i];
		for (uint32_t b = 0; proc != r->threads->turns && b < proc->block_count; b++)
			for (uint32_t at = 0; at < proc->blocks[b]->statement_count; at++)
				at = watch_in_call(r, proc, proc->blocks[b], at);
	}
	for (bool changed = true; changed;) {
		changed = false;
		program_for_each_statement(p, at) {
			if (at.statement->kind != STATEMENT_CALL || !r->watches[at.statement->callee->index] ||
			    r->watches[at.procedure->index])
				continue;
			r->watches[at.procedure->index] = changed = true;
		}
	}
}

/* ---- what is written atomically ---- */

static void note_written(struct races *r, const struct statement *s)
{
	struct access_list accesses = { 0 };
	accesses_of_statement(r->threads->program, s, r->races, &accesses);
	for (size_t i = 0; i < accesses.list.count; i++)
		if (accesses.list.at[i].written)
			r->atomic[accesses.list.at[i].global->index] = true;
	vec_free(&accesses.list);
	for (uint32_t i = 0; s->kind == STATEMENT_CALL && i < r->threads->program->global_count; i++)
		r->atomic[i] |= r->sharing->procedures[s->callee->index].written[i];
}

static void note_block(struct races *r, const struct block *b, const struct block_turns *turns)
{
	for (size_t i = 0; i < turns->touching.count; i++) {
		const struct touching *touching = &turns->touching.at[i];
		const struct statement *s = &b->statements[touching->at];
		if (touching->at < b->statement_count && !touching->ordered &&
		    (touching->atomic || is_atomic(s->attributes) ||
		     (s->kind == STATEMENT_CALL && thread_is_atomic(s->callee))))
			note_written(r, s);
	}
}

void races_begin(struct races *r, const struct sharing *s, const struct turns *turns)
{
	struct threads *t = r->threads;
	struct program *p = t->program;
	r->sharing = s;
	r->races = memory_alloc(p->global_count + 1);
	r->atomic = memory_alloc(p->global_count + 1);
	r->watches = memory_alloc(p->procedure_count + 1);
	for (uint32_t i = 0; i < p->global_count; i++)
		r->races[i] = may_race(r, p->globals[i]);
	for (size_t i = 0; i < t->instances.count; i++)
		for (size_t k = 0; k < turns[i].count; k++)
			note_block(r, t->instances.at[i]->blocks.at[k], &turns[i].blocks[k]);
	program_for_each_statement(p, at) {
		if (at.procedure != t->turns && is_atomic(at.statement->attributes))
			note_written(r, at.statement);
	}
	watch_calls(r);
}

/* ---- the instances ---- */

static struct block *stopped(struct races *r, struct instance *i)
{
	struct program *p = r->threads->program;
	if (i->stopped)
		return i->stopped;
	i->stopped = instance_add_block(r->threads, i, "stopped");
	block_add(p, i->stopped, STATEMENT_ASSUME)->term = term_false(p->bank);
	block_return(i->stopped);
	vec_push(&i->points, i->stopped);
	return i->stopped;
}

/* A block in which the thread stops. */
static struct block *stop(struct races *r, struct instance *i, const struct attribute *attributes)
{
	struct program *p = r->threads->program;
	struct block *b = instance_add_block(r->threads, i, "stop");
	b->terminator.attributes = attributes;
	block_goto(p, b, stopped(r, i));
	vec_push(&i->ends, b);
	return b;
}

/* One of the accesses that may be watched is. */
static void watch_one(struct races *r, struct block *b, const struct access_list *accesses,
		      const struct attribute *attributes)
{
	struct bank *bank = bank_of(r);
	struct addition to = { r->threads->program, b, b->statement_count, attributes };
	to.attributes = attribute_remove(to.program, attributes, ATTRIBUTE_RACE);
	term some = term_false(bank);
	put_assume(&to, nothing_watched(r));
	for (size_t k = 0; k < accesses->list.count; k++) {
		const struct access *a = &accesses->list.at[k];
		if (!is_watched(r, a))
			continue;
		struct variable *guess = guess_in(r, r->threads->turns);
		put(&to, STATEMENT_HAVOC)->target = guess;
		term now = term_and(bank, guess->term, is_made(r, a));
		put_watch(r, &to, a, now);
		some = term_or(bank, some, now);
	}
	put_assume(&to, some);
}

static bool some_watched(const struct races *r, const struct access_list *accesses)
{
	for (size_t i = 0; i < accesses->list.count; i++)
		if (is_watched(r, &accesses->list.at[i]))
			return true;
	return false;
}

/* What is watched has just been made by the call, which is the block's last statement: the thread stops, or did not choose to. */
static void stop_behind_call(struct races *r, struct instance *i, struct block *b, struct block *rest, bool stops)
{
	struct program *p = r->threads->program;
	const struct attribute *attributes = b->statements[b->statement_count - 1].attributes;
	if (!stops) {
		block_add(p, b, STATEMENT_ASSUME)->term = term_not(p->bank, r->made->term);
		block_goto(p, b, rest);
		return;
	}
	struct block *end = stop(r, i, attributes);
	block_assign(p, end, r->made, term_false(p->bank));
	block_branch(p, b, r->made->term, end, rest);
}

/* What is known to be in order is a place like others, which is proved. */
static void put_proved(const struct races *r, struct block *b, uint32_t at)
{
	struct statement *s = block_insert(r->threads->program, b, at, STATEMENT_ASSERT);
	s->term = term_true(bank_of(r));
	s->attributes = describe(r, &(struct access){ 0 }, b->statements[at + 1].attributes);
}

struct block *races_split(struct races *r, struct instance *i, struct block *b, uint32_t at,
			  const struct touching *touching, uint32_t *gone)
{
	struct program *p = r->threads->program;
	if (touching->ordered) {
		put_proved(r, b, at - *gone);
		--*gone;
		return b;
	}
	struct access_list accesses = { 0 };
	struct block *rest = instance_split(r->threads, i, b, at - *gone);
	const struct statement *s = rest->statement_count ? &rest->statements[0] : NULL;
	const struct attribute *attributes = s ? s->attributes : rest->terminator.attributes;
	bool atomic = touching->atomic || is_atomic(attributes);
	if (s)
		accesses_of_statement(p, s, r->races, &accesses);
	else
		accesses_of_terminator(p, &rest->terminator, r->races, &accesses);
	if (!touching->parallel || is_own(attributes))
		vec_clear(&accesses.list);
	struct addition to = { p, b, b->statement_count, attributes };
	for (size_t k = 0; k < accesses.list.count; k++)
		put_assert(r, &to, &accesses.list.at[k], term_false(p->bank));
	if (!atomic && some_watched(r, &accesses)) {
		struct block *end = stop(r, i, attributes), *targets[2] = { end, rest };
		watch_one(r, end, &accesses, attributes);
		block_goto_any(p, b, targets, 2);
	} else {
		block_goto(p, b, rest);
	}
	vec_free(&accesses.list);
	*gone = at;
	if (!s || s->kind != STATEMENT_CALL || !r->watches[s->callee->index])
		return rest;
	bool stops = touching->parallel && !atomic && !thread_is_atomic(s->callee);
	struct block *behind = instance_split(r->threads, i, rest, 1);
	stop_behind_call(r, i, rest, behind, stops);
	++*gone;
	return behind;
}

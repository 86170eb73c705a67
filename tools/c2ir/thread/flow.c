#include "flow.h"

#include <string.h>

#include "memory.h"
#include "sharing.h"
#include "statement.h"
#include "thread_mark.h"

enum { MOST_STARTED = 64, MOST_NESTED = 64 };

uint32_t flow_target_count(const struct block *b)
{
	return b->terminator.kind == TERMINATOR_RETURN ? 0 : b->terminator.target_count;
}

uint32_t flow_place(const struct flow *f, const struct block *b)
{
	return f->places[b->index];
}

/* The first thread is alone before it has started another one, and after it has waited for as many as it can have started. */
bool flow_parallel(const struct flow *f, const struct state *s)
{
	if (f->instance->number)
		return true;
	return s->started && (f->nested || s->joined < s->started || s->started == MOST_STARTED);
}

/* ---- locks ---- */

static const struct instance *owner_of(const struct threads *t, const struct variable *v)
{
	for (size_t i = 0; i < t->instances.count; i++)
		if (v->index >= t->instances.at[i]->first && v->index < t->instances.at[i]->limit)
			return t->instances.at[i];
	return NULL;
}

/* A thread other than the first one reads a global when others run: if they do not change it, it names the same at all times. What another
 * thread has read, before it started this one, may be from before. */
static enum naming decide(void *context, const struct variable *v, bool foreign)
{
	const struct flow *f = context;
	if (!v->procedure && attribute_find(v->attributes, ATTRIBUTE_THREAD))
		return NAMING_NONE; /* each thread has its own */
	if (!v->procedure)
		return f->instance->number && !foreign && !f->locks->written[v->index] ? NAMING_KEEP : NAMING_NONE;
	const struct instance *owner = owner_of(f->threads, v);
	if (v->procedure != f->definitions.body || !owner || owner->repeats)
		return NAMING_NONE;
	if (!f->definitions.values[v->index] || f->definitions.changing[v->index])
		return f->definitions.once[v->index] ? NAMING_KEEP : NAMING_NONE;
	return owner == f->instance ? NAMING_FOLLOW : NAMING_TRY;
}

/* MOST_LOCKS: not one of those. */
static unsigned lock_of(struct flow *f, term pointer)
{
	term lock = f->locks->written ? definitions_name(&f->definitions, pointer, decide, f) : 0;
	size_t i = 0;
	if (!lock)
		return MOST_LOCKS;
	while (i < f->locks->pointers.count && f->locks->pointers.at[i] != lock)
		i++;
	if (i == MOST_LOCKS)
		return MOST_LOCKS;
	if (i == f->locks->pointers.count)
		vec_push(&f->locks->pointers, lock);
	return (unsigned)i;
}

static void acquire(struct flow *f, struct state *s, term pointer)
{
	unsigned lock = lock_of(f, pointer);
	if (lock < MOST_LOCKS)
		s->held |= UINT64_C(1) << lock;
}

/* `fresh` gives it, which is another number each time. */
static bool is_object(const struct flow *f, const struct variable *v)
{
	return v && v->procedure == f->definitions.body && f->definitions.fresh[v->index];
}

/* Two constants, or an object that is made and another or a constant one, or other offsets in the same object. */
static bool are_apart(struct flow *f, term a, term b)
{
	struct bank *bank = f->threads->program->bank;
	uint32_t offset = (uint32_t)attribute_get_number(f->threads->program->attributes, ATTRIBUTE_POINTER, 64);
	uint32_t width = term_width(bank, a);
	term objects[2] = { term_extract(bank, width - 1, offset, a), term_extract(bank, width - 1, offset, b) };
	term offsets[2] = { term_extract(bank, offset - 1, 0, a), term_extract(bank, offset - 1, 0, b) };
	if (objects[0] == objects[1])
		return offsets[0] != offsets[1] && term_is_constant(bank, offsets[0]) &&
		       term_is_constant(bank, offsets[1]);
	for (int i = 0; i < 2; i++) {
		const struct variable *made = program_variable_of(f->threads->program, objects[i]);
		if (!term_is_constant(bank, objects[i]) && !is_object(f, made))
			return false;
	}
	return true;
}

/* A lock whose place is not known may be any; and one may be known by several names. */
static void give_back(struct flow *f, struct state *s, term pointer)
{
	unsigned lock = lock_of(f, pointer);
	uint64_t given = lock < MOST_LOCKS ? 0 : UINT64_MAX;
	for (unsigned i = 0; lock < MOST_LOCKS && i < f->locks->pointers.count; i++)
		if (i == lock || !are_apart(f, f->locks->pointers.at[i], f->locks->pointers.at[lock]))
			given |= UINT64_C(1) << i;
	bool own = lock < MOST_LOCKS && s->held >> lock & 1;
	if (flow_parallel(f, s) && f->locks->written && !own)
		f->locks->spoilt |= given;
	s->held &= ~given;
}

/* A procedure that gives back locks, whichever. */
static void give_back_all(struct flow *f, struct state *s)
{
	if (flow_parallel(f, s))
		f->locks->spoilt = UINT64_MAX;
	s->held = 0;
}

/* Does the thread certainly have the lock, which nobody spoils? */
bool flow_owns(struct flow *f, const struct state *s, term pointer)
{
	unsigned lock = lock_of(f, pointer);
	return lock < MOST_LOCKS && s->held >> lock & 1 && !(f->locks->spoilt >> lock & 1);
}

/* ---- statements ---- */

void flow_pass(struct flow *f, struct state *s, const struct statement *statement)
{
	switch (thread_mark_of(statement)) {
	case THREAD_BEGIN:
		s->atomic += s->atomic < MOST_NESTED;
		break;
	case THREAD_END:
		s->atomic -= s->atomic > 0;
		break;
	case THREAD_JOINED:
		s->joined += s->joined < MOST_STARTED;
		break;
	default:
		if (statement->kind == STATEMENT_CALL && f->releases[statement->callee->index])
			give_back_all(f, s);
		else if (thread_acquires(statement))
			acquire(f, s, statement->term);
		else if (thread_releases(statement))
			give_back(f, s, statement->term);
	}
}

struct state flow_enter(const struct flow *f, uint32_t place)
{
	struct state s = f->entries[place];
	if (f->starts[place] && s.started < MOST_STARTED)
		s.started++;
	if (f->starts[place]) /* which is an access: the new thread may have its turn now */
		s.armed = false;
	return s;
}

/* ---- blocks ---- */

static bool join(struct state *to, const struct state *from)
{
	struct state before = *to;
	if (!before.reached) {
		*to = *from;
		to->reached = true;
		return true;
	}
	to->started = from->started > before.started ? from->started : before.started;
	to->joined = from->joined < before.joined ? from->joined : before.joined;
	to->atomic = from->atomic < before.atomic ? from->atomic : before.atomic;
	to->held = before.held & from->held;
	return to->started != before.started || to->joined != before.joined || to->atomic != before.atomic ||
	       to->held != before.held;
}

void flow_find(struct flow *f)
{
	size_t count = f->instance->blocks.count;
	VEC(uint32_t) work = { 0 };
	memset(f->entries, 0, (count + 1) * sizeof *f->entries);
	f->entries[0] = (struct state){ .reached = true };
	vec_push(&work, 0);
	while (work.count) {
		uint32_t place = vec_pop(&work);
		const struct block *b = f->instance->blocks.at[place];
		struct state s = flow_enter(f, place);
		for (uint32_t i = 0; i < b->statement_count; i++)
			flow_pass(f, &s, &b->statements[i]);
		for (uint32_t i = 0; i < flow_target_count(b); i++) {
			uint32_t next = flow_place(f, b->terminator.targets[i]);
			if (join(&f->entries[next], &s))
				vec_push(&work, next);
		}
	}
	vec_free(&work);
}

/* A thread begins with a turn. */
static void expect_most(struct flow *f)
{
	for (size_t place = 0; place < f->instance->blocks.count; place++) {
		f->entries[place].armed = true;
		f->entries[place].modelled = MODELLED_ANY;
	}
	f->entries[0].armed = f->instance->number > 0;
	f->entries[0].modelled = 0;
}

static bool lower(struct state *to, const struct state *from)
{
	struct state before = *to;
	to->armed = before.armed && from->armed;
	if (before.modelled == MODELLED_ANY)
		to->modelled = from->modelled;
	else if (from->modelled != MODELLED_ANY && from->modelled != before.modelled)
		to->modelled = 0;
	return to->armed != before.armed || to->modelled != before.modelled;
}

void flow_find_turns(struct flow *f, void (*pass)(void *context, struct state *s, struct flow_at at), void *context)
{
	VEC(uint32_t) work = { 0 };
	expect_most(f);
	for (uint32_t place = 0; place < f->instance->blocks.count; place++)
		if (f->entries[place].reached)
			vec_push(&work, place);
	while (work.count) {
		uint32_t place = vec_pop(&work);
		const struct block *b = f->instance->blocks.at[place];
		struct state s = flow_enter(f, place);
		for (uint32_t i = 0; i < b->statement_count; i++) {
			pass(context, &s, (struct flow_at){ place, i });
			flow_pass(f, &s, &b->statements[i]);
		}
		pass(context, &s, (struct flow_at){ place, b->statement_count });
		for (uint32_t i = 0; i < flow_target_count(b); i++) {
			uint32_t next = flow_place(f, b->terminator.targets[i]);
			if (lower(&f->entries[next], &s))
				vec_push(&work, next);
		}
	}
	vec_free(&work);
}

void flow_init(struct flow *f, const struct threads *t, const struct instance *i, struct locks *locks,
	       const bool *releases)
{
	size_t count = i->blocks.count;
	*f = (struct flow){ .threads = t, .instance = i, .locks = locks, .releases = releases };
	definitions_find(&f->definitions, t->turns);
	f->places = memory_alloc((t->turns->block_count + 1) * sizeof *f->places);
	for (size_t k = 0; k < count; k++)
		f->places[i->blocks.at[k]->index] = (uint32_t)k;
	f->entries = memory_alloc((count + 1) * sizeof *f->entries);
	f->starts = memory_alloc(count + 1);
	for (size_t k = 0; k < i->starting.count; k++)
		f->starts[f->places[i->starting.at[k]->index]] = true;
	for (size_t k = 1; k < t->instances.count; k++)
		f->nested |= t->instances.at[k]->starting.count > 0;
}

void flow_release(struct flow *f)
{
	definitions_release(&f->definitions);
	memory_free(f->places);
	memory_free(f->entries);
	memory_free(f->starts);
}

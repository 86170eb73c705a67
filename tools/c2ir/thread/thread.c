#include "thread.h"

#include <string.h>

#include "clone.h"
#include "cycles.h"
#include "inline.h"
#include "instance.h"
#include "iterate.h"
#include "ledger.h"
#include "pass.h"
#include "product.h"
#include "races.h"
#include "schedule.h"
#include "sharing.h"
#include "statement.h"
#include "thread_mark.h"
#include "turns.h"

/* A call that may start more than one thread (in a loop) gets so many at a time; threads that start one another go so deep; and there
 * are so many of all. What would need more is cut off: the program is bounded there. */
enum { MOST_AT_A_TIME = 2, MOST_DEPTH = 3, MOST_INSTANCES = 24, MOST_STATEMENTS = 100000 };

/* ---- what takes turns ---- */

/* What takes turns is copied to where it is called. */
struct choice {
	struct program *program;
	struct sharing sharing;
	bool *taken; /* by procedure */
	struct diagnostics *diags;
};

static bool in_library(const struct attribute *attributes)
{
	return location_in_library(attribute_location(attributes));
}

/* On its own: a mark of a model, a thread that is started, an access of the program's to what is shared. */
static bool has_turns(const struct choice *c, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			bool starts = s->kind == STATEMENT_CALL && thread_is_body(s->callee);
			if (starts || attribute_find(s->attributes, ATTRIBUTE_THREAD) ||
			    (s->kind != STATEMENT_CALL && !in_library(s->attributes) &&
			     sharing_touches(&c->sharing, s)) ||
			    (s->kind == STATEMENT_ASSUME && attribute_find(s->attributes, ATTRIBUTE_EXIT)))
				return true;
		}
	return false;
}

/* And what calls it; or calls, in the program's text, what touches what is shared. */
static bool calls_turns(const struct choice *c, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			if (s->kind != STATEMENT_CALL || thread_is_body(s->callee))
				continue;
			if (c->taken[s->callee->index] ||
			    (!in_library(s->attributes) && sharing_touches(&c->sharing, s)))
				return true;
		}
	return false;
}

static void choose(struct choice *c)
{
	struct program *p = c->program;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		c->taken[i] = !thread_is_atomic(p->procedures[i]) && has_turns(c, p->procedures[i]);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < p->procedure_count; i++) {
			if (c->taken[i] || thread_is_atomic(p->procedures[i]) || !calls_turns(c, p->procedures[i]))
				continue;
			c->taken[i] = changed = true;
		}
	}
}

/* Any two threads that are started may run at the same time, and the first one beside them. */
static void find_shared(struct choice *c)
{
	struct program *p = c->program;
	const struct touched *first = &c->sharing.procedures[p->entry->index];
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		if (!thread_is_body(p->procedures[i]))
			continue;
		sharing_between(&c->sharing, &c->sharing.procedures[i], first);
		for (uint32_t k = 0; k < p->procedure_count; k++)
			if (thread_is_body(p->procedures[k]))
				sharing_between(&c->sharing, &c->sharing.procedures[i], &c->sharing.procedures[k]);
	}
}

/* ---- copies of it ---- */

struct measure {
	struct choice *choice;
	uint64_t *sizes; /* by procedure: with copies of what is taken */
	bool *open, *done;
};

static void refuse(struct choice *c, const struct procedure *proc, const char *why)
{
	const char *name = attribute_get_string(proc->attributes, ATTRIBUTE_C);
	diagnose(c->diags, DIAG_UNSUPPORTED, attribute_location(proc->attributes), "%s%s%s is not supported",
		 name ? name : "", name ? "(), " : "", why);
}

static uint64_t measure(struct measure *m, const struct procedure *proc)
{
	uint32_t index = proc->index;
	if (m->open[index] && !m->choice->diags->errors)
		refuse(m->choice, proc, "recursion that touches what threads share,");
	if (m->done[index] || m->open[index])
		return m->sizes[index];
	m->open[index] = true;
	uint64_t size = 0;
	for (uint32_t b = 0; b < proc->block_count && !m->choice->diags->errors; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count && size < MOST_STATEMENTS; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			bool copied = s->kind == STATEMENT_CALL && !thread_is_body(s->callee) &&
				      m->choice->taken[s->callee->index];
			size += 1 + (copied ? measure(m, s->callee) : 0);
		}
	m->open[index] = false;
	m->done[index] = true;
	return m->sizes[index] = size;
}

static bool is_root(const struct program *p, const struct procedure *proc)
{
	return proc == p->entry || thread_is_body(proc);
}

static bool can_copy(struct choice *c)
{
	struct program *p = c->program;
	struct measure m = { .choice = c };
	m.sizes = memory_alloc((p->procedure_count + 1) * sizeof *m.sizes);
	m.open = memory_alloc(p->procedure_count + 1);
	m.done = memory_alloc(p->procedure_count + 1);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (is_root(p, p->procedures[i]) && measure(&m, p->procedures[i]) >= MOST_STATEMENTS)
			refuse(c, p->procedures[i], "so much code between which threads take turns");
	memory_free(m.sizes);
	memory_free(m.open);
	memory_free(m.done);
	return !c->diags->errors;
}

/* What is done in one turn starts no thread, and does not end one. */
static bool refuse_atomic(const struct program *p, struct diagnostics *diags)
{
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		bool starts = s->kind == STATEMENT_CALL && thread_is_body(s->callee);
		if (is_root(p, at.procedure) || (!starts && thread_mark_of(s) != THREAD_OVER))
			continue;
		diagnose(diags, DIAG_UNSUPPORTED, attribute_location(at.procedure->attributes),
			 "a thread that is started, or ended, in a function that does its work in one turn is not "
			 "supported");
		return true;
	}
	return false;
}

static bool copy(struct program *p, struct diagnostics *diags)
{
	struct choice c = { .program = p, .diags = diags };
	sharing_init(&c.sharing, p);
	c.taken = memory_alloc(p->procedure_count + 1);
	find_shared(&c);
	choose(&c);
	bool good = can_copy(&c);
	struct inline_plan plan = { .stays = memory_alloc(p->procedure_count + 1), .tells = true };
	for (uint32_t i = 0; i < p->procedure_count; i++)
		plan.stays[i] = is_root(p, p->procedures[i]) || !c.taken[i];
	sharing_release(&c.sharing);
	memory_free(c.taken);
	if (good)
		inline_run(p, &plan);
	inline_plan_release(&plan);
	return good && !refuse_atomic(p, diags);
}

/* ---- the threads ---- */

/* One thread more than there is room for. */
static void cut(struct threads *t, struct block *b, const struct statement *call)
{
	block_bound(t->program, b, attribute_location(call->attributes));
}

/* The first of the copies that does not run, from B on. */
static void start_one(struct threads *t, struct instance *i, struct block *b, const struct statement *call,
		      struct block *rest)
{
	struct bank *bank = t->program->bank;
	struct cycles cycles;
	cycles_find(&cycles, t->turns);
	bool loop = i->repeats || cycles.repeats[rest->index];
	cycles_release(&cycles);
	uint32_t count = loop ? MOST_AT_A_TIME : 1;
	if (i->depth + 1 > MOST_DEPTH || t->instances.count + count > MOST_INSTANCES) {
		cut(t, b, call);
		return;
	}
	term *given = instance_constants(t, call);
	for (uint32_t k = 0; k < count; k++) {
		struct instance *other = instance_new(t, call->callee, given, i->depth + 1, loop);
		struct block *own = b;
		if (loop) {
			struct block *none = instance_add_block(t, i, "start");
			own = instance_add_block(t, i, "start");
			block_branch(t->program, b, term_eq(bank, other->place->term, term_bv(bank, 32, 0)), own, none);
			b = none;
		}
		schedule_start(t, other, own, call, rest);
	}
	memory_free(given);
	if (loop)
		cut(t, b, call);
}

/* A loop is one although its block is cut in two: what comes before the call, B, is reached from what follows it then. */
static void start_in_block(struct threads *t, struct instance *i, struct block *b, uint32_t at)
{
	struct statement call = b->statements[at];
	struct block *rest = instance_split(t, i, b, at + 1);
	block_truncate(b, at);
	block_goto(t->program, b, rest);
	vec_push(&i->starting, rest);
	start_one(t, i, b, &call, rest);
}

static void start_threads(struct threads *t, struct instance *i)
{
	for (size_t k = 0; k < i->blocks.count; k++) {
		struct block *b = i->blocks.at[k];
		for (uint32_t at = 0; at < b->statement_count; at++)
			if (b->statements[at].kind == STATEMENT_CALL && thread_is_body(b->statements[at].callee)) {
				start_in_block(t, i, b, at);
				break;
			}
	}
}

/* ---- globals of which each thread has its own ---- */

/* What $start gives it; 0: that is not known, or not one constant. */
static term initial_value(const struct program *p, const struct variable *v)
{
	term value = 0;
	bool known = true;
	for (uint32_t b = 0; b < p->entry->block_count; b++)
		for (uint32_t i = 0; i < p->entry->blocks[b]->statement_count; i++) {
			const struct statement *s = &p->entry->blocks[b]->statements[i];
			if (s->target != v)
				continue;
			known = s->kind == STATEMENT_ASSIGN && term_is_constant(p->bank, s->term);
			value = s->term;
		}
	return known ? value : 0;
}

static bool find_locals(struct threads *t, struct diagnostics *diags)
{
	struct program *p = t->program;
	for (uint32_t i = 0; i < p->global_count; i++) {
		struct variable *v = p->globals[i];
		const char *mark = attribute_get_string(v->attributes, ATTRIBUTE_THREAD);
		if (!mark || strcmp(mark, THREAD_LOCAL))
			continue;
		term value = initial_value(p, v);
		vec_push(&t->locals, v);
		vec_push(&t->initial, value);
		if (value)
			continue;
		const char *name = attribute_get_string(v->attributes, ATTRIBUTE_C);
		diagnose(diags, DIAG_UNSUPPORTED, (struct location){ NULL, 0, 0 },
			 "%s, which each thread has of its own and whose initial value is not known, is not supported",
			 name ? name : v->name);
		return false;
	}
	return true;
}

/* ---- marks ---- */

static const struct attribute *unmarked(struct program *p, const struct attribute *attributes)
{
	attributes = attribute_remove(p, attributes, ATTRIBUTE_PART);
	return attribute_remove(p, attribute_remove(p, attributes, ATTRIBUTE_THREAD), ATTRIBUTE_RACE);
}

static void remove_marks(struct program *p)
{
	for (uint32_t i = 0; i < p->global_count; i++)
		p->globals[i]->attributes = unmarked(p, p->globals[i]->attributes);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		p->procedures[i]->attributes = attribute_remove(p, p->procedures[i]->attributes, ATTRIBUTE_THREAD);
	program_for_each_block(p, at) {
		struct block *b = at.block;
		bool *keep = memory_alloc(b->statement_count + 1);
		for (uint32_t i = 0; i < b->statement_count; i++) {
			keep[i] = !attribute_find(b->statements[i].attributes, ATTRIBUTE_THREAD);
			b->statements[i].attributes = unmarked(p, b->statements[i].attributes);
		}
		b->terminator.attributes = unmarked(p, b->terminator.attributes);
		block_filter(b, keep);
		memory_free(keep);
	}
}

/* What was copied is not called any more; what is left takes the name of the entry. */
static void remove_bodies(struct program *p, const struct procedure *entry)
{
	const char *name = entry->name;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (!thread_is_body(p->procedures[i]) && p->procedures[i] != entry)
			p->procedures[kept++] = p->procedures[i];
	p->procedure_count = kept;
	p->entry->name = name;
	program_reindex(p);
}

/* ---- what is assumed ---- */

static bool copies(const struct bank *b, const struct statement *s)
{
	term t = s->kind == STATEMENT_ASSIGN ? s->term : 0;
	while (t && (term_op(b, t) == OP_STORE || term_op(b, t) == OP_FILL))
		t = term_arg(b, t, 0);
	return t && term_op(b, t) == OP_COPY;
}

/* A record in one map is copied by one statement. */
static void note_copies(const struct threads *t, const struct instance *i, const struct turns *turns)
{
	for (size_t k = 0; k < turns->count; k++)
		for (size_t n = 0; n < turns->blocks[k].touching.count; n++) {
			const struct touching *touching = &turns->blocks[k].touching.at[n];
			const struct block *b = i->blocks.at[k];
			if (touching->ordered || !touching->parallel || touching->atomic ||
			    touching->at >= b->statement_count)
				continue;
			const struct statement *s = &b->statements[touching->at];
			if (!in_library(s->attributes) && copies(t->program->bank, s))
				ledger_add(t->program, "threads: a record is copied in one turn",
					   attribute_location(s->attributes));
		}
}

/* ---- deadlocks ---- */

/* In an atomic section, or in a function that does its work in one turn. */
static void note_waits(const struct threads *t, const struct turns *turns)
{
	bool some = false;
	for (size_t i = 0; i < t->instances.count; i++)
		some |= turns[i].waits_in_section;
	program_for_each_statement(t->program, at)
		some |= at.procedure != t->turns && thread_mark_of(at.statement) == THREAD_WAITS;
	if (some)
		ledger_add(t->program, "threads: what an atomic section or function waits for is assumed to come",
			   (struct location){ 0 });
}

static struct variable *find_rest(const struct program *p)
{
	for (uint32_t i = 0; i < p->global_count; i++) {
		const char *mark = attribute_get_string(p->globals[i]->attributes, ATTRIBUTE_THREAD);
		if (mark && !strcmp(mark, THREAD_REST))
			return p->globals[i];
	}
	return NULL;
}

/* At first none is at rest. */
static void begin_unrest(struct threads *t, struct variable *rest)
{
	struct statement *s = block_insert(t->program, t->instances.at[0]->blocks.at[0], 0, STATEMENT_ASSIGN);
	s->target = rest;
	s->term = term_false(t->program->bank);
}

/* No turn begins while threads rest, but where one may come to rest. */
static void hold_turns(struct threads *t, const struct instance *i, const struct variable *rest)
{
	term unrest = term_not(t->program->bank, rest->term);
	for (size_t k = 0; k < i->points.count; k++) {
		struct block *b = i->points.at[k];
		const struct statement *first = b->statement_count ? &b->statements[0] : NULL;
		bool held = first && first->kind == STATEMENT_ASSUME && first->term == unrest;
		if (!held && !(first && thread_mark_of(first) == THREAD_WAITS))
			block_insert(t->program, b, 0, STATEMENT_ASSUME)->term = unrest;
	}
}

/* ---- all ---- */

static void take_turns(struct threads *t, bool asks_races)
{
	struct sharing sharing;
	struct races *races = asks_races ? races_new(t) : NULL;
	struct variable *rest = find_rest(t->program);
	if (rest)
		begin_unrest(t, rest);
	sharing_init(&sharing, t->program);
	struct turns *turns = turns_find(t, &sharing);
	if (rest)
		note_waits(t, turns);
	for (size_t i = 0; i < t->instances.count; i++)
		note_copies(t, t->instances.at[i], &turns[i]);
	if (races)
		races_begin(races, &sharing, turns);
	for (size_t i = 0; i < t->instances.count; i++)
		schedule_split(t, t->instances.at[i], &turns[i], races);
	races_free(races);
	for (size_t i = 0; rest && i < t->instances.count; i++)
		hold_turns(t, t->instances.at[i], rest);
	if (!product_build(t)) {
		schedule_build(t);
		for (size_t i = 0; rest && i < t->instances.count; i++) /* heads of loops are points now */
			hold_turns(t, t->instances.at[i], rest);
	}
	for (size_t i = 0; i < t->instances.count; i++)
		turns_release(&turns[i]);
	memory_free(turns);
	sharing_release(&sharing);
}

static void find_callbacks(struct threads *t)
{
	for (uint32_t i = 0; i < t->program->procedure_count; i++) {
		struct procedure *proc = t->program->procedures[i];
		if (thread_has_mark(proc, THREAD_LEAVES))
			t->leaves = proc;
		if (thread_has_mark(proc, THREAD_COMES))
			t->comes = proc;
	}
}

/* The first thread becomes a copy of what the entry does. */
static void sequentialise(struct threads *t, bool races)
{
	struct program *p = t->program;
	struct procedure *body = p->entry;
	t->turns = program_add_procedure(p, program_fresh_name(p, body->name));
	t->turns->attributes = body->attributes;
	find_callbacks(t);
	instance_new(t, body, NULL, 0, false);
	for (size_t i = 0; i < t->instances.count; i++) {
		struct instance *instance = t->instances.at[i];
		if (instance->number)
			vec_push(&instance->points, instance->blocks.at[0]);
		start_threads(t, instance);
	}
	p->entry = t->turns;
	remove_bodies(p, body);
	take_turns(t, races);
	p->attributes = attribute_number(p, p->attributes, ATTRIBUTE_THREADS, t->instances.count);
	for (size_t i = 0; i < t->instances.count; i++)
		instance_free(t->instances.at[i]);
}

static bool starts_threads(const struct program *p)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (thread_is_body(p->procedures[i]))
			return true;
	return false;
}

static bool make_sequential(struct program *p, bool races, struct diagnostics *diags)
{
	struct pass_options options = { 0 };
	struct threads t = { .program = p };
	bool good = find_locals(&t, diags);
	if (good) {
		pass_uninitialised.run(p, &options, diags);
		good = copy(p, diags);
	}
	if (good)
		sequentialise(&t, races);
	vec_free(&t.instances);
	vec_free(&t.locals);
	vec_free(&t.initial);
	return good;
}

bool thread_sequentialise(struct program *p, bool races, struct diagnostics *diags)
{
	bool good = !starts_threads(p) || make_sequential(p, races, diags);
	if (good)
		remove_marks(p);
	return good;
}

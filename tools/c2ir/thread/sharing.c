#include "sharing.h"

#include <string.h>

#include "iterate.h"
#include "memory.h"
#include "role.h"
#include "statement.h"
#include "thread_mark.h"

/* ---- marks ---- */

static bool has_mark(const struct attribute *list, const char *value)
{
	const char *found = attribute_get_string(list, ATTRIBUTE_THREAD);
	return found && !strcmp(found, value);
}

bool thread_is_body(const struct procedure *proc)
{
	return has_mark(proc->attributes, THREAD_BODY);
}

bool thread_has_mark(const struct procedure *proc, const char *value)
{
	return has_mark(proc->attributes, value);
}

bool thread_is_atomic(const struct procedure *proc)
{
	return has_mark(proc->attributes, THREAD_ATOMIC);
}

unsigned thread_mark_of(const struct statement *statement)
{
	unsigned mark = 0;
	if (statement->kind != STATEMENT_ASSUME || !attribute_find(statement->attributes, ATTRIBUTE_THREAD))
		return THREAD_MARKS;
	while (mark < THREAD_MARKS && !has_mark(statement->attributes, thread_mark_names[mark]))
		mark++;
	return mark;
}

bool thread_acquires(const struct statement *statement)
{
	return statement->kind == STATEMENT_ASSIGN && has_mark(statement->attributes, THREAD_ACQUIRE);
}

bool thread_releases(const struct statement *statement)
{
	return statement->kind == STATEMENT_ASSIGN && has_mark(statement->attributes, THREAD_RELEASE);
}

/* ---- sets ---- */

struct touched touched_new(const struct program *p)
{
	struct touched t;
	t.read = memory_alloc(p->global_count + 1);
	t.written = memory_alloc(p->global_count + 1);
	return t;
}

void touched_release(struct touched *t)
{
	memory_free(t->read);
	memory_free(t->written);
}

static bool join(bool *to, const bool *from, uint32_t count)
{
	bool changed = false;
	for (uint32_t i = 0; i < count; i++) {
		changed |= from[i] && !to[i];
		to[i] |= from[i];
	}
	return changed;
}

/* ---- statements ---- */

/* Of what every thread has its own, what never changes while an object is there, and what counts only at the end of the program. */
static bool is_private(const struct sharing *s, const struct variable *global)
{
	enum global_role role = variable_role(s->program, global);
	return role == GLOBAL_SIZE || role == GLOBAL_STATUS || has_mark(global->attributes, THREAD_LOCAL);
}

/* Objects that are born: state := state[object := it is there]... */
static bool is_birth(const struct sharing *s, const struct statement *statement)
{
	enum { DEAD = 5 };
	struct bank *b = s->program->bank;
	term t = statement->term;
	while (term_op(b, t) == OP_STORE && term_is_constant(b, term_arg(b, t, 2)) &&
	       term_value(b, term_arg(b, t, 2)) < DEAD)
		t = term_arg(b, t, 0);
	return s->state && statement->kind == STATEMENT_ASSIGN && statement->target == s->state && t == s->state->term;
}

struct visit {
	const struct sharing *sharing;
	sharing_visitor *visit;
	void *context;
	bool no_state; /* what it says of objects is of static ones, which are always there */
};

static void visit_leaf(void *context, term leaf)
{
	const struct visit *r = context;
	const struct variable *v = program_variable_of(r->sharing->program, leaf);
	if (v && v->kind == VARIABLE_GLOBAL && !is_private(r->sharing, v) && !(r->no_state && v == r->sharing->state))
		r->visit(r->context, v->index, false);
}

static void visit_call(const struct sharing *s, const struct procedure *callee, sharing_visitor *visit, void *context)
{
	const struct touched *t = &s->procedures[callee->index];
	for (uint32_t i = 0; i < s->program->global_count; i++) {
		if (t->read[i])
			visit(context, i, false);
		if (t->written[i])
			visit(context, i, true);
	}
}

struct look_at_state {
	const struct sharing *sharing;
	bool all; /* it is looked at other than at constants */
};

static void look_at_state(void *context, term t)
{
	struct look_at_state *l = context;
	const struct bank *b = l->sharing->program->bank;
	term state = l->sharing->state->term;
	for (uint32_t i = 0; i < term_count(b, t); i++)
		l->all |= term_arg(b, t, i) == state &&
			  !(term_op(b, t) == OP_SELECT && term_is_constant(b, term_arg(b, t, 1)));
}

/* An assertion that an object is there which has a constant number, so is always there. */
static bool is_of_statics(const struct sharing *s, const struct statement *statement)
{
	struct look_at_state l = { s, false };
	struct table seen = { 0 };
	if (!s->state || statement->kind != STATEMENT_ASSERT)
		return false;
	term_visit(s->program->bank, statement->term, &seen, look_at_state, &l);
	table_free(&seen);
	return !l.all;
}

void sharing_visit(const struct sharing *s, const struct statement *statement, sharing_visitor *visit, void *context)
{
	struct visit r = { s, visit, context, is_of_statics(s, statement) };
	if (is_birth(s, statement))
		return;
	for (uint32_t i = 0; i < statement_term_count(statement); i++)
		term_leaves(s->program->bank, statement_term(statement, i), visit_leaf, &r);
	for (uint32_t i = 0; i < statement_target_count(statement); i++) {
		const struct variable *v = statement_target(statement, i);
		if (v->kind == VARIABLE_GLOBAL && !is_private(s, v))
			visit(context, v->index, true);
	}
	if (statement->kind == STATEMENT_CALL && !thread_is_body(statement->callee))
		visit_call(s, statement->callee, visit, context);
}

void sharing_visit_terminator(const struct sharing *s, const struct terminator *t, sharing_visitor *visit,
			      void *context)
{
	if (t->kind == TERMINATOR_BRANCH)
		term_leaves(s->program->bank, t->term, visit_leaf, &(struct visit){ s, visit, context, false });
}

struct search {
	const struct sharing *sharing;
	bool found;
};

static void look(void *context, uint32_t global, bool written)
{
	struct search *search = context;
	(void)written;
	search->found |= search->sharing->shared[global];
}

bool sharing_touches(const struct sharing *s, const struct statement *statement)
{
	struct search search = { s, false };
	sharing_visit(s, statement, look, &search);
	return search.found;
}

bool sharing_is_object(const struct sharing *s, const struct variable *global)
{
	const char *race = attribute_get_string(global->attributes, ATTRIBUTE_RACE);
	bool own = race && !strcmp(race, RACE_NONE);
	bool some =
		attribute_find(global->attributes, ATTRIBUTE_C) || attribute_find(global->attributes, ATTRIBUTE_MEMORY);
	return some && !own && variable_role(s->program, global) == GLOBAL_NONE;
}

static void look_for_object(void *context, uint32_t global, bool written)
{
	struct search *search = context;
	(void)written;
	search->found |= sharing_is_object(search->sharing, search->sharing->program->globals[global]);
}

bool sharing_touches_objects(const struct sharing *s, const struct statement *statement)
{
	struct search search = { s, false };
	if (statement->kind != STATEMENT_CALL && statement->kind != STATEMENT_ASSERT)
		sharing_visit(s, statement, look_for_object, &search);
	return search.found;
}

bool sharing_ends_objects(const struct sharing *s)
{
	return s->state && s->shared[s->state->index];
}

bool sharing_decides(const struct sharing *s, const struct terminator *terminator)
{
	struct search search = { s, false };
	sharing_visit_terminator(s, terminator, look, &search);
	return search.found;
}

void sharing_between(struct sharing *s, const struct touched *a, const struct touched *b)
{
	for (uint32_t i = 0; i < s->program->global_count; i++)
		s->shared[i] |= (a->written[i] && (b->read[i] || b->written[i])) || (b->written[i] && a->read[i]);
}

/* ---- procedures ---- */

static void note(void *context, uint32_t global, bool written)
{
	struct touched *to = context;
	*(written ? &to->written[global] : &to->read[global]) = true;
}

/* Until nothing changes; each round takes all procedures in the order of the program. */
static void find_touched(struct sharing *s)
{
	const struct program *p = s->program;
	program_for_each_block(p, at) {
		struct touched *to = &s->procedures[at.procedure->index];
		for (uint32_t i = 0; i < at.block->statement_count; i++)
			if (at.block->statements[i].kind != STATEMENT_CALL)
				sharing_visit(s, &at.block->statements[i], note, to);
		sharing_visit_terminator(s, &at.block->terminator, note, to);
	}
	for (bool changed = true; changed;) {
		changed = false;
		program_for_each_statement(p, at) {
			const struct procedure *callee = at.statement->callee;
			if (at.statement->kind != STATEMENT_CALL || thread_is_body(callee))
				continue;
			struct touched *to = &s->procedures[at.procedure->index], *from = &s->procedures[callee->index];
			changed |= join(to->read, from->read, p->global_count);
			changed |= join(to->written, from->written, p->global_count);
		}
	}
}

void sharing_init(struct sharing *s, struct program *p)
{
	*s = (struct sharing){ .program = p, .count = p->procedure_count, .state = program_role(p, GLOBAL_STATE) };
	s->shared = memory_alloc(p->global_count + 1);
	s->procedures = memory_alloc((p->procedure_count + 1) * sizeof *s->procedures);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		s->procedures[i] = touched_new(p);
	find_touched(s);
}

void sharing_release(struct sharing *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		touched_release(&s->procedures[i]);
	memory_free(s->procedures);
	memory_free(s->shared);
}

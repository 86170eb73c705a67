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

void touched_join(const struct program *p, struct touched *to, const struct touched *from)
{
	join(to->read, from->read, p->global_count);
	join(to->written, from->written, p->global_count);
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

struct reading {
	const struct sharing *sharing;
	struct touched *to;
};

static void note_read(void *context, term leaf)
{
	const struct reading *r = context;
	const struct variable *v = program_variable_of(r->sharing->program, leaf);
	if (v && v->kind == VARIABLE_GLOBAL && !is_private(r->sharing, v))
		r->to->read[v->index] = true;
}

void sharing_add(const struct sharing *s, struct touched *to, const struct statement *statement)
{
	struct reading reading = { s, to };
	if (is_birth(s, statement))
		return;
	for (uint32_t i = 0; i < statement_term_count(statement); i++)
		term_leaves(s->program->bank, statement_term(statement, i), note_read, &reading);
	for (uint32_t i = 0; i < statement_target_count(statement); i++) {
		const struct variable *v = statement_target(statement, i);
		if (v->kind == VARIABLE_GLOBAL && !is_private(s, v))
			to->written[v->index] = true;
	}
	if (statement->kind == STATEMENT_CALL && !thread_is_body(statement->callee))
		touched_join(s->program, to, &s->procedures[statement->callee->index]);
}

void sharing_add_terminator(const struct sharing *s, struct touched *to, const struct terminator *t)
{
	if (t->kind == TERMINATOR_BRANCH)
		term_leaves(s->program->bank, t->term, note_read, &(struct reading){ s, to });
}

static bool has_shared(const struct sharing *s, const struct touched *t)
{
	bool found = false;
	for (uint32_t i = 0; i < s->program->global_count && !found; i++)
		found = s->shared[i] && (t->read[i] || t->written[i]);
	return found;
}

bool sharing_touches(const struct sharing *s, const struct statement *statement)
{
	struct touched t = touched_new(s->program);
	sharing_add(s, &t, statement);
	bool found = has_shared(s, &t);
	touched_release(&t);
	return found;
}

bool sharing_decides(const struct sharing *s, const struct terminator *terminator)
{
	struct touched t = touched_new(s->program);
	sharing_add_terminator(s, &t, terminator);
	bool found = has_shared(s, &t);
	touched_release(&t);
	return found;
}

void sharing_between(struct sharing *s, const struct touched *a, const struct touched *b)
{
	for (uint32_t i = 0; i < s->program->global_count; i++)
		s->shared[i] |= (a->written[i] && (b->read[i] || b->written[i])) || (b->written[i] && a->read[i]);
}

/* ---- procedures ---- */

/* Until nothing changes; each round takes all procedures in the order of the program. */
static void find_touched(struct sharing *s)
{
	const struct program *p = s->program;
	program_for_each_block(p, at) {
		struct touched *to = &s->procedures[at.procedure->index];
		for (uint32_t i = 0; i < at.block->statement_count; i++)
			if (at.block->statements[i].kind != STATEMENT_CALL)
				sharing_add(s, to, &at.block->statements[i]);
		sharing_add_terminator(s, to, &at.block->terminator);
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

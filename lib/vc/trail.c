#include "trail.h"

struct trail_visit {
	const struct procedure *procedure;
	const struct block *block;
	uint32_t statement;
	term *locals; /* by variable->index; 0: not set yet */
};

struct walker {
	struct program *program;
	struct bank *bank;
	const struct trail *trail;
	const term *tracked;
	struct trail_vc *vc;
	VEC(struct trail_visit) visits;
	term *globals;
	term path; /* what holds so far */
	size_t next_target;
	uint64_t assertions, next_fresh;
	term reads; /* scratch: the condition under which what was read last is tracked */
};

static term read_leaf(void *context, term leaf)
{
	struct walker *w = context;
	const struct variable *v = program_variable_of(w->program, leaf);
	if (!v)
		return leaf;
	bool global = v->kind == VARIABLE_GLOBAL;
	term *slot = global ? &w->globals[v->index] : &vec_last(&w->visits).locals[v->index];
	if (!*slot) {
		*slot = term_variable(w->bank, v->sort, v->name);
		if (global)
			w->vc->initial[v->index] = *slot;
	}
	if (global && w->tracked && w->tracked[v->index])
		w->reads = term_and(w->bank, w->reads, w->tracked[v->index]);
	return *slot;
}

/* The value of t; *known is the condition under which all that it reads is tracked. */
static term value_of(struct walker *w, term t, term *known)
{
	w->reads = term_true(w->bank);
	term value = term_substitute(w->bank, t, read_leaf, w);
	*known = w->reads;
	return value;
}

static void assume(struct walker *w, term condition)
{
	w->path = term_and(w->bank, w->path, condition);
}

static void assume_if_known(struct walker *w, term t, bool expected)
{
	term known, value = value_of(w, t, &known);
	assume(w, term_or(w->bank, term_not(w->bank, known), expected ? value : term_not(w->bank, value)));
}

static void set(struct walker *w, const struct variable *v, term value)
{
	*(v->kind == VARIABLE_GLOBAL ? &w->globals[v->index] : &vec_last(&w->visits).locals[v->index]) = value;
}

/* The value of t where it is known, else anything. */
static term value_or_anything(struct walker *w, term t)
{
	term known, value = value_of(w, t, &known);
	if (term_is_true(w->bank, known))
		return value;
	return term_ite(w->bank, known, value, term_variable(w->bank, term_sort(w->bank, t), "untracked"));
}

static void push_visit(struct walker *w, const struct procedure *proc)
{
	struct trail_visit f = { proc, proc->blocks[0], 0, memory_alloc(proc->variable_count * sizeof(term)) };
	vec_push(&w->visits, f);
}

static void call(struct walker *w, const struct statement *s)
{
	term *values = memory_alloc(s->argument_count * sizeof *values);
	for (uint32_t i = 0; i < s->argument_count; i++)
		values[i] = value_or_anything(w, s->arguments[i]);
	push_visit(w, s->callee);
	for (uint32_t i = 0; i < s->argument_count; i++)
		vec_last(&w->visits).locals[i] = values[i];
	memory_free(values);
}

/* Back to the caller, whose current statement is the call. False: the entry returned. */
static bool return_from(struct walker *w)
{
	struct trail_visit callee = vec_pop(&w->visits);
	if (w->visits.count) {
		struct trail_visit *caller = &vec_last(&w->visits);
		const struct statement *s = &caller->block->statements[caller->statement++];
		for (uint32_t i = 0; i < s->out_count; i++) {
			const struct variable *out = callee.procedure->variables[callee.procedure->in_count + i];
			term value = callee.locals[out->index];
			set(w, s->outs[i], value ? value : term_variable(w->bank, out->sort, out->name));
		}
	}
	memory_free(callee.locals);
	return w->visits.count > 0;
}

/* False: the path ends here. */
static bool check_assertion(struct walker *w, const struct statement *s)
{
	term known, value = value_of(w, s->term, &known);
	term fails = term_not(w->bank, term_and(w->bank, known, value));
	w->vc->violated = term_or(w->bank, w->vc->violated, term_and(w->bank, w->path, fails));
	assume(w, term_or(w->bank, term_not(w->bank, known), value));
	return ++w->assertions < w->trail->assertions;
}

static void choose_unknown(struct walker *w, const struct statement *s)
{
	term value = s->kind == STATEMENT_FRESH
			     ? term_bv(w->bank, sort_width(w->bank, s->target->sort), w->next_fresh++)
			     : term_variable(w->bank, s->target->sort, s->target->name);
	vec_push(&w->vc->unknowns, value);
	set(w, s->target, value);
}

/* One statement; false: the path ends. A call leaves the statement counter at itself. */
static bool step(struct walker *w, const struct statement *s)
{
	if (s->kind != STATEMENT_CALL)
		vec_last(&w->visits).statement++;
	switch (s->kind) {
	case STATEMENT_ASSUME:
		assume_if_known(w, s->term, true);
		break;
	case STATEMENT_ASSERT:
		return check_assertion(w, s);
	case STATEMENT_ASSIGN:
		set(w, s->target, value_or_anything(w, s->term));
		break;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		choose_unknown(w, s);
		break;
	case STATEMENT_CALL:
		call(w, s);
		break;
	}
	return true;
}

static bool follow_terminator(struct walker *w, const struct terminator *t)
{
	if (t->kind == TERMINATOR_RETURN)
		return return_from(w);
	if (t->kind == TERMINATOR_NONE || w->next_target >= w->trail->targets.count)
		return false;
	uint32_t target = w->trail->targets.at[w->next_target++];
	if (t->kind == TERMINATOR_BRANCH)
		assume_if_known(w, t->term, target == 0);
	vec_last(&w->visits).block = t->targets[target];
	vec_last(&w->visits).statement = 0;
	return true;
}

static bool advance(struct walker *w)
{
	const struct trail_visit *f = &vec_last(&w->visits);
	if (term_is_false(w->bank, w->path))
		return false;
	if (f->statement < f->block->statement_count)
		return step(w, &f->block->statements[f->statement]);
	return follow_terminator(w, &f->block->terminator);
}

struct trail_vc trail_execute(struct program *program, const struct trail *trail, const term *tracked)
{
	struct trail_vc vc = { .violated = term_false(program->bank),
			       .initial = memory_alloc(program->global_count * sizeof(term)) };
	struct walker w = { .program = program,
			    .bank = program->bank,
			    .trail = trail,
			    .tracked = tracked,
			    .vc = &vc,
			    .globals = memory_alloc(program->global_count * sizeof(term)),
			    .path = term_true(program->bank),
			    .next_fresh = attribute_get_number(program->attributes, ATTRIBUTE_FIRST_FRESH, 1) };
	push_visit(&w, program->entry);
	while (advance(&w))
		;
	while (w.visits.count)
		memory_free(vec_pop(&w.visits).locals);
	vec_free(&w.visits);
	memory_free(w.globals);
	return vc;
}

void trail_vc_release(struct trail_vc *vc)
{
	vec_free(&vc->unknowns);
	memory_free(vc->initial);
	vc->initial = NULL;
}

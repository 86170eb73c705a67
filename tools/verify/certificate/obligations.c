#include "obligations.h"

#include "identities.h"
#include "instances.h"
#include "invariant.h"
#include "vc.h"

enum { INSTANCES = 1, TERMS = 1 << 24 };

struct search {
	struct obligations *list;
	struct task *task;
	const struct subject *subject;
	struct stretches stretches;
	const struct stretch_invariant *invariants;
	struct smaller *smaller; /* by loop */
};

static void add(struct search *s, size_t stretch, const struct vc_violation *v)
{
	struct obligation o = { .stretch = stretch, .violated = v->condition };
	if (term_is_false(s->stretches.program->bank, v->condition))
		return;
	o.loop = stretches_end_of(&s->stretches, v->statement);
	if (o.loop == STRETCH_NONE)
		o.assertion = v->statement;
	else
		o.condition = attribute_get_number(v->statement->attributes, ATTRIBUTE_CANDIDATE, 0);
	vec_push(s->list, o);
}

/* --- what is known --- */

/* Of those from `first` on that ask about an object at the loop's head: the same holds of the ones before it. */
static void add_smaller(struct search *s, size_t loop, size_t first, const term *terms, size_t count)
{
	struct bank *bank = s->stretches.program->bank;
	const struct ghosts *ghosts = &s->subject->ghosts;
	if (!s->smaller[loop].untrue)
		return;
	term known = smaller_of(&s->smaller[loop], ghosts, bank, terms, count);
	for (size_t i = first; i < s->list->count; i++) {
		struct obligation *o = &s->list->at[i];
		if (o->loop == loop && smaller_is_about(ghosts, bank, s->invariants[loop].conditions.at[o->condition]))
			o->violated = term_and(bank, known, o->violated);
	}
	s->smaller[loop].untrue = 0;
}

/* What is said of all values, of those that the obligations from `first` on read. */
static void add_instances(struct search *s, const struct told *told, size_t first)
{
	struct bank *bank = s->stretches.program->bank;
	VEC(term) terms = { 0 };
	for (size_t i = first; i < s->list->count; i++)
		vec_push(&terms, s->list->at[i].violated);
	term known = told->begin ? instances_of(told, bank, terms.at, terms.count) : term_true(bank);
	for (size_t i = first; i < s->list->count; i++)
		s->list->at[i].violated = term_and(bank, known, s->list->at[i].violated);
	for (size_t i = 0; i < s->subject->loops.count; i++)
		add_smaller(s, i, first, terms.at, terms.count);
	vec_free(&terms);
}

/* --- stretches --- */

static bool has_measures(const struct subject *subject)
{
	for (size_t i = 0; i < subject->loops.count; i++)
		if (subject->loops.at[i].measure)
			return true;
	return false;
}

static void begin_smaller(struct search *s)
{
	for (size_t i = 0; i < s->subject->loops.count; i++)
		if (s->subject->loops.at[i].measure)
			smaller_begin(&s->smaller[i], s->stretches.program, &s->subject->ghosts,
				      s->stretches.ends.at[i], &s->invariants[i], s->subject->loops.at[i].measure);
}

static bool note(struct search *s, struct told *told, const struct vc_violation *v)
{
	bool noted = instances_note(told, v->statement, v->condition);
	for (size_t i = 0; i < s->subject->loops.count && !noted; i++)
		noted = smaller_note(&s->smaller[i], v->statement, v->condition);
	return noted;
}

static bool execute(struct search *s, size_t stretch)
{
	struct program *p = s->stretches.program;
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = bank_size(p->bank) + TERMS,
				    .stop = task_out_of_time,
				    .stop_context = s->task };
	struct told told = { 0 };
	size_t first = s->list->count;
	if (stretch && s->subject->universal)
		instances_begin(&told, p, &s->subject->ghosts, s->stretches.begins.at[stretch - 1],
				&s->invariants[stretch - 1]);
	stretches_choose(&s->stretches, stretch);
	struct vc *vc = vc_new(p, s->task->diags);
	bool done = vc && vc_execute(vc, &policy) == VC_DONE;
	const struct vc_result *r = done ? vc_result(vc) : NULL;
	done = done && !r->open_count && !r->cut_count;
	for (size_t i = 0; done && i < r->violation_count; i++)
		if (!note(s, &told, &r->violations[i]))
			add(s, stretch, &r->violations[i]);
	add_instances(s, &told, first);
	vc_free(vc);
	return done;
}

bool obligations_find(struct obligations *list, struct task *task, const struct subject *subject,
		      const struct stretch_invariant *invariants, const char **trouble)
{
	struct search s = { .list = list, .task = task, .subject = subject, .invariants = invariants };
	size_t count = subject->loops.count;
	bool cut = stretches_cut(&s.stretches, subject->flat, invariants, count), done;
	s.smaller = memory_alloc((count + 1) * sizeof *s.smaller);
	if (cut)
		begin_smaller(&s);
	/* Measures are looked at, too. */
	done = cut = cut && (!has_measures(subject) || identities_are_opaque(subject->flat));
	for (size_t i = 0; i <= count && done; i++)
		done = execute(&s, i);
	stretches_undo(&s.stretches);
	memory_free(s.smaller);
	if (!done)
		*trouble = !cut                     ? "the program, or a condition, looks at identities"
			   : task_out_of_time(task) ? "time"
						    : "a stretch of the program is too large";
	return done;
}

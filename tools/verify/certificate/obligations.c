#include "obligations.h"

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
	vec_free(&terms);
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
		if (!instances_note(&told, r->violations[i].statement, r->violations[i].condition))
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
	bool cut = stretches_cut(&s.stretches, subject->flat, invariants, count), done = cut;
	for (size_t i = 0; i <= count && done; i++)
		done = execute(&s, i);
	stretches_undo(&s.stretches);
	if (!done)
		*trouble = !cut                     ? "the program, or a condition, looks at identities"
			   : task_out_of_time(task) ? "time"
						    : "a stretch of the program is too large";
	return done;
}

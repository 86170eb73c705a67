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
	struct memory_uses uses;
	bool stronger; /* is that asked for? */
};

static void add(struct search *s, size_t stretch, const struct vc_violation *v)
{
	struct obligation o = { .stretch = stretch, .violated = v->condition, .goal = v->untrue };
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

/* The parts of the violation that are about such memories, and what is known of what they read. */
static term part_of(struct search *s, struct told *told, const struct obligation *o, uint64_t memories)
{
	struct bank *bank = s->stretches.program->bank;
	struct terms chosen = { 0 };
	memory_uses_choose(&s->uses, memories, o->violated, &chosen);
	vec_push(&chosen, o->goal);
	term all = instances_of(told, bank, &s->uses, memories, chosen.at, chosen.count);
	if (o->smaller)
		all = term_and(bank, all,
			       smaller_of(&s->smaller[o->loop], &s->subject->ghosts, bank, chosen.at, chosen.count));
	for (size_t i = 0; i < chosen.count; i++)
		all = term_and(bank, all, chosen.at[i]);
	vec_free(&chosen);
	return all;
}

/* Of those from `first` on that ask about an object at the loop's head: the same holds of the ones before it. */
static void note_smaller(struct search *s, struct obligation *o)
{
	const struct ghosts *ghosts = &s->subject->ghosts;
	o->smaller = o->loop != STRETCH_NONE && s->smaller[o->loop].untrue &&
		     smaller_is_about(ghosts, s->stretches.program->bank,
				      s->invariants[o->loop].conditions.at[o->condition]);
}

/* What is said of all values, of those that the obligations from `first` on read. */
static void add_instances(struct search *s, struct told *told, size_t first)
{
	struct bank *bank = s->stretches.program->bank;
	const struct ghosts *ghosts = &s->subject->ghosts;
	VEC(term) terms = { 0 };
	for (size_t i = first; i < s->list->count; i++)
		vec_push(&terms, s->list->at[i].violated);
	term known =
		told->begin ? instances_of(told, bank, &s->uses, UINT64_MAX, terms.at, terms.count) : term_true(bank);
	for (size_t i = first; i < s->list->count; i++) {
		struct obligation *o = &s->list->at[i];
		note_smaller(s, o);
		if (told->begin && s->stronger) {
			o->stronger[0] = part_of(s, told, o, memory_uses_of(&s->uses, o->goal));
			o->stronger[1] = o->smaller ? part_of(s, told, o, UINT64_MAX) : 0;
		}
		o->violated = term_and(bank, known, o->violated);
	}
	for (size_t k = 0; k < s->subject->loops.count; k++) {
		term before = smaller_of(&s->smaller[k], ghosts, bank, terms.at, terms.count);
		for (size_t i = first; i < s->list->count; i++)
			if (s->list->at[i].smaller && s->list->at[i].loop == k)
				s->list->at[i].violated = term_and(bank, before, s->list->at[i].violated);
		smaller_end(&s->smaller[k]);
	}
	for (size_t i = first; i < s->list->count && !told->begin && s->subject->universal && s->stronger; i++)
		s->list->at[i].stronger[0] = s->list->at[i].violated;
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
	bool noted = instances_note(told, v->statement, v->untrue);
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
	if (done)
		add_instances(s, &told, first);
	told_release(&told);
	vc_free(vc);
	return done;
}

bool obligations_find(struct obligations *list, struct task *task, const struct subject *subject,
		      const struct stretch_invariant *invariants, bool stronger, const char **trouble)
{
	struct search s = { .list = list,
			    .task = task,
			    .subject = subject,
			    .invariants = invariants,
			    .stronger = stronger && subject->ghosts.holder };
	size_t count = subject->loops.count;
	bool cut = stretches_cut(&s.stretches, subject->flat, invariants, count), done;
	s.uses =
		(struct memory_uses){ .bank = subject->flat->bank, .pointer_bits = subject->ghosts.given.pointer_bits };
	s.smaller = memory_alloc((count + 1) * sizeof *s.smaller);
	if (cut)
		begin_smaller(&s);
	/* Measures are looked at, too. */
	done = cut = cut && (!has_measures(subject) || identities_are_opaque(subject->flat));
	for (size_t i = 0; i <= count && done; i++)
		done = execute(&s, i);
	for (size_t i = 0; i < count; i++)
		smaller_end(&s.smaller[i]);
	stretches_undo(&s.stretches);
	memory_free(s.smaller);
	memory_uses_release(&s.uses);
	if (!done)
		*trouble = !cut                     ? "the program, or a condition, looks at identities"
			   : task_out_of_time(task) ? "time"
						    : "a stretch of the program is too large";
	return done;
}

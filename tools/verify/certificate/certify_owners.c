/* Certificates of programs whose objects own one another (lists that are freed): conditions about the one who holds an object. */
#include "attempt.h"

static const double OWNER_PART = 0.7; /* of the time that is left */

/* The conjunct that the part asserts. */
static struct conjunct *asserted_by(struct attempt *a, const struct part *part)
{
	size_t n = 0;
	for (size_t i = 0; i < a->conjuncts.count; i++) {
		struct conjunct *c = &a->conjuncts.at[i];
		if (c->loop == part->loop && !c->dropped && n++ == part->condition)
			return c;
	}
	return NULL;
}

static bool mentions(const struct attempt *a, term t, const struct variable *v)
{
	return v && term_mentions(a->subject.flat->bank, t, v->term);
}

/* Parts that ask for conditions, or assertions, that are not refuted. */
struct round {
	size_t dropped, open; /* conditions, assertions */
	struct parts refuted;
};

/* Asks all parts, or those that ask for conditions which are not about all objects; drops the conditions that are not refuted. */
static struct round ask_all(struct attempt *a, struct task *task, struct table *known, bool single)
{
	struct solver_pair pair = solver_pair_new(task, a->outcome, a->subject.flat->bank, false);
	struct round round = { 0 };
	VEC(struct conjunct *) unproved = { 0 };
	for (size_t i = 0; i < a->parts.count && !task_out_of_time(task); i++) {
		const struct part *part = &a->parts.at[i];
		struct conjunct *c = part->loop == STRETCH_NONE ? NULL : asserted_by(a, part);
		if (single && (!c || mentions(a, c->condition, a->subject.ghosts.each[EACH_OBJECT])))
			continue;
		if (attempt_refute_stronger(&pair, &round.refuted, part, known))
			continue;
		task_say(task, "certificate: owners: not refuted: %s (condition %zu)", part->about, part->condition);
		if (c)
			vec_push(&unproved, c);
		else
			round.open++;
	}
	for (size_t i = 0; i < unproved.count; i++) {
		round.dropped += !unproved.at[i]->dropped;
		unproved.at[i]->dropped = true;
	}
	vec_free(&unproved);
	solver_pair_release(&pair);
	return round;
}

/* Is anything known of owners? */
static bool has_owners(const struct attempt *a)
{
	bool some = false;
	for (size_t i = 0; i < a->conjuncts.count && !some; i++)
		some = mentions(a, a->conjuncts.at[i].condition, a->subject.ghosts.holder);
	return some;
}

/* One round. True: all is refuted, and stands in the certificate. */
static bool ask_round(struct attempt *a, struct task *task, struct table *known, bool single, bool *goes_on)
{
	struct round round = { 0 };
	attempt_begin(a, METHOD_INVARIANTS);
	attempt_take_conjuncts(a);
	a->parts.count = 0;
	if (certificate_parts(&a->parts, &a->certificate, &a->subject, task, task->arena, &a->trouble))
		round = ask_all(a, task, known, single);
	bool proved = a->parts.count && !round.dropped && round.refuted.count == a->parts.count;
	*goes_on = !proved && a->parts.count && (single || round.dropped) && !task_out_of_time(task);
	task_say(a->task,
		 "certificate: owners: %zu conditions, %zu parts, %zu refuted, %zu conditions and %zu assertions open",
		 a->conjuncts.count, a->parts.count, round.refuted.count, round.dropped, round.open);
	struct parts *other = proved ? &a->parts : &round.refuted;
	vec_free(other);
	if (proved)
		a->parts = round.refuted;
	return proved;
}

/* What is known of owners, mostly all of it holds: so it is asked as it will stand in the certificate, and what was refuted once need
 * not be asked again where it reads the same. What is about single objects, some of which is a guess, is looked at first: that is little,
 * and each round asks all of the rest. */
bool attempt_prove_by_owners(struct attempt *a)
{
	struct task sub = attempt_within(a->task, OWNER_PART);
	struct table known = { 0 };
	task_enter(a->task, "owners");
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	bool goes_on = has_owners(a), proved = goes_on && ask_round(a, &sub, &known, true, &goes_on);
	while (goes_on && !proved)
		proved = ask_round(a, &sub, &known, false, &goes_on);
	task_leave(a->task);
	table_free(&known);
	return proved;
}

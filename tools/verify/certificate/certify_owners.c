/* Certificates of programs whose objects own one another (lists that are freed): conditions about the one who holds an object. */
#include "attempt.h"

static const double OWNER_PART = 0.5; /* of the time that is left */

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

/* Asks all parts; drops the conditions that are not refuted. */
struct round {
	size_t dropped, open; /* conditions, assertions */
	struct parts refuted;
};

static struct round ask_all(struct attempt *a, struct task *task, struct table *known)
{
	struct solver_pair pair = solver_pair_new(task, a->outcome, a->subject.flat->bank, false);
	struct round round = { 0 };
	VEC(struct conjunct *) unproved = { 0 };
	for (size_t i = 0; i < a->parts.count && !task_out_of_time(task); i++) {
		const struct part *part = &a->parts.at[i];
		if (attempt_refute_stronger(&pair, &round.refuted, part, known))
			continue;
		struct conjunct *c = part->loop == STRETCH_NONE ? NULL : asserted_by(a, part);
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

static void look_for_holder(void *context, term leaf)
{
	term *holder = context;
	if (leaf == *holder)
		*holder = 0;
}

/* Is anything known of owners? */
static bool has_owners(const struct attempt *a)
{
	term holder = a->subject.ghosts.holder ? a->subject.ghosts.holder->term : 0;
	bool some = holder != 0;
	for (size_t i = 0; i < a->conjuncts.count && holder; i++)
		term_leaves(a->subject.flat->bank, a->conjuncts.at[i].condition, look_for_holder, &holder);
	return some && !holder;
}

/* What is known of owners, mostly all of it holds: so it is asked as it will stand in the certificate, and what was refuted once need
 * not be asked again where it reads the same. */
bool attempt_prove_by_owners(struct attempt *a)
{
	struct task sub = attempt_within(a->task, OWNER_PART);
	struct table known = { 0 };
	bool proved = false, goes_on = true;
	task_enter(a->task, "owners");
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	goes_on = has_owners(a);
	while (goes_on && !proved) {
		struct round round;
		attempt_begin(a, METHOD_INVARIANTS);
		attempt_take_conjuncts(a);
		a->parts.count = 0;
		goes_on = certificate_parts(&a->parts, &a->certificate, &a->subject, &sub, sub.arena, &a->trouble);
		round = goes_on ? ask_all(a, &sub, &known) : (struct round){ 0 };
		goes_on = goes_on && round.dropped && !task_out_of_time(&sub);
		proved = a->parts.count && !round.dropped && round.refuted.count == a->parts.count;
		task_say(a->task,
			 "certificate: owners: %zu conditions, %zu parts, %zu refuted, %zu conditions and %zu "
			 "assertions open",
			 a->conjuncts.count, a->parts.count, round.refuted.count, round.dropped, round.open);
		if (proved) {
			vec_free(&a->parts);
			a->parts = round.refuted;
		} else {
			vec_free(&round.refuted);
		}
	}
	task_leave(a->task);
	table_free(&known);
	return proved;
}

/* What each try has: its certificate, and solvers that confirm it. */
#include "attempt.h"

#include "core.h"

/* Of a query that a certificate rests on: of the first solver, and of the second one; the same of one that can be split. */
static const double FIRST_SECONDS = 2, SOON_SECONDS = .1, ALONE_SECONDS = 5, STRONGER_SECONDS = 4, CORE_SECONDS = 1,
		    SECONDS = 1000, WHOLE_SECONDS = 4;

enum { MOST_SPLITS = 3 };

struct task attempt_within(const struct task *task, double part)
{
	struct task sub = *task;
	double now = clock_now();
	sub.limits.deadline = now + part * (task->limits.deadline - now);
	return sub;
}

void attempt_begin(struct attempt *a, enum certificate_method method)
{
	certificate_release(&a->certificate);
	a->certificate = certificate_new(&a->subject, method);
}

void attempt_take_conjuncts(struct attempt *a)
{
	for (size_t i = 0; i < a->conjuncts.count; i++) {
		const struct conjunct *c = &a->conjuncts.at[i];
		if (!c->dropped)
			vec_push(&a->certificate.invariants[c->loop], c->condition);
	}
}

/* The question as a whole, by solvers that have been asked nothing before. */
static bool refute_alone(struct solver_pair *with, term violated)
{
	struct solver_pair pair = solver_pair_new(with->task, with->outcome, with->bank, true);
	pair.once = true;
	bool refuted = solver_pair_check(&pair, &violated, 1, true, ALONE_SECONDS, STRONGER_SECONDS) == REPLY_UNSAT;
	solver_pair_release(&pair);
	return refuted;
}

/* The core by a solver that has been asked nothing before: so Z3 needs .3 s for what it does not know in 8 s after 200 others. */
static term core_alone(struct solver_pair *with, term violated)
{
	struct solver_pair pair = solver_pair_new(with->task, with->outcome, with->bank, false);
	term core = core_of(&pair, violated, CORE_SECONDS);
	pair.first = 1;
	if (!core)
		core = core_of(&pair, violated, ALONE_SECONDS);
	solver_pair_release(&pair);
	return core;
}

/* A form that has no model either; 0: it is not refuted. Mostly the core: what only one solver knows of hundreds of conjuncts, each
 * knows of the few that are needed, so that anyone's can confirm a certificate. */
static term refuted_form(struct solver_pair *pair, term violated)
{
	pair->first = 0;
	term core = core_of(pair, violated, SOON_SECONDS);
	if (!core)
		core = core_alone(pair, violated);
	return core ? core : refute_alone(pair, violated) ? violated : 0;
}

bool attempt_refute_stronger(struct solver_pair *pair, struct parts *list, const struct part *part, struct table *known)
{
	for (size_t i = 0; i < sizeof part->stronger / sizeof *part->stronger; i++) {
		term violated = part->stronger[i];
		if (!violated || (i && violated == part->stronger[0]))
			continue;
		term form = known ? (term)table_get(known, violated, 0) : 0;
		if (!form)
			form = refuted_form(pair, violated);
		if (!form)
			continue;
		if (known)
			table_put(known, violated, form);
		vec_push(list, ((struct part){ .violated = form, .about = part->about }));
		return true;
	}
	return false;
}

static enum reply refute_part(struct solver_pair *pair, struct parts *list, const struct part *part, uint32_t splits)
{
	if (attempt_refute_stronger(pair, list, part, NULL))
		return REPLY_UNSAT;
	struct bank *bank = pair->bank;
	bool whole = !splits || term_op(bank, part->violated) != OP_OR;
	enum reply reply =
		solver_pair_check(pair, &part->violated, 1, true, FIRST_SECONDS, whole ? SECONDS : WHOLE_SECONDS);
	bool split = reply != REPLY_UNSAT && reply != REPLY_SAT && !whole && !task_out_of_time(pair->task);
	if (reply == REPLY_UNSAT)
		vec_push(list, *part);
	for (uint32_t i = 0; i < 2 && split && (!i || reply == REPLY_UNSAT); i++) {
		struct part half = { .violated = term_arg(bank, part->violated, i), .about = part->about };
		reply = refute_part(pair, list, &half, splits - 1);
	}
	return reply;
}

/* Has none of the parts a model? *which is the first one that is not refuted. A part for which the solvers take long becomes two: also for
 * those that are asked later. */
static enum reply refute(struct task *task, struct outcome *o, struct bank *bank, struct parts *parts,
			 const char **which)
{
	struct solver_pair pair = solver_pair_new(task, o, bank, true);
	struct parts refuted = { 0 };
	enum reply reply = REPLY_UNSAT;
	for (size_t i = 0; i < parts->count && reply == REPLY_UNSAT; i++) {
		*which = parts->at[i].about;
		reply = refute_part(&pair, &refuted, &parts->at[i], MOST_SPLITS);
	}
	solver_pair_release(&pair);
	vec_free(parts);
	*parts = refuted;
	return reply;
}

static struct bank *bank_of(const struct subject *s, const struct certificate *c)
{
	return c->method == METHOD_INVARIANTS  ? s->flat->bank
	       : c->method == METHOD_CONTRACTS ? c->contracted->program->bank
					       : s->acyclic->bank;
}

enum reply attempt_refute_parts(struct attempt *a, struct task *task, const char **which)
{
	return refute(task, a->outcome, bank_of(&a->subject, &a->certificate), &a->parts, which);
}

bool attempt_is_confirmed(struct attempt *a, struct task *task)
{
	const char *which = NULL;
	a->parts.count = 0;
	if (!certificate_parts(&a->parts, &a->certificate, &a->subject, task, task->arena, &a->trouble))
		return false;
	task_enter(task, "confirmation");
	enum reply reply = attempt_refute_parts(a, task, &which);
	task_leave(task);
	if (reply == REPLY_UNSAT)
		return true;
	a->trouble = task_out_of_time(task) ? "time" : NOT_FOUND;
	task_say(task, "certificate: not confirmed: %s", which);
	return false;
}

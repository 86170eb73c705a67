#include "certify.h"

#include "bdd.h"
#include "candidates.h"
#include "certificate.h"
#include "horn.h"
#include "pdr.h"

/* Seconds, if there is no deadline; parts of the time that is left: for invariants from abstract interpretation alone, for those of
 * property directed reachability, for unrolling, for what induction guesses; for making them fewer, before a confirmation and after it. */
static const double LIMIT = 60, ABSTRACT_PART = 0.4, REACHABILITY_PART = 0.6, MINIMISE_PART = 0.5, FEWER_PART = 0.8,
		    PDR_PART = 0.25, FOLD_PART = 0.2, KNOWN_PART = 0.5, UNROLL_PART = 0.4, INDUCTION_PART = 0.6,
		    UNIVERSAL_PART = 0.5, CONTRACT_PART = 0.7, OWNER_PART = 0.5;
/* No bound is begun after this part of the time for unrolling, at first. */
static const double LAST_PART = 0.15, REST_PART = 0.5;
/* Of a query that a certificate rests on: of the first solver, and of the second one; the same of one that can be split. */
static const double FIRST_SECONDS = 2, SOON_SECONDS = .3, STRONGER_SECONDS = 4, SECONDS = 1000, WHOLE_SECONDS = 4;

/* MOST_CONDITIONS: of more, all go, as the time is not enough to look which hold together. LARGE: what has so many blocks is taken for a state machine first.
 * LOW_BOUND: up to it, unrolling comes before induction, as it is fast. */
enum { HIGHEST_BOUND = 64, LOW_BOUND = 16, LARGE = 60, MOST_SPLITS = 3, MOST_CONDITIONS = 40000 };

static const char NOT_FOUND[] = "no invariants were found that prove the program as it was read";

struct attempt {
	struct task *task;
	struct outcome *outcome;
	struct subject subject;
	struct conjuncts conjuncts;
	struct certificate certificate;
	struct parts parts;
	const struct lemmas *lemmas;
	uint32_t bound;       /* of the next unrolling */
	uint32_t known_bound; /* one that may do, or NO_BOUND */
	const char *trouble;
};

static struct task within(const struct task *task, double part)
{
	struct task sub = *task;
	double now = clock_now();
	sub.limits.deadline = now + part * (task->limits.deadline - now);
	return sub;
}

/* --- confirmation --- */

/* By solvers that have been asked nothing before: so Z3 needs .3 s for what it does not know in 8 s after 200 others. */
static bool refute_alone(struct task *task, struct outcome *o, struct bank *bank, term violated)
{
	struct solver_pair pair = solver_pair_new(task, o, bank, false);
	bool refuted = solver_pair_check(&pair, &violated, 1, true, STRONGER_SECONDS, STRONGER_SECONDS) == REPLY_UNSAT;
	solver_pair_release(&pair);
	return refuted;
}

/* In a stronger way. `known`: what was refuted before; NULL: nothing. */
static bool refute_stronger(struct solver_pair *pair, struct parts *list, const struct part *part, struct table *known)
{
	for (size_t i = 0; i < sizeof part->stronger / sizeof *part->stronger; i++) {
		term violated = part->stronger[i];
		if (!violated || (i && violated == part->stronger[0]))
			continue;
		bool refuted = known && table_get(known, violated, 0);
		if (!refuted)
			refuted = solver_pair_check(pair, &violated, 1, true, SOON_SECONDS, SOON_SECONDS) ==
					  REPLY_UNSAT ||
				  refute_alone(pair->task, pair->outcome, pair->bank, violated);
		if (!refuted)
			continue;
		if (known)
			table_put(known, violated, 1);
		vec_push(list, ((struct part){ .violated = violated, .about = part->about }));
		return true;
	}
	return false;
}

static enum reply refute_part(struct solver_pair *pair, struct parts *list, const struct part *part, uint32_t splits)
{
	if (refute_stronger(pair, list, part, NULL))
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

static bool is_confirmed(struct attempt *a, struct task *task)
{
	const char *which = NULL;
	a->parts.count = 0;
	if (!certificate_parts(&a->parts, &a->certificate, &a->subject, task, task->arena, &a->trouble))
		return false;
	task_enter(task, "confirmation");
	enum reply reply = refute(task, a->outcome, bank_of(&a->subject, &a->certificate), &a->parts, &which);
	task_leave(task);
	if (reply == REPLY_UNSAT)
		return true;
	a->trouble = task_out_of_time(task) ? "time" : NOT_FOUND;
	task_say(task, "certificate: not confirmed: %s", which);
	return false;
}

/* --- invariants --- */

static void take_conjuncts(struct attempt *a)
{
	for (size_t i = 0; i < a->conjuncts.count; i++) {
		const struct conjunct *c = &a->conjuncts.at[i];
		if (!c->dropped)
			vec_push(&a->certificate.invariants[c->loop], c->condition);
	}
}

static void forget_dropped(struct conjuncts *list)
{
	size_t n = 0;
	for (size_t i = 0; i < list->count; i++)
		if (!list->at[i].dropped)
			list->at[n++] = list->at[i];
	list->count = n;
}

/* Leaves what is needed, as far as the time goes. */
static void minimise(struct attempt *a, struct prover *pv)
{
	struct task sub = within(pv->task, MINIMISE_PART);
	struct task *before = pv->task;
	pv->task = pv->pair.task = &sub;
	task_enter(before, "fewer conditions");
	a->certificate.minimal = prover_minimise(pv, sub.limits.deadline);
	task_leave(before);
	pv->task = pv->pair.task = before;
}

/* With those of the conjuncts that hold together; the others go. */
static bool prove_by_filter(struct attempt *a, struct task *task, struct open_assertions *open)
{
	struct prover pv;
	size_t guessed = a->conjuncts.count;
	open->count = 0;
	task_enter(task, "obligations");
	bool begun = prover_begin(&pv, task, a->outcome, &a->subject, &a->conjuncts);
	task_leave(task);
	task_enter(task, "filter");
	bool filtered = begun && prover_filter(&pv);
	task_leave(task);
	task_enter(task, "open assertions");
	if (filtered)
		prover_find_open(&pv, open);
	task_leave(task);
	bool proved = filtered && !open->count;
	if (proved)
		minimise(a, &pv);
	else
		a->trouble = begun ? NOT_FOUND : pv.trouble;
	prover_release(&pv);
	if (!filtered)
		a->conjuncts.count = 0;
	forget_dropped(&a->conjuncts);
	task_say(task, "certificate: %zu loops, %zu conditions, %zu left, %zu assertions open%s",
		 a->subject.loops.count, guessed, a->conjuncts.count, open->count, filtered ? "" : ", not filtered");
	return proved;
}

static bool prove_by_abstraction(struct attempt *a, struct open_assertions *open)
{
	struct task sub = within(a->task, ABSTRACT_PART);
	task_enter(a->task, "abstract interpretation");
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	task_leave(a->task);
	if (a->conjuncts.count > MOST_CONDITIONS)
		a->conjuncts.count = 0;
	return prove_by_filter(a, &sub, open);
}

static void begin_certificate(struct attempt *a, enum certificate_method method)
{
	certificate_release(&a->certificate);
	a->certificate = certificate_new(&a->subject, method);
}

static bool confirm_invariants(struct attempt *a, bool minimal)
{
	begin_certificate(a, METHOD_INVARIANTS);
	a->certificate.minimal = minimal;
	take_conjuncts(a);
	return is_confirmed(a, a->task);
}

/* Fewer, until so many seconds before the end. */
static bool make_fewer(struct attempt *a, double seconds)
{
	struct task sub = *a->task;
	struct prover pv;
	sub.limits.deadline -= seconds;
	bool minimal = prover_begin(&pv, &sub, a->outcome, &a->subject, &a->conjuncts) &&
		       prover_minimise(&pv, sub.limits.deadline);
	prover_release(&pv);
	return minimal;
}

/* After a confirmation that took so many seconds: the same with fewer conditions, if there is time for that and for another one. */
static void minimise_confirmed(struct attempt *a, double seconds)
{
	double left = a->task->limits.deadline - clock_now(), kept = 2 * seconds + left * (1 - FEWER_PART);
	struct certificate certificate = a->certificate;
	struct parts parts = a->parts;
	if (left <= kept)
		return;
	a->certificate = (struct certificate){ 0 };
	a->parts = (struct parts){ 0 };
	task_enter(a->task, "fewer conditions");
	bool minimal = make_fewer(a, kept);
	task_leave(a->task);
	forget_dropped(&a->conjuncts);
	if (confirm_invariants(a, minimal)) {
		vec_free(&parts);
		certificate_release(&certificate);
		return;
	}
	vec_free(&a->parts);
	certificate_release(&a->certificate);
	a->certificate = certificate;
	a->parts = parts;
}

/* What is a proof is written, with fewer conditions if there is time for that. `minimal`: each one is needed. */
static bool conclude(struct attempt *a, bool minimal)
{
	double begin = clock_now();
	if (!confirm_invariants(a, minimal))
		return false;
	if (!minimal)
		minimise_confirmed(a, clock_now() - begin);
	return true;
}

/* --- unrolling --- */

/* From the bound on where it ended before, up to the highest one. No bound is begun when `last`, a part of its time, is over. */
static bool unroll(struct attempt *a, double part, double last, uint32_t highest)
{
	struct task sub = within(a->task, part);
	const char *before = a->trouble;
	bool proved = false;
	double now = clock_now(), end = now + last * (sub.limits.deadline - now);
	task_enter(a->task, "unrolling");
	while (a->bound <= highest && !proved && clock_now() < end) {
		begin_certificate(a, METHOD_UNROLLING);
		a->certificate.bound = a->bound;
		a->certificate.minimal = true;
		proved = is_confirmed(a, &sub);
		if (!proved && !task_out_of_time(&sub))
			a->bound = a->bound ? a->bound * 2 : 1;
	}
	task_leave(a->task);
	if (!proved && before)
		a->trouble = before;
	return proved;
}

static bool prove_by_unrolling(struct attempt *a, double part)
{
	return unroll(a, part, LAST_PART, HIGHEST_BOUND);
}

/* --- reachability --- */

static bool prove_with(struct attempt *a, reachability *find, double part, const struct open_assertions *open)
{
	struct task sub = within(a->task, part);
	task_enter(a->task, "reachability");
	bool found = candidates_of_reachability(&a->conjuncts, &a->subject, &sub, a->outcome, find, open);
	task_leave(a->task);
	return found && conclude(a, false);
}

/* With the bound at which an engine has seen that there is nothing beyond. The others begin where they would have begun. */
static bool unroll_as_known(struct attempt *a)
{
	uint32_t before = a->bound;
	if (a->known_bound > HIGHEST_BOUND || a->known_bound < before)
		return false;
	a->bound = a->known_bound;
	bool proved = unroll(a, KNOWN_PART, 1, a->bound);
	a->bound = before;
	return proved;
}

/* What executions of loops that count fold is one query, of which the others may say each bit by itself. */
static bool prove_by_reachability(struct attempt *a, const struct open_assertions *open)
{
	return unroll(a, FOLD_PART, 1, 0) || prove_with(a, pdr_find_invariants, PDR_PART, open) || unroll_as_known(a) ||
	       prove_with(a, bdd_find_invariants, REACHABILITY_PART, open);
}

/* --- contracts --- */

static void tell_lemmas(const void *context, struct contracts *contracts)
{
	lemmas_tell_contracts(context, contracts);
}

/* Those that the engine has proved the program with, or others: the subject has more to prove than the engine had. */
static bool prove_by_contracts(struct attempt *a, bool known)
{
	struct task sub = within(a->task, CONTRACT_PART);
	struct horn_proof proof;
	const char *why;
	sub.prepared = a->subject.acyclic;
	bool found = known ? horn_prove_contracts(&sub, a->outcome, tell_lemmas, a->lemmas, &proof, &why)
			   : horn_find_contracts(&sub, a->outcome, &proof, &why);
	if (!found) {
		task_say(a->task, "certificate: no contracts: %s", why);
		return false;
	}
	task_say(a->task, "certificate: contracts, %s", known ? "those of the engine" : "guessed anew");
	begin_certificate(a, METHOD_CONTRACTS);
	certificate_take_contracts(&a->certificate, &proof);
	horn_proof_release(&proof);
	sub = within(a->task, MINIMISE_PART);
	a->certificate.minimal = certificate_minimise_contracts(&a->certificate, &a->subject, &sub, a->outcome);
	return is_confirmed(a, a->task);
}

/* --- one after the other --- */

static bool prove_by_induction(struct attempt *a)
{
	static const enum level levels[] = { LEVEL_FLAGS, LEVEL_ALL, LEVEL_WIDE };
	struct open_assertions open = { 0 };
	bool proved = false;
	for (size_t i = 0; i < sizeof levels / sizeof *levels && !proved && !task_out_of_time(a->task); i++) {
		struct task sub = within(a->task, INDUCTION_PART);
		candidates_of_induction(&a->conjuncts, &a->subject, &sub, levels[i]);
		proved = prove_by_filter(a, &sub, &open) && conclude(a, a->certificate.minimal);
	}
	vec_free(&open);
	return proved;
}

static void release(struct attempt *a)
{
	vec_free(&a->conjuncts);
	vec_free(&a->parts);
	certificate_release(&a->certificate);
	subject_release(&a->subject);
}

/* Induction proves the subject, and what that rests on holds of it as one procedure too. */
static bool prove_quantified(struct attempt *a)
{
	struct task sub = within(a->task, UNIVERSAL_PART);
	struct open_assertions open = { 0 };
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	bool told = candidates_of_lemmas(&a->conjuncts, &a->subject, &sub, a->lemmas);
	if ((told || a->subject.ghosts.given.map) && prove_by_filter(a, &sub, &open)) {
		vec_free(&open);
		return conclude(a, a->certificate.minimal);
	}
	sub = within(a->task, UNIVERSAL_PART);
	vec_free(&open);
	if (!candidates_of_proof(&a->conjuncts, &a->subject, &sub, a->outcome))
		return false;
	open = (struct open_assertions){ 0 };
	sub = within(a->task, INDUCTION_PART);
	bool proved = prove_by_filter(a, &sub, &open) && conclude(a, a->certificate.minimal);
	vec_free(&open);
	return proved;
}

/* --- owners --- */

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
		if (refute_stronger(&pair, &round.refuted, part, known))
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
static bool prove_by_owners(struct attempt *a)
{
	struct task sub = within(a->task, OWNER_PART);
	struct table known = { 0 };
	bool proved = false, goes_on = true;
	task_enter(a->task, "owners");
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	goes_on = has_owners(a);
	while (goes_on && !proved) {
		struct round round;
		begin_certificate(a, METHOD_INVARIANTS);
		take_conjuncts(a);
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

/* What does not succeed leaves all as it was. */
static bool prove_universal(struct attempt *a, bool owners)
{
	struct attempt before = *a;
	a->conjuncts = (struct conjuncts){ 0 };
	a->certificate = (struct certificate){ 0 };
	a->parts = (struct parts){ 0 };
	a->subject = (struct subject){ .acyclic = before.subject.acyclic, .digest = before.subject.digest };
	bool proved = subject_quantify(&a->subject, owners, owners, a->task) &&
		      (owners ? prove_by_owners(a) : prove_quantified(a));
	struct attempt *other = proved ? &before : a;
	other->subject.acyclic = NULL;
	release(other);
	if (!proved)
		*a = before;
	return proved;
}

static bool prove_flat(struct attempt *a)
{
	struct open_assertions open = { 0 };
	if (prove_by_abstraction(a, &open))
		return conclude(a, a->certificate.minimal) || prove_by_unrolling(a, UNROLL_PART);
	/* The others know nothing of all elements, and would take the time. */
	bool elements = a->subject.flat->entry->block_count < LARGE && subject_reads_elements(&a->subject);
	bool early = elements || lemmas_have(a->lemmas, false), contracts = lemmas_have(a->lemmas, true);
	bool proved = (contracts && prove_by_contracts(a, true)) || (early && prove_universal(a, false)) ||
		      prove_by_reachability(a, &open) || unroll(a, UNROLL_PART, LAST_PART, LOW_BOUND) ||
		      prove_by_induction(a) || (!early && prove_universal(a, false)) ||
		      prove_by_unrolling(a, UNROLL_PART);
	vec_free(&open);
	return proved;
}

static bool prove(struct attempt *a)
{
	subject_make(&a->subject, a->task);
	a->trouble = a->subject.trouble;
	if (!a->subject.acyclic)
		return false;
	bool contracts = lemmas_have(a->lemmas, true);
	bool proved = a->subject.flat
			      ? prove_flat(a)
			      : (contracts && prove_by_contracts(a, true)) || prove_by_unrolling(a, UNROLL_PART) ||
					prove_universal(a, true) || prove_by_contracts(a, false);
	return proved || unroll(a, REST_PART, 1, HIGHEST_BOUND);
}

/* What was confirmed. */
static bool write_both(struct attempt *a, struct output *script, struct output *shown)
{
	bool written =
		!script || certificate_write(script, &a->certificate, &a->subject, &a->parts, a->task, &a->trouble);
	if (written && shown)
		certificate_show(shown, &a->certificate, &a->subject);
	return written;
}

const char *certify(struct task *task, const struct outcome *outcome, const struct lemmas *lemmas,
		    struct output *script, struct output *shown, const struct certificate_taker *taker)
{
	struct task sub = *task;
	struct outcome counted = { 0 };
	if (sub.limits.deadline == SOLVER_NO_DEADLINE)
		sub.limits.deadline = clock_now() + LIMIT;
	struct attempt a = { .task = &sub, .outcome = &counted, .lemmas = lemmas };
	a.known_bound = outcome->bounded ? outcome->bound : NO_BOUND;
	bool proved = prove(&a) && write_both(&a, script, shown);
	if (proved && taker)
		taker->take(taker->context, &a.certificate, &a.subject);
	release(&a);
	return proved ? NULL : a.trouble ? a.trouble : NOT_FOUND;
}

/* --- checking --- */

static void judge(struct attempt *a)
{
	struct outcome *o = a->outcome;
	const char *which = NULL;
	if (!certificate_parts(&a->parts, &a->certificate, &a->subject, a->task, a->task->arena, &a->trouble)) {
		outcome_unknown(o, arena_format(a->task->arena, "the certificate was not checked: %s", a->trouble));
		return;
	}
	o->assertions = (uint32_t)a->parts.count;
	enum reply reply = refute(a->task, o, bank_of(&a->subject, &a->certificate), &a->parts, &which);
	if (reply == REPLY_UNSAT)
		o->verdict = VERDICT_SAFE;
	else if (reply == REPLY_SAT)
		outcome_unknown(
			o, arena_format(a->task->arena, "the certificate is refused: %s: that does not follow", which));
	else
		outcome_unknown(o, arena_format(a->task->arena, "the certificate was not checked: %s: %s", which,
						task_out_of_time(a->task) ? "time" : "no solver knows"));
}

bool certificate_check(struct task *task, struct outcome *o, const struct certificate_text *text, struct output *script,
		       struct output *shown, const char **why)
{
	struct attempt a = { .task = task, .outcome = o };
	const char *refused = NULL;
	outcome_unknown(o, NULL);
	subject_make(&a.subject, task);
	if (!a.subject.acyclic)
		outcome_unknown(o, arena_format(task->arena, "the certificate was not checked: %s", a.subject.trouble));
	else if (certificate_read(&a.certificate, &a.subject, text->name, text->text, text->length, task, &refused))
		judge(&a);
	else if (refused)
		outcome_unknown(o, arena_format(task->arena, "the certificate is refused: %s", refused));
	if (o->verdict == VERDICT_SAFE)
		*why = write_both(&a, script, shown) ? NULL : a.trouble;
	release(&a);
	return !task->diags->errors;
}

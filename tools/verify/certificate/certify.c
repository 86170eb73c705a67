#include "certify.h"

#include "attempt.h"
#include "bdd.h"
#include "candidates.h"
#include "certificate.h"
#include "horn.h"
#include "pdr.h"

/* Seconds, if there is no deadline; parts of the time that is left: for invariants from abstract interpretation alone, for those of
 * property directed reachability, for unrolling, for what induction guesses; for making them fewer, before a confirmation and after it. */
static const double LIMIT = 60, ABSTRACT_PART = 0.4, REACHABILITY_PART = 0.6, MINIMISE_PART = 0.5, FEWER_PART = 0.8,
		    PDR_PART = 0.25, FOLD_PART = 0.2, KNOWN_PART = 0.5, UNROLL_PART = 0.4, INDUCTION_PART = 0.6,
		    UNIVERSAL_PART = 0.5, CONTRACT_PART = 0.7;
/* No bound is begun after this part of the time for unrolling, at first. */
static const double LAST_PART = 0.15, REST_PART = 0.5;

/* MOST_CONDITIONS: of more, all go, as the time is not enough to look which hold together. LARGE: what has so many blocks is taken for a state machine first.
 * LOW_BOUND: up to it, unrolling comes before induction, as it is fast. */
enum { HIGHEST_BOUND = 64, LOW_BOUND = 16, LARGE = 60, MOST_CONDITIONS = 40000 };

/* --- invariants --- */

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
	struct task sub = attempt_within(pv->task, MINIMISE_PART);
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
	struct task sub = attempt_within(a->task, ABSTRACT_PART);
	task_enter(a->task, "abstract interpretation");
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	task_leave(a->task);
	if (a->conjuncts.count > MOST_CONDITIONS)
		a->conjuncts.count = 0;
	return prove_by_filter(a, &sub, open);
}

static bool confirm_invariants(struct attempt *a, bool minimal)
{
	attempt_begin(a, METHOD_INVARIANTS);
	a->certificate.minimal = minimal;
	attempt_take_conjuncts(a);
	return attempt_is_confirmed(a, a->task);
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
	struct task sub = attempt_within(a->task, part);
	const char *before = a->trouble;
	bool proved = false;
	double now = clock_now(), end = now + last * (sub.limits.deadline - now);
	task_enter(a->task, "unrolling");
	while (a->bound <= highest && !proved && clock_now() < end) {
		attempt_begin(a, METHOD_UNROLLING);
		a->certificate.bound = a->bound;
		a->certificate.minimal = true;
		proved = attempt_is_confirmed(a, &sub);
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
	struct task sub = attempt_within(a->task, part);
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
	struct task sub = attempt_within(a->task, CONTRACT_PART);
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
	attempt_begin(a, METHOD_CONTRACTS);
	certificate_take_contracts(&a->certificate, &proof);
	horn_proof_release(&proof);
	sub = attempt_within(a->task, MINIMISE_PART);
	a->certificate.minimal = certificate_minimise_contracts(&a->certificate, &a->subject, &sub, a->outcome);
	return attempt_is_confirmed(a, a->task);
}

/* --- one after the other --- */

static bool prove_by_induction(struct attempt *a)
{
	static const enum level levels[] = { LEVEL_FLAGS, LEVEL_ALL, LEVEL_WIDE };
	struct open_assertions open = { 0 };
	bool proved = false;
	for (size_t i = 0; i < sizeof levels / sizeof *levels && !proved && !task_out_of_time(a->task); i++) {
		struct task sub = attempt_within(a->task, INDUCTION_PART);
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
	struct task sub = attempt_within(a->task, UNIVERSAL_PART);
	struct open_assertions open = { 0 };
	candidates_of_abstraction(&a->conjuncts, &a->subject, &sub);
	bool told = candidates_of_lemmas(&a->conjuncts, &a->subject, &sub, a->lemmas);
	if ((told || a->subject.ghosts.given.map) && prove_by_filter(a, &sub, &open)) {
		vec_free(&open);
		return conclude(a, a->certificate.minimal);
	}
	sub = attempt_within(a->task, UNIVERSAL_PART);
	vec_free(&open);
	if (!candidates_of_proof(&a->conjuncts, &a->subject, &sub, a->outcome))
		return false;
	open = (struct open_assertions){ 0 };
	sub = attempt_within(a->task, INDUCTION_PART);
	bool proved = prove_by_filter(a, &sub, &open) && conclude(a, a->certificate.minimal);
	vec_free(&open);
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
		      (owners ? attempt_prove_by_owners(a) : prove_quantified(a));
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
	bool proved = a->subject.flat ? prove_flat(a)
				      : (contracts && prove_by_contracts(a, true)) || unroll(a, FOLD_PART, 1, 0) ||
						prove_universal(a, true) || prove_by_unrolling(a, UNROLL_PART) ||
						prove_by_contracts(a, false);
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
	enum reply reply = attempt_refute_parts(a, a->task, &which);
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

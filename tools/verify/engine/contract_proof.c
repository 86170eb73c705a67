/* Which conditions of contracts hold together. docs/engines.md, "Recursion". */
#include "contract_proof.h"

#include <string.h>

#include "contract_question.h"

enum { MAX_ROUNDS = 4000, LOOK_ROUNDS = 12, LOOK_PARTS = 4, PATIENT_MOVES = 5, STRIDE = 4, FEW = 8, NARROW = 4 };

/* Seconds for a query that a guess depends on, among many and among few; and for one of the proof. */
static const double GUESS_SECONDS = 0.5, FEW_SECONDS = 2, PROOF_SECONDS = 4, WIDE_SECONDS = 0.25;
/* A second attempt without long steps takes at most so many times what the first one has taken. */
static const double CAREFUL_TIMES = 2;
/* Part of the time for what is asked about single conditions once more, before they are dropped. */
static const double PATIENT_PART = 0.3, PATIENT_SECONDS = 10;

/* Why threats of a part are none: conditions that must all be used for that. */
struct lemma {
	struct positions needs;
	bool broken; /* one of them was dropped */
};
struct lemmas VEC_BODY(struct lemma);

struct proof {
	struct contract_questions ask;
	struct outcome *outcome;
	struct contracts *contracts;
	struct bank *bank;
	struct lemmas *lemmas;   /* by part; a threat that is settled has one: position + 1 */
	bool *wanted;            /* by condition: the proof of an assertion needs it, as far as is known */
	uint32_t dropped, round; /* round: a model of what is violated */
	double patience;         /* seconds that are left of PATIENT_PART */
	bool late, hopeless;
	/* Before the first long step: by condition; NULL: there was none, or there shall be none. */
	struct contract_condition *short_of;
	bool careful; /* no long steps */
	const char **trouble;
};

static bool give_up(struct proof *pf, const char *why)
{
	*pf->trouble = pf->late || task_out_of_time(pf->ask.task) ? "time" : why;
	return false;
}

/* What is known of all objects makes a query for many threats hard that is easy for each of them. */
static bool is_wide(const struct contract_part *part, size_t from, size_t to)
{
	return part->all.count && to - from > NARROW;
}

static double guess_seconds(const struct proof *pf)
{
	return pf->contracts->conditions.count > FEW ? GUESS_SECONDS : FEW_SECONDS;
}

static bool is_goal(const struct threat *t)
{
	return t->condition == CONTRACT_GOAL;
}

static bool is_used(const struct proof *pf, const struct threat *t)
{
	return !is_goal(t) && contract_is_used(&pf->contracts->conditions.at[t->condition]);
}

/* --- what is settled, and what is wanted --- */

static struct lemmas *lemmas_of(struct proof *pf, const struct contract_part *part)
{
	return &pf->lemmas[part - pf->ask.parts];
}

static bool is_settled(struct proof *pf, const struct contract_part *part, const struct threat *t)
{
	return t->settled && !lemmas_of(pf, part)->at[t->settled - 1].broken;
}

/* A condition that must hold, or else the proof has a hole, and of which it is not known yet. */
static bool is_open(struct proof *pf, const struct contract_part *part, const struct threat *t)
{
	return is_used(pf, t) && pf->wanted[t->condition] && !is_settled(pf, part, t);
}

static bool is_open_goal(struct proof *pf, const struct contract_part *part, const struct threat *t)
{
	return is_goal(t) && !is_settled(pf, part, t);
}

typedef bool chosen(struct proof *pf, const struct contract_part *part, const struct threat *t);

static term some_of(struct proof *pf, const struct contract_part *part, chosen *is_chosen, size_t from, size_t to)
{
	if (to - from == 1)
		return is_chosen(pf, part, &part->threats.at[from]) ? part->threats.at[from].violated
								    : term_false(pf->bank);
	if (to == from)
		return term_false(pf->bank);
	size_t middle = from + (to - from) / 2;
	return term_or(pf->bank, some_of(pf, part, is_chosen, from, middle), some_of(pf, part, is_chosen, middle, to));
}

/* Those of [from ... to) are none as long as what `needs` has is used, which is wanted from now on. */
static void settle_by(struct proof *pf, struct contract_part *part, chosen *is_chosen, size_t from, size_t to,
		      const struct positions *needs)
{
	struct lemma lemma = { 0 };
	for (size_t i = from; i < to; i++)
		if (is_chosen(pf, part, &part->threats.at[i]))
			part->threats.at[i].settled = (uint32_t)lemmas_of(pf, part)->count + 1;
	for (size_t i = 0; i < needs->count; i++) {
		if (!contract_is_used(&pf->contracts->conditions.at[needs->at[i]]))
			continue;
		vec_push(&lemma.needs, needs->at[i]);
		pf->wanted[needs->at[i]] = true;
	}
	vec_push(lemmas_of(pf, part), lemma);
}

static void break_lemmas(struct proof *pf, uint32_t condition)
{
	for (size_t i = 0; i < pf->ask.part_count; i++)
		for (size_t k = 0; k < pf->lemmas[i].count; k++) {
			struct lemma *lemma = &pf->lemmas[i].at[k];
			for (size_t n = 0; n < lemma->needs.count && !lemma->broken; n++)
				lemma->broken = lemma->needs.at[n] == condition;
		}
}

static void forget_lemmas(struct proof *pf)
{
	for (size_t i = 0; i < pf->ask.part_count; i++) {
		for (size_t k = 0; k < pf->lemmas[i].count; k++)
			vec_free(&pf->lemmas[i].at[k].needs);
		pf->lemmas[i].count = 0;
		for (size_t k = 0; k < pf->ask.parts[i].threats.count; k++)
			pf->ask.parts[i].threats.at[k].settled = 0;
	}
}

/* --- conditions that do not hold are dropped --- */

static void drop(struct proof *pf, uint32_t condition)
{
	struct contract_condition *c = &pf->contracts->conditions.at[condition];
	c->dropped = true;
	pf->dropped++;
	pf->hopeless |= c->fixed;
	break_lemmas(pf, condition);
	if (c->weaker == CONTRACT_NONE)
		return;
	struct contract_condition *next = &pf->contracts->conditions.at[c->weaker];
	next->waiting = false;
	next->moves = c->moves + (c->moved != pf->round);
	next->moved = pf->round;
}

static void move_on(struct proof *pf, uint32_t condition, uint32_t steps)
{
	const struct contracts *c = pf->contracts;
	for (; steps && c->conditions.at[condition].weaker != CONTRACT_NONE; steps--) {
		drop(pf, condition);
		condition = c->conditions.at[condition].weaker;
	}
}

static void remember(struct proof *pf)
{
	size_t count = pf->contracts->conditions.count;
	if (pf->short_of)
		return;
	pf->short_of = memory_alloc(count * sizeof *pf->short_of);
	memcpy(pf->short_of, pf->contracts->conditions.at, count * sizeof *pf->short_of);
}

/* A bound that is passed again and again mostly has no end: longer and longer steps. */
static void widen(struct proof *pf)
{
	struct positions moved = { 0 };
	for (uint32_t i = 0; i < pf->contracts->conditions.count && !pf->careful; i++) {
		const struct contract_condition *c = &pf->contracts->conditions.at[i];
		if (contract_is_used(c) && c->moved == pf->round && c->moves > PATIENT_MOVES)
			vec_push(&moved, i);
	}
	if (moved.count)
		remember(pf);
	for (size_t i = 0; i < moved.count; i++)
		move_on(pf, moved.at[i], STRIDE * (pf->contracts->conditions.at[moved.at[i]].moves - PATIENT_MOVES));
	vec_free(&moved);
}

/* Wanted or not; and what comes in place of those that are, if it is violated too. False: nothing. */
static bool drop_violated(struct proof *pf, const struct contract_part *part)
{
	uint32_t before = pf->dropped, last = before;
	pf->round++;
	do {
		last = pf->dropped;
		for (size_t i = 0; i < part->threats.count; i++)
			if (is_used(pf, &part->threats.at[i]) && contract_holds(&pf->ask, part->threats.at[i].violated))
				drop(pf, part->threats.at[i].condition);
	} while (pf->dropped != last);
	widen(pf);
	return pf->dropped != before;
}

/* --- assertions --- */

/* Conditions are only ever dropped: what is violated with those that are left, they will never prove. */
static void settle_goals(struct proof *pf, struct contract_part *part)
{
	term query = some_of(pf, part, is_open_goal, 0, part->threats.count);
	if (term_is_false(pf->bank, query))
		return;
	enum reply reply = contract_ask(&pf->ask, part, query, guess_seconds(pf), ASK_ALL, false);
	pf->hopeless |= reply == REPLY_SAT;
	settle_by(pf, part, is_open_goal, 0, part->threats.count,
		  reply == REPLY_UNSAT ? &pf->ask.needed : &part->relevant);
}

static bool are_goals_open(struct proof *pf)
{
	bool open = false;
	for (size_t i = 0; i < pf->ask.part_count && !open; i++)
		for (size_t k = 0; k < pf->ask.parts[i].threats.count && !open; k++)
			open = is_open_goal(pf, &pf->ask.parts[i], &pf->ask.parts[i].threats.at[k]);
	return open;
}

static void settle_all_goals(struct proof *pf)
{
	for (size_t i = 0; i < pf->ask.part_count && !pf->hopeless; i++)
		settle_goals(pf, &pf->ask.parts[i]);
}

/* Nothing more is to be found out, or time is up. Looks at the assertions now and then. */
static bool is_over(struct proof *pf)
{
	uint32_t rounds = pf->ask.part_count < LOOK_ROUNDS ? LOOK_ROUNDS : LOOK_PARTS * (uint32_t)pf->ask.part_count;
	pf->late = pf->late || task_out_of_time(pf->ask.task);
	if (!pf->late && !pf->hopeless && ++pf->outcome->rounds % rounds == 0)
		settle_all_goals(pf);
	return pf->late || pf->hopeless;
}

/* --- conditions --- */

/* On a busy machine half a second is little. */
static enum reply ask_patiently(struct proof *pf, struct contract_part *part, term query)
{
	double begin = clock_now();
	if (pf->patience <= 0)
		return REPLY_UNKNOWN;
	enum reply reply = part->all.count ? contract_ask(&pf->ask, part, query, FEW_SECONDS, ASK_AFRESH, false)
					   : contract_ask(&pf->ask, part, query, PROOF_SECONDS, ASK_ALL, false);
	pf->patience -= clock_now() - begin;
	return reply;
}

static void settle(struct proof *pf, struct contract_part *part, size_t from, size_t to);

/* The task's solver alone where something is known of all objects: that is too much for the next one. */
static enum reply ask_together(struct proof *pf, struct contract_part *part, term query, size_t from, size_t to)
{
	if (!part->all.count)
		return contract_ask(&pf->ask, part, query, guess_seconds(pf), ASK_ALL, false);
	return contract_ask(&pf->ask, part, query, is_wide(part, from, to) ? WIDE_SECONDS : guess_seconds(pf),
			    ASK_FIRST, false);
}

static void settle_parts(struct proof *pf, struct contract_part *part, size_t from, size_t to)
{
	size_t step = is_wide(part, from, to) ? NARROW : (to - from + 1) / 2;
	for (size_t at = from; at < to; at += step)
		settle(pf, part, at, at + step < to ? at + step : to);
}

/* Until none of [from ... to) is open. What a solver does not know is taken in parts; a single one is dropped. */
static void settle(struct proof *pf, struct contract_part *part, size_t from, size_t to)
{
	for (uint32_t round = 0; round < MAX_ROUNDS && !is_over(pf); round++) {
		term query = some_of(pf, part, is_open, from, to);
		if (term_is_false(pf->bank, query))
			return;
		enum reply reply = ask_together(pf, part, query, from, to);
		if (reply != REPLY_SAT && reply != REPLY_UNSAT && to - from == 1)
			reply = ask_patiently(pf, part, query);
		if (reply == REPLY_UNSAT) {
			settle_by(pf, part, is_open, from, to, &pf->ask.needed);
			continue;
		}
		if (reply == REPLY_SAT && drop_violated(pf, part))
			continue;
		if (to - from > 1)
			settle_parts(pf, part, from, to);
		else
			drop(pf, part->threats.at[from].condition);
		return;
	}
}

/* --- far ahead in chains --- */

/* The condition that comes so many steps behind the one that is used, by condition. */
static void mark_ahead(const struct proof *pf, uint32_t steps, bool *ahead)
{
	const struct contracts *c = pf->contracts;
	for (uint32_t i = 0; i < c->conditions.count; i++)
		ahead[i] = false;
	for (uint32_t i = 0; i < c->conditions.count; i++) {
		uint32_t at = i;
		if (!contract_is_used(&c->conditions.at[i]))
			continue;
		for (uint32_t k = 0; k < steps && at != CONTRACT_NONE; k++)
			at = c->conditions.at[at].weaker;
		if (at != CONTRACT_NONE)
			ahead[at] = true;
	}
}

static term some_ahead(struct proof *pf, const struct contract_part *part, const bool *ahead)
{
	term any = term_false(pf->bank);
	for (size_t i = 0; i < part->threats.count; i++)
		if (!is_goal(&part->threats.at[i]) && ahead[part->threats.at[i].condition])
			any = term_or(pf->bank, any, part->threats.at[i].violated);
	return any;
}

/* What violates a weak condition violates all that are stronger: many are dropped at once. */
static void skip(struct proof *pf, struct contract_part *part)
{
	bool *ahead = memory_alloc((pf->contracts->conditions.count + 1) * sizeof *ahead);
	for (uint32_t steps = 32; steps > 1; steps /= 8) {
		do {
			mark_ahead(pf, steps, ahead);
		} while (!is_over(pf) &&
			 contract_ask(&pf->ask, part, some_ahead(pf, part, ahead), guess_seconds(pf), ASK_ALL, false) ==
				 REPLY_SAT &&
			 drop_violated(pf, part));
	}
	memory_free(ahead);
}

/* --- the search --- */

static bool is_open_part(struct proof *pf, const struct contract_part *part)
{
	bool open = false;
	for (size_t i = 0; i < part->threats.count && !open; i++)
		open = is_open(pf, part, &part->threats.at[i]);
	return open;
}

static void settle_part(struct proof *pf, struct contract_part *part)
{
	skip(pf, part);
	settle(pf, part, 0, part->threats.count);
}

/* Of what is called before what calls it. NULL: none is left. */
static struct contract_part *first_open(struct proof *pf)
{
	for (size_t i = pf->ask.part_count; i-- > 0;)
		if (is_open_part(pf, &pf->ask.parts[i]))
			return &pf->ask.parts[i];
	return NULL;
}

/* Callees first: what does not hold of them is known before anything rests on it. */
static bool find_inductive(struct proof *pf)
{
	struct contract_part *part = NULL;
	do {
		settle_all_goals(pf);
		while (!is_over(pf) && (part = first_open(pf)))
			settle_part(pf, part);
	} while (!pf->late && !pf->hopeless && are_goals_open(pf));
	return (!pf->late && !pf->hopeless) || give_up(pf, "the contracts that were found are not enough");
}

/* --- the proof --- */

static void want_what_is_assigned(struct proof *pf)
{
	for (size_t i = 0; i < pf->contracts->conditions.count; i++)
		pf->wanted[i] |= pf->contracts->conditions.at[i].fixed;
}

/* What nothing rests on need not be proved. */
static void drop_unwanted(struct proof *pf)
{
	for (size_t i = 0; i < pf->contracts->conditions.count; i++) {
		struct contract_condition *c = &pf->contracts->conditions.at[i];
		c->dropped |= contract_is_used(c) && !pf->wanted[i];
	}
}

/* No model of any of it, with the conditions that are left; one by one if not at once. */
static bool is_impossible(struct proof *pf, struct contract_part *part, size_t from, size_t to)
{
	term query = term_false(pf->bank);
	for (size_t i = from; i < to; i++)
		if (is_goal(&part->threats.at[i]) || is_used(pf, &part->threats.at[i]))
			query = term_or(pf->bank, query, part->threats.at[i].violated);
	bool wide = is_wide(part, from, to);
	enum reply reply = wide ? REPLY_UNKNOWN : contract_ask(&pf->ask, part, query, PROOF_SECONDS, ASK_ALL, true);
	if (reply == REPLY_UNKNOWN && to - from < 2 && part->all.count && !task_out_of_time(pf->ask.task))
		reply = contract_ask(&pf->ask, part, query, PROOF_SECONDS, ASK_AFRESH, true);
	if (reply == REPLY_SAT || reply == REPLY_UNSAT || to - from < 2 || task_out_of_time(pf->ask.task))
		return reply == REPLY_UNSAT;
	size_t step = wide ? NARROW : (to - from + 1) / 2;
	bool impossible = true;
	for (size_t at = from; at < to && impossible; at += step)
		impossible = is_impossible(pf, part, at, at + step < to ? at + step : to);
	return impossible;
}

/* What is assigned behind calls must be proved: it cannot be dropped. */
static bool stands(const struct proof *pf)
{
	for (size_t i = 0; i < pf->contracts->conditions.count; i++)
		if (pf->contracts->conditions.at[i].fixed && !contract_is_used(&pf->contracts->conditions.at[i]))
			return false;
	return true;
}

static bool conclude(struct proof *pf)
{
	if (!stands(pf))
		return give_up(pf, "an equation does not hold");
	for (size_t i = 0; i < pf->ask.part_count; i++)
		if (!is_impossible(pf, &pf->ask.parts[i], 0, pf->ask.parts[i].threats.count))
			return give_up(pf, "the contracts that were found are not enough");
	return true;
}

static bool find_and_conclude(struct proof *pf)
{
	if (!find_inductive(pf))
		return false;
	drop_unwanted(pf);
	return conclude(pf);
}

static void tell(const struct proof *pf, bool proved)
{
	size_t left = 0;
	for (size_t i = 0; i < pf->contracts->conditions.count; i++)
		left += !pf->contracts->conditions.at[i].dropped;
	task_say(pf->ask.task, "horn: %zu procedures, %zu conditions, %zu left after %u rounds: %s",
		 pf->contracts->list.count, pf->contracts->conditions.count, left, pf->outcome->rounds,
		 proved ? "proved" : *pf->trouble);
}

/* A long step may pass what would have held, and then which model a solver happens to find decides what is left: from the first one on
 * once more, with short ones. */
static bool prove_carefully(struct proof *pf, double begin)
{
	double now = clock_now(), end = now + CAREFUL_TIMES * (now - begin);
	size_t size = pf->contracts->conditions.count * sizeof *pf->short_of;
	struct task *task = pf->ask.task, sub = *task;
	if (!pf->short_of || pf->late || task_out_of_time(task))
		return false;
	memcpy(pf->contracts->conditions.at, pf->short_of, size);
	pf->ask.task = &sub;
	if (end < sub.limits.deadline)
		sub.limits.deadline = end;
	pf->careful = true;
	pf->hopeless = false;
	forget_lemmas(pf);
	bool proved = find_and_conclude(pf);
	pf->ask.task = task;
	return proved;
}

bool contracts_prove(struct task *task, struct outcome *outcome, struct contracts *contracts, const char **trouble)
{
	struct proof pf = {
		.outcome = outcome, .contracts = contracts, .bank = contracts->program->bank, .trouble = trouble
	};
	pf.patience = task->limits.deadline == SOLVER_NO_DEADLINE
			      ? PATIENT_SECONDS
			      : PATIENT_PART * (task->limits.deadline - clock_now());
	double begin = clock_now();
	const char *why;
	bool executed = contract_questions_begin(&pf.ask, task, outcome, contracts, &why) || give_up(&pf, why);
	pf.lemmas = memory_alloc(pf.ask.part_count * sizeof *pf.lemmas);
	pf.wanted = memory_alloc((contracts->conditions.count + 1) * sizeof *pf.wanted);
	want_what_is_assigned(&pf);
	bool proved = executed && (find_and_conclude(&pf) || prove_carefully(&pf, begin));
	tell(&pf, proved);
	forget_lemmas(&pf);
	for (size_t i = 0; i < pf.ask.part_count; i++)
		vec_free(&pf.lemmas[i]);
	contract_questions_end(&pf.ask);
	memory_free(pf.lemmas);
	memory_free(pf.wanted);
	memory_free(pf.short_of);
	return proved;
}

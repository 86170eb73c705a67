/* Every check of the contracts, and the program itself, is executed symbolically once (lib/vc); queries differ in the conditions
 * that are assumed. docs/engines.md, "Recursion". */
#include "contract_proof.h"

#include <string.h>

#include "invariant.h"
#include "statement.h"
#include "universal.h"
#include "vc.h"

enum {
	INSTANCES = 4000,
	TERMS = 1 << 22,
	MAX_ROUNDS = 4000,
	LOOK_ROUNDS = 12,
	LOOK_PARTS = 4,
	PATIENT_MOVES = 5,
	STRIDE = 4,
	FEW = 8,
	SOLVERS = 2,
	TOGETHER = 8,
	NARROW = 4,
	GOAL = UINT32_MAX
};

/* Seconds for a query that a guess depends on, among many and among few; and for one of the proof. */
static const double GUESS_SECONDS = 0.5, FEW_SECONDS = 2, PROOF_SECONDS = 4, WIDE_SECONDS = 0.25;
/* A second attempt without long steps takes at most so many times what the first one has taken. */
static const double CAREFUL_TIMES = 2;
/* Part of the time for what is asked about single conditions once more, before they are dropped. */
static const double PATIENT_PART = 0.3, PATIENT_SECONDS = 10;

/* Something that must not be, in one execution. */
struct threat {
	uint32_t condition; /* which is violated; GOAL: it is an assertion of the program */
	term violated;
	size_t known; /* so many of what is known of all objects are known there: what comes later is no reason */
};
struct threats VEC_BODY(struct threat);

/* A check, or the program. */
struct part {
	struct threats threats;
	VEC(struct universal) all; /* what is known of all objects, in the order of its execution */
	term known;                /* what follows from those that come before all threats; 0: nothing is */
	term each;                 /* the leaf that stands for any object; 0: there are none */
	VEC(uint32_t) relevant;    /* conditions that it assumes */
	bool *assumed, *asserted;  /* by condition */
	bool open;                 /* it has to be settled: at first, and when something was dropped */
};

struct proof {
	struct task *task;
	struct outcome *outcome;
	struct contracts *contracts;
	struct bank *bank;
	struct part *parts; /* by check; 0: the program */
	size_t part_count;
	/* Those of TOGETHER parts, as what a solver has learned of others makes it slow: the task's, and the next one of the
	 * table; made when needed. */
	struct solver *(*solvers)[SOLVERS];
	int first; /* the one that answered last */
	struct solver *answered;
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
	*pf->trouble = pf->late || task_out_of_time(pf->task) ? "time" : why;
	return false;
}

/* --- executions --- */

static bool collect(struct part *part, const struct vc_result *r)
{
	for (size_t i = 0; i < r->violation_count; i++) {
		const struct attribute *number =
			attribute_find(r->violations[i].statement->attributes, ATTRIBUTE_CANDIDATE);
		uint32_t condition = number ? (uint32_t)number->values[0].number : GOAL;
		term violated = r->violations[i].condition;
		if (condition == CONTRACT_KNOWN)
			vec_push(&part->all, (struct universal){ part->each, violated });
		else
			vec_push(&part->threats, (struct threat){ condition, violated, part->all.count });
	}
	return !r->open_count && !r->cut_count;
}

/* What is known before all threats is known in the whole part. Less is known where time is up. */
static void find_known(struct proof *pf, struct part *part, uint32_t limit)
{
	size_t everywhere = part->threats.count ? part->threats.at[0].known : 0;
	struct terms violated = { 0 };
	struct universal_objects of = { .bank = pf->bank,
					.given = &pf->contracts->given,
					.first_fresh = fresh_first(pf->contracts->program),
					.each = part->each,
					.limit = limit };
	for (size_t i = 0; i < part->threats.count; i++)
		vec_push(&violated, part->threats.at[i].violated);
	part->known = universal_known_of_all(&of, part->all.at, everywhere, &violated);
	vec_free(&violated);
	for (size_t i = 0; i < part->threats.count && !task_out_of_time(pf->task); i++) {
		struct threat *t = &part->threats.at[i];
		term known = universal_known(&of, part->all.at + everywhere, t->known - everywhere, t->violated,
					     part->known);
		t->violated = term_and(pf->bank, known, t->violated);
	}
}

static bool execute_part(struct proof *pf, size_t part)
{
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = bank_size(pf->bank) + TERMS,
				    .share = true,
				    .stop = task_out_of_time,
				    .stop_context = pf->task };
	contracts_choose(pf->contracts, part);
	struct vc *vc = vc_new(pf->contracts->program, pf->task->diags);
	bool good = vc && vc_execute(vc, &policy) == VC_DONE;
	if (good && pf->contracts->any)
		pf->parts[part].each = vc_initial(vc, pf->contracts->any);
	good = good && collect(&pf->parts[part], vc_result(vc));
	vc_free(vc);
	if (good && pf->parts[part].each)
		find_known(pf, &pf->parts[part], policy.term_limit);
	return good;
}

struct uses {
	TABLE(term, uint32_t) position; /* leaf -> position + 1 */
	struct part *part;
};

static void note_use(void *context, term t)
{
	struct uses *u = context;
	uint32_t position = table_get(&u->position, t, 0);
	if (!position)
		return;
	u->part->assumed[position - 1] = true;
	vec_push(&u->part->relevant, position - 1);
}

static void find_relevant(struct proof *pf)
{
	size_t count = pf->contracts->conditions.count;
	struct uses u = { 0 };
	for (uint32_t i = 0; i < count; i++)
		table_put(&u.position, pf->contracts->conditions.at[i].use, i + 1);
	for (size_t k = 0; k < pf->part_count; k++) {
		struct table seen = { 0 };
		u.part = &pf->parts[k];
		u.part->open = true;
		u.part->assumed = memory_alloc(count + 1);
		u.part->asserted = memory_alloc(count + 1);
		for (size_t i = 0; i < u.part->threats.count; i++) {
			const struct threat *t = &u.part->threats.at[i];
			term_visit(pf->bank, t->violated, &seen, note_use, &u);
			if (t->condition != GOAL)
				u.part->asserted[t->condition] = true;
		}
		if (u.part->known)
			term_visit(pf->bank, u.part->known, &seen, note_use, &u);
		table_free(&seen);
	}
	table_free(&u.position);
}

static bool execute(struct proof *pf)
{
	if (!contracts_cut(pf->contracts))
		return give_up(pf, "the program looks at identities");
	for (size_t i = 0; i < pf->part_count; i++)
		if (!execute_part(pf, i))
			return give_up(pf, "a procedure is too large");
	find_relevant(pf);
	return true;
}

/* --- queries --- */

static struct solver *solver_at(struct proof *pf, const struct part *part, int which)
{
	struct solver **place = &pf->solvers[(part - pf->parts) / TOGETHER][which];
	struct task with = *pf->task;
	if (which && !solver_next(pf->task->goals.solver, &with.goals.solver))
		return NULL;
	if (!*place)
		*place = task_solver(&with, pf->bank, false);
	return *place;
}

static bool is_answer(enum reply reply)
{
	return reply == REPLY_SAT || reply == REPLY_UNSAT;
}

struct assumptions VEC_BODY(term);

static bool is_used(const struct contract_condition *c)
{
	return !c->dropped && !c->waiting;
}

static struct assumptions assume_contracts(const struct proof *pf, const struct part *part, term query)
{
	struct assumptions list = { 0 };
	vec_push(&list, query);
	if (part->known)
		vec_push(&list, part->known);
	for (size_t i = 0; i < part->relevant.count; i++) {
		const struct contract_condition *c = &pf->contracts->conditions.at[part->relevant.at[i]];
		vec_push(&list, is_used(c) ? c->use : term_not(pf->bank, c->use));
	}
	return list;
}

static enum reply ask_solver(struct proof *pf, struct solver *solver, const struct assumptions *list, double seconds,
			     bool counts)
{
	double end = pf->task->limits.deadline, soon = clock_now() + seconds;
	double before = solver_statistics(solver)->seconds;
	if (end == SOLVER_NO_DEADLINE || end > soon)
		end = soon;
	enum reply reply = counts ? solver_check(solver, list->at, list->count, end)
				  : solver_look(solver, list->at, list->count, end);
	pf->outcome->checks++;
	pf->outcome->solver_seconds += solver_statistics(solver)->seconds - before;
	pf->answered = solver;
	return reply;
}

/* `counts`: a proof rests on it. */
static enum reply ask(struct proof *pf, struct part *part, term query, double seconds, bool counts)
{
	enum reply reply = REPLY_UNKNOWN;
	if (term_is_false(pf->bank, query))
		return REPLY_UNSAT;
	struct assumptions list = assume_contracts(pf, part, query);
	for (int n = 0; n < SOLVERS && !is_answer(reply) && !task_out_of_time(pf->task); n++) {
		int which = (pf->first + n) % SOLVERS;
		struct solver *solver = solver_at(pf, part, which);
		if (solver)
			reply = ask_solver(pf, solver, &list, seconds, counts);
		if (is_answer(reply))
			pf->first = which;
	}
	vec_free(&list);
	return reply;
}

/* The task's solver alone: what is known of all objects is too much for the next one. */
static enum reply ask_first(struct proof *pf, struct part *part, term query, double seconds)
{
	if (term_is_false(pf->bank, query))
		return REPLY_UNSAT;
	struct assumptions list = assume_contracts(pf, part, query);
	struct solver *solver = solver_at(pf, part, 0);
	enum reply reply = solver ? ask_solver(pf, solver, &list, seconds, false) : REPLY_UNKNOWN;
	vec_free(&list);
	return reply;
}

/* A solver that has learned nothing yet: one that has may take long over what this one answers at once. */
static enum reply ask_afresh(struct proof *pf, struct part *part, term query, double seconds, bool counts)
{
	struct assumptions list = assume_contracts(pf, part, query);
	struct solver *solver = task_solver(pf->task, pf->bank, false);
	enum reply reply = solver ? ask_solver(pf, solver, &list, seconds, counts) : REPLY_UNKNOWN;
	pf->answered = NULL;
	solver_free(solver);
	vec_free(&list);
	return reply;
}

/* What is known of all objects makes a query for many threats hard that is easy for each of them. */
static bool is_wide(const struct part *part, size_t from, size_t to)
{
	return part->all.count && to - from > NARROW;
}

/* --- conditions that do not hold are dropped --- */

static double guess_seconds(const struct proof *pf)
{
	return pf->contracts->conditions.count > FEW ? GUESS_SECONDS : FEW_SECONDS;
}

static bool is_open(const struct proof *pf, const struct threat *t)
{
	return t->condition != GOAL && is_used(&pf->contracts->conditions.at[t->condition]);
}

static void drop(struct proof *pf, uint32_t condition)
{
	struct contract_condition *c = &pf->contracts->conditions.at[condition];
	c->dropped = true;
	pf->dropped++;
	pf->hopeless |= c->fixed;
	for (size_t i = 0; i < pf->part_count; i++) {
		struct part *part = &pf->parts[i];
		part->open |= part->assumed[condition] || (part->asserted[condition] && c->weaker != CONTRACT_NONE);
	}
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
	VEC(uint32_t) moved = { 0 };
	for (uint32_t i = 0; i < pf->contracts->conditions.count && !pf->careful; i++) {
		const struct contract_condition *c = &pf->contracts->conditions.at[i];
		if (is_used(c) && c->moved == pf->round && c->moves > PATIENT_MOVES)
			vec_push(&moved, i);
	}
	if (moved.count)
		remember(pf);
	for (size_t i = 0; i < moved.count; i++)
		move_on(pf, moved.at[i], STRIDE * (pf->contracts->conditions.at[moved.at[i]].moves - PATIENT_MOVES));
	vec_free(&moved);
}

static bool holds_in_model(struct proof *pf, term t)
{
	struct value v = { 0 };
	bool holds = term_is_true(pf->bank, t) || (!term_is_false(pf->bank, t) && solver_value(pf->answered, t, &v) &&
						   v.kind == VALUE_WORD && v.word);
	value_release(&v);
	return holds;
}

/* And what comes in place of those that are, if it is violated too. False: nothing. */
static bool drop_violated(struct proof *pf, const struct part *part, size_t from, size_t to)
{
	uint32_t before = pf->dropped, last = before;
	pf->round++;
	do {
		last = pf->dropped;
		for (size_t i = from; i < to; i++)
			if (is_open(pf, &part->threats.at[i]) && holds_in_model(pf, part->threats.at[i].violated))
				drop(pf, part->threats.at[i].condition);
	} while (pf->dropped != last);
	widen(pf);
	return pf->dropped != before;
}

static term some_open(struct proof *pf, const struct part *part, size_t from, size_t to)
{
	if (to - from == 1)
		return is_open(pf, &part->threats.at[from]) ? part->threats.at[from].violated : term_false(pf->bank);
	if (to == from)
		return term_false(pf->bank);
	size_t middle = from + (to - from) / 2;
	return term_or(pf->bank, some_open(pf, part, from, middle), some_open(pf, part, middle, to));
}

/* Conditions are only ever dropped: what is violated with those that are left, they will never prove. */
static bool may_be_enough(struct proof *pf)
{
	for (size_t i = 0; i < pf->part_count; i++) {
		struct part *part = &pf->parts[i];
		term query = term_false(pf->bank);
		for (size_t k = 0; k < part->threats.count; k++)
			if (part->threats.at[k].condition == GOAL)
				query = term_or(pf->bank, query, part->threats.at[k].violated);
		if (ask(pf, part, query, guess_seconds(pf), false) == REPLY_SAT)
			return false;
	}
	return true;
}

/* Nothing more is to be found out, or time is up. Looks at what is left now and then, which takes a query for each part. */
static bool is_over(struct proof *pf)
{
	uint32_t rounds = pf->part_count < LOOK_ROUNDS ? LOOK_ROUNDS : LOOK_PARTS * (uint32_t)pf->part_count;
	pf->late = pf->late || task_out_of_time(pf->task);
	if (!pf->late && ++pf->outcome->rounds % rounds == 0)
		pf->hopeless = pf->hopeless || !may_be_enough(pf);
	return pf->late || pf->hopeless;
}

/* On a busy machine half a second is little. */
static enum reply ask_patiently(struct proof *pf, struct part *part, term query)
{
	double begin = clock_now();
	if (pf->patience <= 0)
		return REPLY_UNKNOWN;
	enum reply reply = part->all.count ? ask_afresh(pf, part, query, FEW_SECONDS, false)
					   : ask(pf, part, query, PROOF_SECONDS, false);
	pf->patience -= clock_now() - begin;
	return reply;
}

static void settle(struct proof *pf, struct part *part, size_t from, size_t to);

static enum reply ask_together(struct proof *pf, struct part *part, term query, size_t from, size_t to)
{
	if (!part->all.count)
		return ask(pf, part, query, guess_seconds(pf), false);
	return ask_first(pf, part, query, is_wide(part, from, to) ? WIDE_SECONDS : guess_seconds(pf));
}

static void settle_parts(struct proof *pf, struct part *part, size_t from, size_t to)
{
	size_t step = is_wide(part, from, to) ? NARROW : (to - from + 1) / 2;
	for (size_t at = from; at < to; at += step)
		settle(pf, part, at, at + step < to ? at + step : to);
}

/* Until none of [from ... to) is violated. What a solver does not know is taken in parts; a single one is dropped. */
static void settle(struct proof *pf, struct part *part, size_t from, size_t to)
{
	for (uint32_t round = 0; round < MAX_ROUNDS && !is_over(pf); round++) {
		term query = some_open(pf, part, from, to);
		enum reply reply = ask_together(pf, part, query, from, to);
		if (!is_answer(reply) && to - from == 1)
			reply = ask_patiently(pf, part, query);
		if (reply == REPLY_UNSAT)
			return;
		if (reply == REPLY_SAT && drop_violated(pf, part, from, to))
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
		if (!is_used(&c->conditions.at[i]))
			continue;
		for (uint32_t k = 0; k < steps && at != CONTRACT_NONE; k++)
			at = c->conditions.at[at].weaker;
		if (at != CONTRACT_NONE)
			ahead[at] = true;
	}
}

static term some_ahead(struct proof *pf, const struct part *part, const bool *ahead)
{
	term any = term_false(pf->bank);
	for (size_t i = 0; i < part->threats.count; i++)
		if (part->threats.at[i].condition != GOAL && ahead[part->threats.at[i].condition])
			any = term_or(pf->bank, any, part->threats.at[i].violated);
	return any;
}

/* What violates a weak condition violates all that are stronger: many are dropped at once. */
static void skip(struct proof *pf, struct part *part)
{
	bool *ahead = memory_alloc((pf->contracts->conditions.count + 1) * sizeof *ahead);
	for (uint32_t steps = 32; steps > 1; steps /= 8) {
		do {
			mark_ahead(pf, steps, ahead);
		} while (!is_over(pf) &&
			 ask(pf, part, some_ahead(pf, part, ahead), guess_seconds(pf), false) == REPLY_SAT &&
			 drop_violated(pf, part, 0, part->threats.count));
	}
	memory_free(ahead);
}

static bool is_open_part(const struct proof *pf)
{
	bool open = false;
	for (size_t i = 0; i < pf->part_count; i++)
		open |= pf->parts[i].open;
	return open;
}

/* Callees first, then callers first: postconditions go up, preconditions down. */
static bool find_inductive(struct proof *pf)
{
	for (bool down = false; is_open_part(pf); down = !down) {
		pf->hopeless = pf->hopeless || !may_be_enough(pf);
		for (size_t n = 0; n < pf->part_count && !pf->late && !pf->hopeless; n++) {
			struct part *part = &pf->parts[down ? n : pf->part_count - 1 - n];
			if (!part->open)
				continue;
			part->open = false;
			skip(pf, part);
			settle(pf, part, 0, part->threats.count);
		}
		if (pf->late || pf->hopeless)
			return give_up(pf, "the contracts that were found are not enough");
	}
	return true;
}

/* --- the proof --- */

/* No model of any of it, with the conditions that are left; one by one if not at once. */
static bool is_impossible(struct proof *pf, struct part *part, size_t from, size_t to)
{
	term query = term_false(pf->bank);
	for (size_t i = from; i < to; i++)
		if (part->threats.at[i].condition == GOAL || is_open(pf, &part->threats.at[i]))
			query = term_or(pf->bank, query, part->threats.at[i].violated);
	bool wide = is_wide(part, from, to);
	enum reply reply = wide ? REPLY_UNKNOWN : ask(pf, part, query, PROOF_SECONDS, true);
	if (reply == REPLY_UNKNOWN && to - from < 2 && part->all.count && !task_out_of_time(pf->task))
		reply = ask_afresh(pf, part, query, PROOF_SECONDS, true);
	if (is_answer(reply) || to - from < 2 || task_out_of_time(pf->task))
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
		if (pf->contracts->conditions.at[i].fixed && !is_used(&pf->contracts->conditions.at[i]))
			return false;
	return true;
}

static bool conclude(struct proof *pf)
{
	if (!stands(pf))
		return give_up(pf, "an equation does not hold");
	for (size_t i = 0; i < pf->part_count; i++)
		if (!is_impossible(pf, &pf->parts[i], 0, pf->parts[i].threats.count))
			return give_up(pf, "the contracts that were found are not enough");
	return true;
}

static void tell(const struct proof *pf, bool proved)
{
	size_t left = 0;
	for (size_t i = 0; i < pf->contracts->conditions.count; i++)
		left += !pf->contracts->conditions.at[i].dropped;
	task_say(pf->task, "horn: %zu procedures, %zu conditions, %zu left after %u rounds: %s",
		 pf->contracts->list.count, pf->contracts->conditions.count, left, pf->outcome->rounds,
		 proved ? "proved" : *pf->trouble);
}

static void release_part(struct part *part)
{
	vec_free(&part->threats);
	vec_free(&part->all);
	vec_free(&part->relevant);
	memory_free(part->assumed);
	memory_free(part->asserted);
}

/* A long step may pass what would have held, and then which model a solver happens to find decides what is left: from the first one on
 * once more, with short ones. */
static bool prove_carefully(struct proof *pf, double begin)
{
	double now = clock_now(), end = now + CAREFUL_TIMES * (now - begin);
	size_t size = pf->contracts->conditions.count * sizeof *pf->short_of;
	struct task sub = *pf->task;
	if (!pf->short_of || pf->late || task_out_of_time(pf->task))
		return false;
	memcpy(pf->contracts->conditions.at, pf->short_of, size);
	pf->task = &sub;
	if (end < sub.limits.deadline)
		sub.limits.deadline = end;
	pf->careful = true;
	pf->hopeless = false;
	for (size_t i = 0; i < pf->part_count; i++)
		pf->parts[i].open = true;
	return find_inductive(pf) && conclude(pf);
}

bool contracts_prove(struct task *task, struct outcome *outcome, struct contracts *contracts, const char **trouble)
{
	struct proof pf = { .task = task,
			    .outcome = outcome,
			    .contracts = contracts,
			    .bank = contracts->program->bank,
			    .part_count = contracts->list.count + 1,
			    .trouble = trouble };
	pf.patience = task->limits.deadline == SOLVER_NO_DEADLINE
			      ? PATIENT_SECONDS
			      : PATIENT_PART * (task->limits.deadline - clock_now());
	size_t groups = (pf.part_count + TOGETHER - 1) / TOGETHER;
	pf.parts = memory_alloc(pf.part_count * sizeof *pf.parts);
	pf.solvers = memory_alloc(groups * sizeof *pf.solvers);
	double begin = clock_now();
	bool executed = execute(&pf);
	bool proved = executed && ((find_inductive(&pf) && conclude(&pf)) || prove_carefully(&pf, begin));
	pf.task = task;
	tell(&pf, proved);
	for (size_t i = 0; i < pf.part_count; i++)
		release_part(&pf.parts[i]);
	for (size_t i = 0; i < groups * SOLVERS; i++)
		solver_free(pf.solvers[i / SOLVERS][i % SOLVERS]);
	memory_free(pf.short_of);
	memory_free(pf.solvers);
	memory_free(pf.parts);
	return proved;
}

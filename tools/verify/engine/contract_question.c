#include "contract_question.h"

#include "invariant.h"
#include "statement.h"
#include "vc.h"

enum { INSTANCES = 4000, TERMS = 1 << 22, TOGETHER = 8 };

/* --- executions --- */

static bool collect(struct contract_part *part, const struct vc_result *r)
{
	for (size_t i = 0; i < r->violation_count; i++) {
		const struct attribute *number =
			attribute_find(r->violations[i].statement->attributes, ATTRIBUTE_CANDIDATE);
		uint32_t condition = number ? (uint32_t)number->values[0].number : CONTRACT_GOAL;
		term violated = r->violations[i].condition;
		if (condition == CONTRACT_KNOWN)
			vec_push(&part->all, (struct universal){ part->each, violated });
		else
			vec_push(&part->threats, (struct threat){ condition, violated, part->all.count, 0 });
	}
	return !r->open_count && !r->cut_count;
}

/* What is known before all threats is known in the whole part. Less is known where time is up. */
static void find_known(struct contract_questions *q, struct contract_part *part, uint32_t limit)
{
	size_t everywhere = part->threats.count ? part->threats.at[0].known : 0;
	struct terms violated = { 0 };
	struct universal_objects of = { .bank = q->bank,
					.given = &q->contracts->given,
					.first_fresh = fresh_first(q->contracts->program),
					.each = part->each,
					.limit = limit };
	for (size_t i = 0; i < part->threats.count; i++)
		vec_push(&violated, part->threats.at[i].violated);
	part->known = universal_known_of_all(&of, part->all.at, everywhere, &violated);
	vec_free(&violated);
	for (size_t i = 0; i < part->threats.count && !task_out_of_time(q->task); i++) {
		struct threat *t = &part->threats.at[i];
		term known = universal_known(&of, part->all.at + everywhere, t->known - everywhere, t->violated,
					     part->known);
		t->violated = term_and(q->bank, known, t->violated);
	}
}

static bool execute_part(struct contract_questions *q, size_t part)
{
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = bank_size(q->bank) + TERMS,
				    .share = true,
				    .stop = task_out_of_time,
				    .stop_context = q->task };
	contracts_choose(q->contracts, part);
	struct vc *vc = vc_new(q->contracts->program, q->task->diags);
	bool good = vc && vc_execute(vc, &policy) == VC_DONE;
	if (good && q->contracts->any)
		q->parts[part].each = vc_initial(vc, q->contracts->any);
	good = good && collect(&q->parts[part], vc_result(vc));
	vc_free(vc);
	if (good && q->parts[part].each)
		find_known(q, &q->parts[part], policy.term_limit);
	return good;
}

struct uses {
	const struct contract_questions *questions;
	struct contract_part *part;
};

static void note_use(void *context, term t)
{
	struct uses *u = context;
	uint32_t position = table_get(&u->questions->position, t, 0);
	if (position)
		vec_push(&u->part->relevant, position - 1);
}

static void find_relevant(struct contract_questions *q)
{
	struct uses u = { .questions = q };
	for (uint32_t i = 0; i < q->contracts->conditions.count; i++)
		if (!q->contracts->conditions.at[i].fixed)
			table_put(&q->position, q->contracts->conditions.at[i].use, i + 1);
	for (size_t k = 0; k < q->part_count; k++) {
		struct table seen = { 0 };
		u.part = &q->parts[k];
		for (size_t i = 0; i < u.part->threats.count; i++)
			term_visit(q->bank, u.part->threats.at[i].violated, &seen, note_use, &u);
		if (u.part->known)
			term_visit(q->bank, u.part->known, &seen, note_use, &u);
		table_free(&seen);
	}
}

bool contract_questions_begin(struct contract_questions *q, struct task *task, struct outcome *outcome,
			      struct contracts *contracts, const char **trouble)
{
	*q = (struct contract_questions){ .task = task,
					  .outcome = outcome,
					  .contracts = contracts,
					  .bank = contracts->program->bank,
					  .part_count = contracts->list.count + 1 };
	q->parts = memory_alloc(q->part_count * sizeof *q->parts);
	q->solvers = memory_alloc((q->part_count + TOGETHER - 1) / TOGETHER * sizeof *q->solvers);
	*trouble = "the program looks at identities";
	if (!contracts_cut(contracts))
		return false;
	*trouble = "a procedure is too large";
	for (size_t i = 0; i < q->part_count; i++)
		if (!execute_part(q, i))
			return false;
	find_relevant(q);
	return true;
}

void contract_questions_end(struct contract_questions *q)
{
	size_t groups = (q->part_count + TOGETHER - 1) / TOGETHER;
	for (size_t i = 0; i < q->part_count; i++) {
		vec_free(&q->parts[i].threats);
		vec_free(&q->parts[i].all);
		vec_free(&q->parts[i].relevant);
	}
	for (size_t i = 0; i < groups * CONTRACT_SOLVERS; i++)
		solver_free(q->solvers[i / CONTRACT_SOLVERS][i % CONTRACT_SOLVERS]);
	solver_free(q->fresh);
	table_free(&q->position);
	vec_free(&q->needed);
	memory_free(q->solvers);
	memory_free(q->parts);
}

/* --- queries --- */

static struct solver *solver_at(struct contract_questions *q, const struct contract_part *part, int which)
{
	struct solver **place = &q->solvers[(part - q->parts) / TOGETHER][which];
	struct task with = *q->task;
	if (which && !solver_next(q->task->goals.solver, &with.goals.solver))
		return NULL;
	if (!*place)
		*place = task_solver(&with, q->bank, false);
	return *place;
}

static bool is_answer(enum reply reply)
{
	return reply == REPLY_SAT || reply == REPLY_UNSAT;
}

struct assumptions VEC_BODY(term);

bool contract_is_used(const struct contract_condition *c)
{
	return !c->dropped && !c->waiting;
}

static struct assumptions assume_contracts(const struct contract_questions *q, const struct contract_part *part,
					   term query)
{
	struct assumptions list = { 0 };
	vec_push(&list, query);
	if (part->known)
		vec_push(&list, part->known);
	for (size_t i = 0; i < part->relevant.count; i++) {
		const struct contract_condition *c = &q->contracts->conditions.at[part->relevant.at[i]];
		vec_push(&list, contract_is_used(c) ? c->use : term_not(q->bank, c->use));
	}
	return list;
}

/* That one is not assumed never helps. */
static void note_needed(struct contract_questions *q, struct solver *solver)
{
	size_t count;
	const term *core = solver_core(solver, &count);
	for (size_t i = 0; i < count; i++) {
		uint32_t position = table_get(&q->position, core[i], 0);
		if (position)
			vec_push(&q->needed, position - 1);
	}
}

static enum reply ask_solver(struct contract_questions *q, struct solver *solver, const struct assumptions *list,
			     double seconds, bool counts)
{
	double end = q->task->limits.deadline, soon = clock_after(seconds);
	double before = solver_statistics(solver)->seconds;
	if (end == SOLVER_NO_DEADLINE || end > soon)
		end = soon;
	enum reply reply = counts ? solver_check(solver, list->at, list->count, end)
				  : solver_look(solver, list->at, list->count, end);
	q->outcome->checks++;
	q->outcome->solver_seconds += solver_statistics(solver)->seconds - before;
	q->answered = solver;
	if (reply == REPLY_UNSAT)
		note_needed(q, solver);
	return reply;
}

static enum reply ask_afresh(struct contract_questions *q, const struct assumptions *list, double seconds, bool counts)
{
	q->fresh = task_solver(q->task, q->bank, false);
	return q->fresh ? ask_solver(q, q->fresh, list, seconds, counts) : REPLY_UNKNOWN;
}

static enum reply ask_in_turn(struct contract_questions *q, const struct contract_part *part,
			      const struct assumptions *list, double seconds, bool counts)
{
	enum reply reply = REPLY_UNKNOWN;
	for (int n = 0; n < CONTRACT_SOLVERS && !is_answer(reply) && !task_out_of_time(q->task); n++) {
		int which = (q->first + n) % CONTRACT_SOLVERS;
		struct solver *solver = solver_at(q, part, which);
		if (solver)
			reply = ask_solver(q, solver, list, seconds, counts);
		if (is_answer(reply))
			q->first = which;
	}
	return reply;
}

enum reply contract_ask(struct contract_questions *q, struct contract_part *part, term query, double seconds,
			enum contract_asked whom, bool counts)
{
	solver_free(q->fresh);
	q->fresh = q->answered = NULL;
	q->needed.count = 0;
	if (term_is_false(q->bank, query))
		return REPLY_UNSAT;
	struct assumptions list = assume_contracts(q, part, query);
	struct solver *first = whom == ASK_FIRST ? solver_at(q, part, 0) : NULL;
	enum reply reply = whom == ASK_ALL      ? ask_in_turn(q, part, &list, seconds, counts)
			   : whom == ASK_AFRESH ? ask_afresh(q, &list, seconds, counts)
			   : first              ? ask_solver(q, first, &list, seconds, counts)
						: REPLY_UNKNOWN;
	vec_free(&list);
	return reply;
}

bool contract_holds(const struct contract_questions *q, term t)
{
	struct value v = { 0 };
	bool holds = term_is_true(q->bank, t) || (!term_is_false(q->bank, t) && q->answered &&
						  solver_value(q->answered, t, &v) && v.kind == VALUE_WORD && v.word);
	value_release(&v);
	return holds;
}

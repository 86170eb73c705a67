/* Stratified inlining (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 2, Fig. 2) over the functional VCs.
 *
 * For a rising bound: execute the program symbolically with the calls that the bound allows, ask whether an execution that
 * makes no open call violates an assertion (under-approximation), and whether one could that does (over-approximation).
 * Differences from Fig. 2, with their reasons in docs/vc.md: calls are entered eagerly as long as the number of
 * instances is small, because making terms is cheap and a solver's round is not; beyond that, those on the
 * counterexample of the over-approximation are, and the budget grows. */
#include "stratified.h"

#include "callgraph.h"
#include "inlining.h"
#include "query.h"

enum { FIRST_BUDGET = 10000, BUDGET_GROWTH = 4, TERM_LIMIT = 1 << 27 };
enum { SHORT_FOLDS = 1 << 8, FIRST_FOLDS = 1 << 12, FOLD_LIMIT = 1 << 16 };
/* Before a tree of so many calls is one question: rounds with few instances. */
enum { LARGE_TREE = 1000, FEW_CALLS = 25, FEW_LIMIT = 400 };
static const double FEW_SECONDS = 1, FEW_PROOF_SECONDS = 0.3;
static const double LEAST_GROWTH = 1.5; /* of the time for a rung */
static const double RUNG_SECONDS = 0.5; /* how a shorter one grows tells nothing of the next */
enum { COUNTED_ROUNDS = 64 };           /* free rounds of a loop that counts, for each that the bound allows */

struct search {
	struct task *task;
	struct program *program;
	struct bank *bank;
	struct vc *vc;
	struct solver *solver;
	struct outcome *outcome;
	struct vc_policy policy;
	/* Queries which no model satisfies -> enum purpose: a rung that was interrupted need not ask them again. */
	struct table refuted;
	double begin;        /* of the climb, less the time between its goes */
	double spent;        /* on the goes before this one */
	double rungs[2];     /* seconds since `begin` when the last rung was done, and the one before it */
	const char *trouble; /* why an answer is missing; NULL: none is */
	/* What was explored, as in the outcome of the last go. */
	bool bounded;
	uint32_t bound;
	VEC(const struct statement *) beyond;
};

static bool give_up(struct search *s, const char *why)
{
	if (!s->trouble)
		s->trouble = why;
	return false;
}

/* --- queries --- */

/* What UNSAT would mean: a proof rests on it, so that --cross-check matters; or only that the search goes on. */
enum purpose { TO_GO_ON = 1, TO_PROVE };

/* SAT and UNSAT are answers; anything else is trouble and gives false. */
static bool ask_until(struct search *s, term query, enum purpose purpose, double deadline, bool *satisfiable)
{
	const char *aim = purpose == TO_PROVE ? "proof" : "search";
	*satisfiable = false;
	if (!s->task->goals.cross_check)
		purpose = TO_PROVE;
	if (term_is_false(s->bank, query) || table_get(&s->refuted, query, 0) >= (uint64_t)purpose)
		return true;
	if (!s->solver)
		s->solver = task_solver(s->task, s->bank, false);
	if (!s->solver)
		return give_up(s, "no solver");
	double before = solver_statistics(s->solver)->seconds;
	task_enter(s->task, "%s: %s, bound %u", solver_kind_name(s->task->goals.solver), aim, s->policy.bound);
	enum reply reply = (purpose == TO_PROVE ? solver_check : solver_look)(s->solver, &query, 1, deadline);
	task_leave(s->task);
	s->outcome->solver_seconds += solver_statistics(s->solver)->seconds - before;
	s->outcome->checks++;
	s->outcome->out_of_memory = solver_out_of_memory(s->solver);
	switch (reply) {
	case REPLY_SAT:
		*satisfiable = true;
		return true;
	case REPLY_UNSAT:
		table_put(&s->refuted, query, purpose);
		return true;
	case REPLY_UNKNOWN:
		if (solver_timed_out(s->solver))
			return give_up(s, "time");
		return give_up(s,
			       arena_format(s->task->arena, "the solver does not know: %s", solver_reason(s->solver)));
	case REPLY_ERROR:
		return give_up(s, arena_format(s->task->arena, "solver error: %s", solver_reason(s->solver)));
	}
	return false;
}

static bool ask(struct search *s, term query, enum purpose purpose, bool *satisfiable)
{
	return ask_until(s, query, purpose, s->task->limits.deadline, satisfiable);
}

/* Its answer, one way or the other, is the verdict: so there is more time for it, and for a counterexample. */
static bool ask_whole(struct search *s, term query, bool *satisfiable)
{
	struct limits *limits = &s->task->limits;
	if (limits->decisive > limits->deadline)
		limits->deadline = limits->decisive;
	return ask(s, query, TO_PROVE, satisfiable);
}

static bool is_bounded(const struct search *s)
{
	return s->task->limits.bound != NO_BOUND;
}

/* On the way to a bound the search for a proof takes no more time than that for violations, and twice as much without one: where a
 * violation is a few rungs above a proof that does not come, the rungs are climbed. */
static double patience(const struct search *s)
{
	double now = clock_now(), end = s->task->limits.deadline, spent = now - s->begin;
	double soon = now + (is_bounded(s) ? spent + 0.2 : 2 * spent + 1);
	return end == SOLVER_NO_DEADLINE || soon < end ? soon : end;
}

/* An answer about a proof that is missing for lack of patience. */
static bool is_forgiven(struct search *s)
{
	bool impatient = s->solver && solver_timed_out(s->solver);
	if (task_out_of_time(s->task) || (!is_bounded(s) && !impatient))
		return false;
	s->trouble = NULL;
	return true;
}

static bool holds_in_model(struct search *s, term t)
{
	struct value v = { 0 };
	bool holds = term_is_true(s->bank, t) ||
		     (!term_is_false(s->bank, t) && solver_value(s->solver, t, &v) && v.kind == VALUE_WORD && v.word);
	value_release(&v);
	return holds;
}

static bool over_bound(void *context, const struct vc_edge *edge)
{
	(void)context;
	return edge->over_bound;
}

/* --- one bound --- */

static bool execute(struct search *s)
{
	task_enter(s->task, "queries");
	enum vc_status status = vc_execute(s->vc, &s->policy);
	task_leave(s->task);
	const struct vc_result *r = vc_result(s->vc);
	s->outcome->instances = r->nodes;
	s->outcome->tree = vc_tree_size(s->vc);
	s->outcome->shared = r->shared_edges;
	s->outcome->assertions = r->assertions;
	s->outcome->rounds++;
	task_progress(s->task, s->outcome, s->vc, s->policy.bound);
	switch (status) {
	case VC_DONE:
		return true;
	case VC_STOPPED:
		return give_up(s, "time");
	case VC_TERMS:
		return give_up(s, "memory: the verification condition grew too large");
	}
	return false;
}

/* The model violates an assertion without an open call: it must be an execution. */
static bool take_counterexample(struct search *s)
{
	const char *reason;
	if (!counterexample_of_vc(s->program, s->vc, s->solver, task_in_time, s->task, s->task->arena, &s->outcome->bug,
				  &reason))
		return give_up(s, reason);
	s->outcome->verdict = VERDICT_UNSAFE;
	return true;
}

/* Enters the open calls that the model makes. */
static void enter_modelled(struct search *s)
{
	const struct vc_result *r = vc_result(s->vc);
	for (size_t i = 0; i < r->open_count; i++)
		if (!r->open[i]->over_bound && holds_in_model(s, r->open[i]->path->full))
			r->open[i]->child->wanted = true;
}

static void expand(struct search *s)
{
	enter_modelled(s);
	s->policy.node_limit *= BUDGET_GROWTH;
}

enum rung { RUNG_TROUBLE, RUNG_DECIDED, RUNG_DONE };

static enum rung proved(struct search *s)
{
	s->outcome->verdict = VERDICT_SAFE;
	s->outcome->bound = s->policy.bound;
	s->outcome->bounded = true;
	return RUNG_DECIDED;
}

/* Is nothing left open? */
static bool is_whole(const struct search *s)
{
	const struct vc_result *r = vc_result(s->vc);
	return !r->open_count && !r->cut_count;
}

/* An answer that may be missing, as the next round asks for more. */
static bool ask_briefly(struct search *s, term query, enum purpose purpose, double seconds, bool *satisfiable)
{
	double soon = clock_after(seconds), end = s->task->limits.deadline;
	bool answered = ask_until(s, query, purpose, end == SOLVER_NO_DEADLINE || soon < end ? soon : end, satisfiable);
	if (!answered && !task_out_of_time(s->task) && !s->outcome->out_of_memory)
		s->trouble = NULL;
	return answered;
}

/* A violation behind few calls, or a proof that needs few. RUNG_DONE: neither. */
static enum rung search_few(struct search *s)
{
	bool bad = false;
	if (ask_briefly(s, query_under(s->bank, s->vc), TO_GO_ON, FEW_SECONDS, &bad) && bad)
		return take_counterexample(s) ? RUNG_DECIDED : RUNG_TROUBLE;
	term over = query_over(s->bank, s->vc, NULL, NULL);
	if (!s->trouble && ask_briefly(s, over, TO_PROVE, FEW_PROOF_SECONDS, &bad) && !bad)
		return proved(s);
	if (bad)
		enter_modelled(s);
	return s->trouble ? RUNG_TROUBLE : RUNG_DONE;
}

/* A short turn is as long as before for what comes behind. */
static void prolong_turn(struct limits *limits, double seconds)
{
	double later = limits->deadline + seconds;
	if (limits->deadline != SOLVER_NO_DEADLINE && limits->deadline < limits->decisive)
		limits->deadline = later < limits->decisive ? later : limits->decisive;
}

/* Rounds that make few instances and ask briefly, in which bugs are found that are behind a few of many calls. What the solver has
 * learned of them is of little use to the question about all. */
static enum rung search_few_rounds(struct search *s)
{
	enum rung rung = RUNG_DONE;
	prolong_turn(&s->task->limits, FEW_SECONDS);
	while (rung == RUNG_DONE && s->policy.node_limit <= FEW_LIMIT) {
		if (!execute(s))
			return RUNG_TROUBLE;
		if (is_whole(s))
			break;
		rung = search_few(s);
		if (rung == RUNG_DONE)
			s->policy.node_limit *= BUDGET_GROWTH;
	}
	if (rung == RUNG_DONE) {
		s->policy.node_limit = FIRST_BUDGET;
		solver_free(s->solver);
		s->solver = NULL;
	}
	return rung;
}

/* All that the bound allows. RUNG_DONE: no violation within it, and no proof. */
static enum rung search_bound(struct search *s)
{
	if (s->policy.node_limit <= FEW_LIMIT) {
		enum rung rung = search_few_rounds(s);
		if (rung != RUNG_DONE)
			return rung;
	}
	for (;;) {
		bool bad;
		if (!execute(s))
			return RUNG_TROUBLE;
		bool whole = is_whole(s);
		term under = query_under(s->bank, s->vc);
		if (!(whole ? ask_whole(s, under, &bad) : ask(s, under, TO_GO_ON, &bad)))
			return RUNG_TROUBLE;
		if (bad)
			return take_counterexample(s) ? RUNG_DECIDED : RUNG_TROUBLE;
		if (whole)
			return proved(s);
		term over = query_over(s->bank, s->vc, NULL, NULL);
		if (term_is_false(s->bank, over))
			return proved(s);
		term within = query_over(s->bank, s->vc, over_bound, NULL);
		bool asked = !s->task->limits.shorter;
		bool answered = asked && ask_until(s, over, TO_PROVE, patience(s), &bad);
		if (asked && !answered && !is_forgiven(s))
			return RUNG_TROUBLE;
		if (answered && !bad)
			return proved(s);
		if ((over != within || !answered) && !ask(s, within, TO_GO_ON, &bad))
			return RUNG_TROUBLE;
		if (!bad)
			return RUNG_DONE;
		expand(s);
	}
}

/* Only a proof: violations are not looked for. The model of one ends the search, as there is no proof then. */
static enum rung prove_bound(struct search *s)
{
	for (;;) {
		bool bad;
		if (!execute(s))
			return RUNG_TROUBLE;
		term over = query_over(s->bank, s->vc, NULL, NULL), under = query_under(s->bank, s->vc);
		if (!ask(s, over, TO_PROVE, &bad))
			return RUNG_TROUBLE;
		if (!bad)
			return proved(s);
		s->outcome->hopeless = holds_in_model(s, under);
		term within = query_over(s->bank, s->vc, over_bound, NULL);
		if (over != within && !s->outcome->hopeless) {
			if (!ask(s, within, TO_GO_ON, &bad))
				return RUNG_TROUBLE;
			s->outcome->hopeless = bad && holds_in_model(s, under);
		}
		if (s->outcome->hopeless)
			return RUNG_TROUBLE;
		if (!bad)
			return RUNG_DONE;
		expand(s);
	}
}

/* Nothing within the last bound: does any execution go beyond it, and where? That nothing is within it was asked to go on. */
static void judge_bound(struct search *s)
{
	bool beyond, bad = false;
	if (!ask(s, query_beyond(s->bank, s->vc), TO_PROVE, &beyond))
		return;
	if (!beyond && (!ask(s, query_over(s->bank, s->vc, over_bound, NULL), TO_PROVE, &bad) || bad))
		return;
	s->outcome->verdict = beyond ? VERDICT_BOUNDED : VERDICT_SAFE;
	if (!beyond)
		return;
	const struct vc_result *r = vc_result(s->vc);
	for (size_t i = 0; i < r->cut_count; i++)
		if (holds_in_model(s, r->cuts[i].condition))
			vec_push(&s->outcome->beyond, r->cuts[i].statement);
	for (size_t i = 0; i < r->open_count; i++)
		if (r->open[i]->over_bound && holds_in_model(s, r->open[i]->path->full))
			vec_push(&s->outcome->beyond, r->open[i]->site);
}

static void add_beyond(struct outcome *o, const struct statement *site)
{
	for (size_t i = 0; i < o->beyond.count; i++)
		if (o->beyond.at[i] == site)
			return;
	vec_push(&o->beyond, site);
}

/* A bound is done that is not the last: where it stopped, in case the search ends before the next is. */
static void note_beyond(struct search *s)
{
	const struct vc_result *r = vc_result(s->vc);
	s->outcome->beyond.count = 0;
	for (size_t i = 0; i < r->open_count; i++)
		if (r->open[i]->over_bound)
			add_beyond(s->outcome, r->open[i]->site);
}

static uint32_t next_bound(uint32_t bound, uint32_t last)
{
	uint32_t next = bound + bound / 2 + 1;
	return next > last ? last : next;
}

/* Rounds that fold are free, but not where only few steps are of use. */
static uint32_t fold_limit(const struct task *task, uint32_t bound)
{
	if (task->limits.shorter)
		return SHORT_FOLDS;
	return bound ? FOLD_LIMIT : FIRST_FOLDS;
}

static void set_bound(struct vc_policy *policy, const struct task *task, uint32_t bound)
{
	policy->bound = bound;
	policy->fold_limit = fold_limit(task, bound);
	policy->count_limit = bound < FOLD_LIMIT / COUNTED_ROUNDS ? bound * COUNTED_ROUNDS : FOLD_LIMIT;
	policy->node_limit = FIRST_BUDGET;
}

/* An execution that was cut off (ir-opt --unroll) is lost, whatever is inlined. */
static bool is_cut(const struct outcome *o)
{
	for (size_t i = 0; i < o->beyond.count; i++)
		if (o->beyond.at[i]->kind != STATEMENT_CALL)
			return true;
	return false;
}

/* Nothing was found up to the bound, and it ends the search for violations. A proof may need that more is inlined: it is
 * looked for on this rung and the next ones for a while. */
static void prove_beyond(struct search *s)
{
	struct task *whole = s->task, longer = *whole;
	double now = clock_now(), end = clock_after(whole->limits.beyond);
	if (!whole->limits.beyond || s->outcome->verdict != VERDICT_BOUNDED || is_cut(s->outcome))
		return;
	/* A solver may need a while to stop: what is known must not be lost for that. */
	if (longer.limits.deadline != SOLVER_NO_DEADLINE)
		longer.limits.deadline = now + 0.9 * (longer.limits.deadline - now);
	if (longer.limits.deadline == SOLVER_NO_DEADLINE || longer.limits.deadline > end)
		longer.limits.deadline = end;
	s->task = &longer;
	s->policy.stop_context = &longer;
	enum rung rung = RUNG_DONE;
	while (rung == RUNG_DONE) {
		rung = prove_bound(s);
		set_bound(&s->policy, s->task, next_bound(s->policy.bound, NO_BOUND));
	}
	s->trouble = NULL;
	s->task = whole;
}

/* Would the next rung take more than the time that is left? Rungs grow by what the last one grew by, or more. Only in
 * a search that nobody goes on with. */
static bool is_too_high(struct search *s)
{
	const struct limits *limits = &s->task->limits;
	double now = clock_now(), past = s->rungs[1], before = s->rungs[0];
	s->rungs[0] = s->rungs[1];
	s->rungs[1] = now - s->begin;
	double last = s->rungs[1] - past, growth = past - before > RUNG_SECONDS ? last / (past - before) : 0;
	double next = last * (growth > LEAST_GROWTH ? growth : LEAST_GROWTH);
	if (!limits->last || limits->deadline == SOLVER_NO_DEADLINE)
		return false;
	return now < limits->deadline && next > limits->deadline - now;
}

static bool is_paused(const struct search *s)
{
	double pause = s->task->limits.pause;
	return pause > 0 && clock_now() >= pause;
}

/* From the rung at which it stands. */
static void climb_ladder(struct search *s)
{
	uint32_t last = s->task->limits.bound;
	for (;; set_bound(&s->policy, s->task, next_bound(s->policy.bound, last))) {
		enum rung rung = search_bound(s);
		if (rung == RUNG_TROUBLE)
			break;
		if (rung == RUNG_DECIDED)
			return;
		s->outcome->bound = s->policy.bound;
		s->outcome->bounded = true;
		/* Where no call is open there is no more to explore: the program was cut (ir-opt --unroll). */
		if (s->policy.bound == last || !vc_result(s->vc)->open_count) {
			s->outcome->beyond.count = 0;
			if (!s->task->limits.shorter)
				judge_bound(s);
			prove_beyond(s);
			break;
		}
		note_beyond(s);
		task_know(s->task, s->outcome);
		if (is_paused(s)) {
			set_bound(&s->policy, s->task, next_bound(s->policy.bound, last));
			give_up(s, "time");
			break;
		}
		if (is_too_high(s)) {
			give_up(s, "too little time for the next bound");
			s->outcome->out_of_time = true;
			break;
		}
	}
	if (!s->trouble)
		return;
	/* Without a bound, deepening until something runs out is what was asked for. */
	bool deepened = last == NO_BOUND && s->outcome->bounded && !s->outcome->out_of_memory;
	s->outcome->verdict = deepened ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
	s->outcome->reason = deepened ? arena_format(s->task->arena, "the search ended: %s", s->trouble) : s->trouble;
}

static bool is_large_tree(const struct program *program)
{
	struct callgraph *graph = callgraph_new(program);
	bool large = callgraph_tree_size(graph, LARGE_TREE) == LARGE_TREE;
	callgraph_free(graph);
	return large;
}

struct search *stratified_begin(struct program *program, const struct task *task, uint32_t bound)
{
	struct search *s = memory_alloc(sizeof *s);
	*s = (struct search){ .program = program, .bank = program->bank };
	s->policy.term_limit = TERM_LIMIT;
	s->policy.share = !task->goals.tree;
	s->policy.stop = task_out_of_time;
	s->policy.profile = task->goals.profile;
	set_bound(&s->policy, task, bound);
	if (!bound && is_large_tree(program))
		s->policy.node_limit = FEW_CALLS;
	s->vc = vc_new(program, task->diags);
	return s;
}

static void recall(const struct search *s, struct outcome *o)
{
	o->bounded = s->bounded;
	o->bound = s->bound;
	for (size_t i = 0; i < s->beyond.count; i++)
		vec_push(&o->beyond, s->beyond.at[i]);
}

static void remember(struct search *s, const struct outcome *o)
{
	s->bounded = o->bounded;
	s->bound = o->bound;
	s->beyond.count = 0;
	for (size_t i = 0; i < o->beyond.count; i++)
		vec_push(&s->beyond, o->beyond.at[i]);
	s->spent = clock_now() - s->begin;
}

void stratified_go_on(struct search *s, struct task *task, struct outcome *outcome)
{
	s->task = task;
	s->policy.stop_context = task;
	s->outcome = outcome;
	s->trouble = NULL;
	s->begin = clock_now() - s->spent;
	recall(s, outcome);
	if (s->vc)
		climb_ladder(s);
	else
		outcome_unknown(outcome, "the program could not be prepared");
	outcome->terms = bank_size(s->bank);
	remember(s, outcome);
}

void stratified_end(struct search *s)
{
	if (!s)
		return;
	solver_free(s->solver);
	vc_free(s->vc);
	table_free(&s->refuted);
	vec_free(&s->beyond);
	memory_free(s);
}

void stratified_search(struct task *task, struct program *program, struct outcome *outcome)
{
	struct search *s = stratified_begin(program, task, 0);
	stratified_go_on(s, task, outcome);
	stratified_end(s);
}

struct search *stratified_begin_above(struct program *program, const struct task *task, const struct outcome *explored)
{
	struct search *s = stratified_begin(program, task, explored->bounded ? explored->bound : 0);
	s->bounded = explored->bounded;
	s->bound = explored->bound;
	return s;
}

/* A ladder on a program that lacks what was proved meanwhile: what was explored of the former one is explored of it. */
static struct search *begin_above(const struct search *former, struct task *task)
{
	struct outcome explored = { .bounded = former->bounded, .bound = former->bound };
	struct search *s = stratified_begin_above(task->prepared, task, &explored);
	for (size_t i = 0; i < former->beyond.count; i++)
		vec_push(&s->beyond, former->beyond.at[i]);
	return s;
}

/* The ladder goes on where it was when its last turn ended; on another program it begins with the bound it had reached. */
static struct search *ladder_of(struct task *task)
{
	struct search *s = task->climb;
	bool fits = s && s->policy.bound <= task->limits.bound;
	if (fits && s->program == task->prepared)
		return s;
	task->climb = fits ? begin_above(s, task) : stratified_begin(task->prepared, task, 0);
	stratified_end(s);
	return task->climb;
}

static void search_prepared(struct task *task, struct outcome *outcome)
{
	stratified_go_on(ladder_of(task), task, outcome);
	if (outcome->verdict == VERDICT_UNSAFE)
		task_confirm(task, outcome);
}

const struct engine engine_stratified = { .search = search_prepared,
					  .turn = { .taken = true, .part = 0.2, .seconds = 0.5, .decisive = 3 },
					  .deepens = true };

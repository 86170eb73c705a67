/* Proofs by induction over loops, with invariants that are guessed and checked (C. Flanagan, K. R. M. Leino, "Houdini, an
 * annotation assistant for ESC/Java", 2001).
 *
 * The program is cut at the heads of its loops (invariant.h): what was an unbounded number of iterations becomes one, from
 * any state for which the candidates hold. Candidates that some such iteration, or the way into the loop, does not make
 * hold again are dropped, until all that are left hold together; then no execution of the cut program that satisfies them may
 * violate an assertion. Never finds bugs. docs/engines.md has the argument. */
#include "induction.h"

#include "algebra.h"
#include "apart.h"
#include "heads.h"
#include "inlining.h"
#include "invariant.h"
#include "iterate.h"
#include "pass.h"
#include "query.h"
#include "solver_pair.h"

enum { INSTANCES = 4000, TERMS = 1 << 24, MAX_ROUNDS = 2000, FEW = 40 };

/* A query that one takes too long for goes to the next: the task's solver; the next one in the table
 * of solvers; the task's, anew for each query. */
enum { SOLVER_FIRST, SOLVER_OTHER, SOLVER_ANEW, SOLVERS };

/* Of one level. */
struct induction {
	struct task *task;
	struct outcome *outcome;
	struct program *prepared; /* task->prepared, or that with wider loops */
	struct cut cut;
	struct bank *bank;
	struct vc *vc;
	struct solver *solvers[SOLVERS]; /* made when needed */
	struct solver *answered;         /* the one that answered last */
	int first;                       /* which one is asked first */
	VEC(term) unused;                /* the negated uses of what was dropped */
	struct violated_candidates VEC_BODY(struct violated_candidate {
		struct candidate *candidate;
		term condition;
	}) violated;
	struct table apart;    /* what the equations of a term become (apart.h) */
	struct table dropped;  /* what was: survives when the program is cut anew */
	struct table *holding; /* where assertions are asked one by one: those that hold */
	bool patient;          /* then about all that is left at once, for as long as there is time */
	bool algebra;          /* as in struct attempt */
	bool parts;            /* the program is not one as a whole, which could be executed */
	enum level level;
	struct heads *heads;                            /* NULL: not asked for */
	bool steadfast;                                 /* nothing is left to drop: a query has all the time */
	bool without_hard;                              /* what is hard for solvers was dropped once */
	bool lost_hard;                                 /* likewise, since the level began */
	struct refuted *refuted;                        /* as in struct attempt */
	bool anew;                                      /* enough was dropped for that */
	bool loops;                                     /* the program has some */
	void (*proved)(void *context, struct cut *cut); /* as in struct attempt */
	void *context;
	const char *trouble;
};

static enum solver_kind solver_kind_at(const struct induction *in, int which)
{
	enum solver_kind kind = in->task->goals.solver;
	if (which == SOLVER_OTHER)
		solver_next(in->task->goals.solver, &kind);
	return kind;
}

static struct solver *solver_at(struct induction *in, int which)
{
	struct task with = *in->task;
	if (in->solvers[which])
		return in->solvers[which];
	with.goals.solver = solver_kind_at(in, which);
	struct solver *solver = in->solvers[which] = task_solver(&with, in->bank, which == SOLVER_ANEW);
	for (size_t i = 0; solver && i < in->unused.count; i++)
		solver_assert(solver, in->unused.at[i]);
	return solver;
}

static enum reply ask_solver(struct induction *in, int which, const term *assumptions, size_t count)
{
	static const double seconds[SOLVERS] = { 0.4, 1, 1000 };
	struct solver *solver = in->answered = solver_at(in, which);
	double before, end = in->task->limits.deadline, soon = clock_after(seconds[which]);
	if (!solver)
		return REPLY_ERROR;
	if (end == SOLVER_NO_DEADLINE || end > soon)
		end = soon;
	before = solver_statistics(solver)->seconds;
	task_enter(in->task, "%s", solver_kind_name(solver_kind_at(in, which)));
	enum reply reply = solver_check(solver, assumptions, count, end);
	task_leave(in->task);
	in->outcome->solver_seconds += solver_statistics(solver)->seconds - before;
	in->outcome->checks++;
	in->outcome->out_of_memory = solver_out_of_memory(solver);
	return reply;
}

static bool is_usable(const struct induction *in, int which)
{
	enum solver_kind other;
	return which != SOLVER_OTHER || solver_next(in->task->goals.solver, &other);
}

struct assumptions VEC_BODY(term);

static void assume_candidates(const struct induction *in, struct assumptions *list)
{
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++)
			if (!in->cut.loops.at[i].candidates.at[k].dropped)
				vec_push(list, in->cut.loops.at[i].candidates.at[k].use);
}

/* The first solver alone, which remembers what it was asked before. */
static enum reply ask_quickly(struct induction *in, term query)
{
	struct assumptions list = { 0 };
	vec_push(&list, query);
	assume_candidates(in, &list);
	enum reply reply = ask_solver(in, SOLVER_FIRST, list.at, list.count);
	vec_free(&list);
	return reply;
}

/* The first so many. */
static enum reply ask_some(struct induction *in, term query, int solvers)
{
	struct assumptions list = { 0 };
	vec_push(&list, query);
	assume_candidates(in, &list);
	enum reply reply = REPLY_UNKNOWN;
	for (int n = 0; n < solvers && reply != REPLY_SAT && reply != REPLY_UNSAT && !task_out_of_time(in->task); n++) {
		int which = (in->first + n) % SOLVERS;
		if (is_usable(in, which))
			reply = ask_solver(in, which, list.at, list.count);
		if (reply == REPLY_SAT || reply == REPLY_UNSAT)
			in->first = which;
	}
	vec_free(&list);
	return reply;
}

static enum reply ask(struct induction *in, term query)
{
	return ask_some(in, query, SOLVERS);
}

static struct cut_loop *loop_of(struct induction *in, const struct procedure *proc)
{
	for (size_t i = 0; i < in->cut.loops.count; i++)
		if (in->cut.loops.at[i].procedure == proc)
			return &in->cut.loops.at[i];
	return NULL;
}

/* The violations that are of candidates. */
static void sort_violations(struct induction *in)
{
	const struct vc_result *r = vc_result(in->vc);
	for (size_t i = 0; i < r->violation_count; i++) {
		const struct vc_violation *v = &r->violations[i];
		const struct attribute *number = attribute_find(v->statement->attributes, ATTRIBUTE_CANDIDATE);
		struct cut_loop *loop = number ? loop_of(in, v->node->procedure) : NULL;
		if (loop)
			vec_push(&in->violated,
				 (struct violated_candidate){
					 &loop->candidates.at[number->values[0].number],
					 in->algebra ? v->condition
						     : equations_apart(in->bank, v->condition, &in->apart) });
	}
}

/* The leaves of candidates that are in use. */
static void uses_of(const struct induction *in, struct known_leaves *uses)
{
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++)
			if (!in->cut.loops.at[i].candidates.at[k].dropped)
				table_put(uses, in->cut.loops.at[i].candidates.at[k].use, true);
}

static bool is_refuted(const struct induction *in, term condition)
{
	struct known_leaves uses = { 0 };
	uses_of(in, &uses);
	bool refuted = algebra_refutes(in->bank, condition, &uses);
	table_free(&uses);
	return refuted;
}

static term some_candidate_violated(struct induction *in)
{
	VEC(term) list = { 0 };
	for (size_t i = 0; i < in->violated.count; i++)
		if (!in->violated.at[i].candidate->dropped)
			vec_push(&list, in->violated.at[i].condition);
	while (list.count > 1) {
		size_t n = 0;
		for (size_t i = 0; i < list.count; i += 2)
			list.at[n++] = i + 1 < list.count ? term_or(in->bank, list.at[i], list.at[i + 1]) : list.at[i];
		list.count = n;
	}
	term any = list.count ? list.at[0] : term_false(in->bank);
	vec_free(&list);
	return any;
}

static bool holds_in_model(struct induction *in, term t)
{
	struct value v = { 0 };
	bool holds = term_is_true(in->bank, t) || (!term_is_false(in->bank, t) && solver_value(in->answered, t, &v) &&
						   v.kind == VALUE_WORD && v.word);
	value_release(&v);
	return holds;
}

/* It has been dropped: the solvers are told. */
static void forget(struct induction *in, const struct candidate *c)
{
	term unused = term_not(in->bank, c->use);
	vec_push(&in->unused, unused);
	for (int which = 0; which < SOLVERS; which++)
		if (in->solvers[which])
			solver_assert(in->solvers[which], unused);
}

/* Houdini without a solver: what does not follow from polynomials is dropped. */
static bool find_equations(struct induction *in)
{
	bool some = true;
	while (some && !task_out_of_time(in->task)) {
		some = false;
		for (size_t i = 0; i < in->violated.count; i++) {
			struct candidate *c = in->violated.at[i].candidate;
			if (c->dropped || is_refuted(in, in->violated.at[i].condition))
				continue;
			c->dropped = some = true;
			forget(in, c);
		}
		in->outcome->rounds++;
	}
	return !some;
}

/* Drops what the model violates. False: nothing, which should not be. */
static bool drop_violated(struct induction *in)
{
	VEC(struct candidate *) dropped = { 0 };
	for (size_t i = 0; i < in->violated.count; i++) {
		struct candidate *c = in->violated.at[i].candidate;
		if (!c->dropped && holds_in_model(in, in->violated.at[i].condition)) {
			c->dropped = true;
			vec_push(&dropped, c);
		}
	}
	bool some = dropped.count != 0;
	for (size_t i = 0; i < dropped.count; i++)
		forget(in, dropped.at[i]);
	vec_free(&dropped);
	return some;
}

/* Is it dropped where queries take long? At the higher levels only if it multiplies or divides. */
static bool may_be_hard(const struct induction *in, const struct candidate *c)
{
	return !c->dropped && (c->hard || in->level < LEVEL_SUMS);
}

static bool has_hard(const struct induction *in)
{
	for (size_t i = 0; i < in->violated.count; i++)
		if (may_be_hard(in, in->violated.at[i].candidate))
			return true;
	return false;
}

/* Drops those that by themselves take long, the first time; later all that multiply or divide. False: there is none. */
static bool drop_hard(struct induction *in)
{
	bool some = false;
	for (size_t i = 0; i < in->violated.count; i++) {
		struct violated_candidate *v = &in->violated.at[i];
		bool drop = in->without_hard ? v->candidate->hard : may_be_hard(in, v->candidate);
		if (v->candidate->dropped || !drop || task_out_of_time(in->task) ||
		    (!in->without_hard && ask_quickly(in, v->condition) == REPLY_UNSAT))
			continue;
		v->candidate->dropped = true;
		forget(in, v->candidate);
		some = true;
	}
	bool tried = in->without_hard;
	in->without_hard = in->lost_hard = true;
	return some || !tried;
}

static uint64_t name_of(size_t loop, const struct candidate *c)
{
	return (uint64_t)loop << 32 | c->number;
}

/* How many are left; remembers those that are not. */
static uint32_t note_dropped(struct induction *in)
{
	uint32_t left = 0;
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++) {
			const struct candidate *c = &in->cut.loops.at[i].candidates.at[k];
			left += !c->dropped;
			if (c->dropped)
				table_put(&in->dropped, name_of(i, c), 1);
		}
	return left;
}

static uint32_t drop_again(struct induction *in)
{
	uint32_t left = 0;
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++) {
			struct candidate *c = &in->cut.loops.at[i].candidates.at[k];
			c->dropped = table_has(&in->dropped, name_of(i, c));
			left += !c->dropped;
		}
	return left;
}

/* What an earlier attempt found out of the same candidates. */
static void drop_refuted(struct induction *in)
{
	struct refuted *r = in->refuted;
	if (!r)
		return;
	if (r->of != in->cut.candidates) {
		table_free(&r->numbers);
		*r = (struct refuted){ .of = in->cut.candidates };
	}
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++) {
			struct candidate *c = &in->cut.loops.at[i].candidates.at[k];
			c->dropped |= table_has(&r->numbers, name_of(i, c));
		}
}

/* Houdini drops what the greatest set of inductive candidates does not have: that stays true, unless others were dropped for being hard. */
static void keep_refuted(struct induction *in)
{
	if (!in->refuted || in->lost_hard)
		return;
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++) {
			const struct candidate *c = &in->cut.loops.at[i].candidates.at[k];
			if (c->dropped)
				table_put(&in->refuted->numbers, name_of(i, c), 1);
		}
}

static bool give_up(struct induction *in, const char *why)
{
	in->trouble = why;
	return false;
}

/* Houdini. True: the candidates that are left are inductive together. False with in->anew: most are gone, so that the
 * program is better cut anew without them. */
static bool find_inductive(struct induction *in)
{
	uint32_t most = note_dropped(in);
	for (uint32_t round = 0; round < MAX_ROUNDS; round++) {
		in->anew = most >= FEW && note_dropped(in) < most / 2;
		if (in->anew)
			return false;
		term query = some_candidate_violated(in);
		if (term_is_false(in->bank, query))
			return true;
		if (task_out_of_time(in->task))
			return give_up(in, "time");
		bool hard = !in->steadfast && has_hard(in);
		switch (ask_some(in, query, hard ? SOLVER_ANEW : SOLVERS)) {
		case REPLY_UNSAT:
			return true;
		case REPLY_SAT:
			if (!drop_violated(in))
				return give_up(in, "a model without a violated candidate");
			break;
		case REPLY_UNKNOWN:
		case REPLY_ERROR:
			if (hard && !task_out_of_time(in->task)) {
				in->steadfast = !drop_hard(in);
				break;
			}
			return give_up(in, in->answered && solver_timed_out(in->answered) ? "time"
											  : "the solver does not know");
		}
		in->outcome->rounds++;
	}
	return give_up(in, "too many rounds");
}

static bool execute(struct induction *in)
{
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = TERMS,
				    .share = true,
				    .stop = task_out_of_time,
				    .stop_context = in->task,
				    .profile = in->task->goals.profile };
	in->vc = vc_new(in->cut.program, in->task->diags);
	task_enter(in->task, "queries");
	bool executed = in->vc && vc_execute(in->vc, &policy) == VC_DONE;
	task_leave(in->task);
	if (!executed)
		return give_up(in, "the cut program is too large");
	const struct vc_result *r = vc_result(in->vc);
	in->outcome->instances = r->nodes;
	in->outcome->tree = vc_tree_size(in->vc);
	in->outcome->assertions = 0;
	for (size_t i = 0; i < r->violation_count; i++)
		in->outcome->assertions += !attribute_find(r->violations[i].statement->attributes, ATTRIBUTE_CANDIDATE);
	return true;
}

/* Candidates and assertions together: what is left open counts as a violation. */
static bool is_safe(struct induction *in)
{
	term over = equations_apart(in->bank, query_over(in->bank, in->vc, NULL, NULL), &in->apart);
	return term_is_false(in->bank, over) || ask(in, over) == REPLY_UNSAT;
}

/* --- assertions one by one --- */

/* Violations that may still happen; of one assertion there may be several. */
struct open VEC_BODY(const struct vc_violation *);

static uint64_t obligation(const struct statement *s)
{
	return s->kind == STATEMENT_ASSERT ? attribute_get_number(s->attributes, ATTRIBUTE_PLACE, 0) : 0;
}

static term some_open(struct induction *in, const struct open *open, size_t from, size_t to)
{
	term any = term_false(in->bank);
	for (size_t i = from; i < to; i++)
		any = term_or(in->bank, any, open->at[i]->condition);
	return any;
}

/* Removes open[from ... to) of which some may happen: those that do to *failing. Halves what takes too long. */
static void ask_each(struct induction *in, struct open *open, size_t from, size_t to, struct table *failing)
{
	while (from < to) {
		term query = some_open(in, open, from, to);
		enum reply reply = term_is_false(in->bank, query) ? REPLY_UNSAT
				   : task_out_of_time(in->task)   ? REPLY_UNKNOWN
								  : ask_quickly(in, query);
		if (reply == REPLY_UNSAT)
			return;
		size_t left = from;
		for (size_t i = from; i < to; i++) {
			if (reply == REPLY_SAT && !table_has(failing, obligation(open->at[i]->statement)) &&
			    !holds_in_model(in, open->at[i]->condition))
				open->at[left++] = open->at[i];
			else if (reply == REPLY_SAT)
				table_put(failing, obligation(open->at[i]->statement), 1);
			else
				left = to;
		}
		if (left == to)
			break;
		to = left;
	}
	if (to - from == 1)
		table_put(failing, obligation(open->at[from]->statement), 1);
	if (to - from < 2)
		return;
	ask_each(in, open, from, from + (to - from) / 2, failing);
	ask_each(in, open, from + (to - from) / 2, to, failing);
}

static void note_holding(struct induction *in, const struct table *failing)
{
	program_for_each_statement(in->cut.program, at)
		if (obligation(at.statement) && !term_is_true(in->cut.program->bank, at.statement->term) &&
		    !table_has(failing, obligation(at.statement)))
			table_put(in->holding, obligation(at.statement), 1);
}

/* Those of the cut program that nothing violates. True: all of them. A constant says nothing: it was decided elsewhere, or is of
 * another group (group.h). */
static bool find_holding(struct induction *in)
{
	const struct vc_result *r = vc_result(in->vc);
	struct open open = { 0 };
	struct table failing = { 0 };
	bool complete = !r->open_count && !r->cut_count;
	for (size_t i = 0; i < r->violation_count; i++)
		if (!attribute_find(r->violations[i].statement->attributes, ATTRIBUTE_CANDIDATE))
			vec_push(&open, &r->violations[i]);
	if (complete) {
		ask_each(in, &open, 0, open.count, &failing);
		note_holding(in, &failing);
	}
	complete = complete && !failing.count;
	table_free(&failing);
	vec_free(&open);
	return complete;
}

static void tell(const struct induction *in)
{
	const struct outcome *o = in->outcome;
	uint32_t left = 0;
	for (size_t i = 0; i < in->cut.loops.count; i++)
		for (size_t k = 0; k < in->cut.loops.at[i].candidates.count; k++)
			left += !in->cut.loops.at[i].candidates.at[k].dropped;
	task_say(in->task,
		 "induction: %zu loops, %u candidates, %u left after %u rounds, %u instances, %u terms, solver %.1f s",
		 in->cut.loops.count, in->cut.candidates, left, o->rounds, o->instances, bank_size(in->bank),
		 o->solver_seconds);
}

/* The program cut, with candidates; the first time those that executions refute are dropped, later all that were. */
static bool cut_program(struct induction *in, bool first)
{
	if (!cut_begin(&in->cut, in->prepared))
		return false;
	in->bank = in->cut.program->bank;
	in->loops = in->cut.loops.count != 0;
	struct sample_limits limits = { in->task->limits.deadline, in->task->limits.memory_mb };
	if (!in->heads && (in->level >= LEVEL_MEMORY || in->algebra) && !in->parts && in->loops)
		in->heads = heads_observe(&in->cut, in->prepared, limits);
	in->cut.heads = in->heads;
	if (in->level > LEVEL_NOTHING)
		candidates_of_scalars(&in->cut, in->level);
	if (in->level >= LEVEL_MEMORY)
		candidates_of_maps(&in->cut);
	if (in->heads && in->algebra)
		candidates_of_polynomials(&in->cut, in->heads);
	else if (in->heads)
		candidates_of_heads(&in->cut, in->heads);
	if (first && in->level > LEVEL_NOTHING && !in->parts)
		candidates_filter(&in->cut, in->prepared, limits);
	if (first)
		drop_refuted(in);
	if (first)
		note_dropped(in);
	else
		drop_again(in);
	cut_finish(&in->cut);
	return true;
}

static void release_cut(struct induction *in)
{
	vec_free(&in->violated);
	table_free(&in->apart);
	vec_free(&in->unused);
	for (int which = 0; which < SOLVERS; which++) {
		solver_free(in->solvers[which]);
		in->solvers[which] = NULL;
	}
	in->answered = NULL;
	vc_free(in->vc);
	in->vc = NULL;
	cut_release(&in->cut);
	in->cut = (struct cut){ 0 };
}

/* Of the candidates that are left: they are inductive. */
static bool conclude(struct induction *in)
{
	bool all = in->holding && find_holding(in);
	return all || ((in->patient || !in->holding) && is_safe(in));
}

/* Likewise, without a solver. */
static bool conclude_equations(struct induction *in)
{
	const struct vc_result *r = vc_result(in->vc);
	struct table failing = { 0 };
	bool complete = !r->open_count && !r->cut_count;
	for (size_t i = 0; complete && i < r->violation_count; i++)
		if (!attribute_find(r->violations[i].statement->attributes, ATTRIBUTE_CANDIDATE) &&
		    !is_refuted(in, r->violations[i].condition))
			table_put(&failing, obligation(r->violations[i].statement), 1);
	bool all = complete && !failing.count;
	if (complete && in->holding)
		note_holding(in, &failing);
	table_free(&failing);
	return all;
}

/* It is a proof, if of some assertions only. */
static void learn(struct induction *in)
{
	const struct listener *l = &in->task->goals.listener;
	if (l->learn && !in->parts)
		l->learn(l->context, &in->cut);
}

static bool prove(struct induction *in)
{
	bool safe = false;
	for (bool first = true; first || in->anew; first = false) {
		in->anew = in->without_hard = in->steadfast = false;
		task_enter(in->task, "candidates");
		safe = cut_program(in, first);
		task_leave(in->task);
		safe = safe && execute(in);
		if (safe) {
			sort_violations(in);
			size_t held = in->holding ? in->holding->count : 0;
			safe = in->algebra ? find_equations(in) && conclude_equations(in)
					   : find_inductive(in) && conclude(in);
			if (safe || (in->holding && in->holding->count > held))
				learn(in);
			if (safe && in->proved)
				in->proved(in->context, &in->cut);
			tell(in);
			in->outcome->terms = bank_size(in->bank);
			keep_refuted(in);
		}
		release_cut(in);
	}
	return safe;
}

static void begin(struct induction *in)
{
	in->prepared = in->task->prepared;
	if (in->level < LEVEL_SUMS)
		return;
	in->prepared = program_copy(in->task->prepared);
	loops_widen(in->prepared);
}

bool induction_try(const struct attempt *attempt, struct task *task, struct outcome *o)
{
	struct induction in = { .task = task,
				.outcome = o,
				.level = attempt->level,
				.holding = attempt->holding,
				.patient = attempt->patient,
				.algebra = attempt->algebra,
				.parts = attempt->parts,
				.refuted = attempt->refuted,
				.proved = attempt->proved,
				.context = attempt->context };
	task_enter(task, "induction, level %d", (int)attempt->level);
	begin(&in);
	bool proved = prove(&in);
	task_leave(task);
	if (in.prepared != task->prepared)
		program_free(in.prepared);
	if (in.trouble)
		o->reason = arena_format(task->arena, "no inductive invariants were found: %s", in.trouble);
	table_free(&in.dropped);
	heads_free(in.heads);
	if (attempt->loops)
		*attempt->loops = in.loops;
	return proved;
}

/* Of the time that is left, all for the last level; products are for a while only, as a query about them may take any time. */
static struct task task_for_level(const struct task *task, int level, int last)
{
	enum { PRODUCT_SECONDS = 20 };
	static const double share[LEVELS] = { 0.2, 0.3, 0.7, 0.7, 0.5, 0.7, 1 };
	struct task sub = *task;
	double now = clock_now();
	if (task->limits.deadline != SOLVER_NO_DEADLINE)
		sub.limits.deadline = now + (level == last ? 1 : share[level]) * (task->limits.deadline - now);
	double soon = clock_after(PRODUCT_SECONDS);
	if (level == LEVEL_PRODUCTS && (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > soon))
		sub.limits.deadline = soon;
	return sub;
}

/* The next level need not bother with what this one has proved. True: that was all. */
static bool leave_out_proved(struct task *task, struct outcome *o)
{
	task_know(task, o);
	return task_prepare_again(task) && !program_open_count(task->prepared);
}

static bool prove_at(struct task *task, int level, int last, bool algebra, bool *loops, struct outcome *o)
{
	struct task sub = task_for_level(task, level, last);
	size_t before = task->proved->count;
	struct attempt attempt = { .level = (enum level)level, .algebra = algebra, .loops = loops };
	if (program_open_count(task->prepared) > 1)
		attempt.holding = task->proved;
	attempt.patient = true;
	if (!induction_try(&attempt, &sub, o) && (task->proved->count == before || !leave_out_proved(task, o)))
		return false;
	o->verdict = VERDICT_SAFE;
	o->reason = NULL;
	return true;
}

struct product_search {
	const struct bank *bank;
	bool found;
};

static void note_product(void *context, term t)
{
	struct product_search *search = context;
	search->found = search->found || (term_op(search->bank, t) == OP_BVMUL &&
					  !term_is_constant(search->bank, term_arg(search->bank, t, 0)) &&
					  !term_is_constant(search->bank, term_arg(search->bank, t, 1)));
}

/* Does it multiply numbers? */
static bool multiplies(const struct program *p)
{
	struct product_search search = { p->bank, false };
	struct table seen = { 0 };
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++) {
			const struct block *block = p->procedures[i]->blocks[b];
			for (uint32_t k = 0; k < block->statement_count; k++) {
				const struct statement *s = &block->statements[k];
				for (uint32_t n = 0; s->kind == STATEMENT_CALL && n < s->argument_count; n++)
					term_visit(p->bank, s->arguments[n], &seen, note_product, &search);
				if (s->term)
					term_visit(p->bank, s->term, &seen, note_product, &search);
			}
			if (block->terminator.term)
				term_visit(p->bank, block->terminator.term, &seen, note_product, &search);
		}
	table_free(&seen);
	return search.found;
}

void induction_search(struct task *task, enum level last, struct outcome *o)
{
	outcome_unknown(o, "no inductive invariants were found");
	bool loops = true, any = false;
	if (multiplies(task->prepared) && prove_at(task, LEVEL_NOTHING, (int)last, true, &any, o))
		return;
	for (int level = task->was_cut ? LEVEL_NOTHING + 1 : LEVEL_NOTHING;
	     level <= (int)last && loops && !task_out_of_time(task); level++)
		if (prove_at(task, level, (int)last, false, &loops, o))
			return;
}

static void search(struct task *task, struct outcome *o)
{
	induction_search(task, LEVELS - 1, o);
}

static void search_cut(struct task *task, struct outcome *o)
{
	bool loops = true;
	outcome_unknown(o, "no inductive invariants were found");
	task->was_cut = true;
	prove_at(task, LEVEL_NOTHING, LEVELS, false, &loops, o);
}

/* Either quick or without success. Of several places engine_groups takes care. */
const struct engine engine_induction = {
	.search = search,
	.turn = { .taken = true, .part = 0.6, .seconds = 15, .most = 1, .cycles = true },
	.only_proves = true
};

/* One query, for as long as the first one of induction has, where others have to take much of a program in. */
const struct engine engine_cut = {
	.search = search_cut,
	.turn = { .taken = true, .part = 0.6, .seconds = 15, .most = 1, .blocks = 500, .cycles = true },
	.only_proves = true
};

/* Variable abstraction and refinement (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 3) around stratified inlining.
 *
 * The program is abstracted to a set of tracked globals (maps are globals), searched, and a counterexample's path is taken
 * back to the program: either it can be executed there, or Algorithm 2 of the paper finds a minimal set of
 * further globals to track which excludes it. An abstraction allows more executions: its SAFE is the program's.
 *
 * Memory about which too little is known makes formulas that are harder than the program's own. So abstract
 * searches and questions about paths have a part of the time each; when it is over, everything is tracked. */
#include "engine.h"

#include <string.h>

#include "abstract.h"
#include "number.h"
#include "pass.h"
#include "replay.h"
#include "trail.h"

enum { SLICE_SECONDS = 2, SLICES = 4 };

struct refinement {
	struct task *task;
	struct program *program;
	struct solver *solver;
	bool *tracked; /* per global */
	term *flags;   /* per global: false, or 0: tracked */
	struct trail trail;
	struct trail_vc vc;
	const char *trouble;
	bool out_of_memory; /* and that is why */
};

/* --- the abstract counterexample's path --- */

static void record_branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			  uint32_t target)
{
	struct trail *trail = context;
	(void)run, (void)proc, (void)block;
	vec_push(&trail->targets, target);
}

static bool record_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			const struct statement *s)
{
	struct trail *trail = context;
	(void)run, (void)proc, (void)block;
	trail->assertions += s->kind == STATEMENT_ASSERT;
	return true;
}

/* False: the counterexample is none of the abstraction either. */
static bool record_trail(struct program *abstract, const struct counterexample *c, struct trail *trail)
{
	struct replay replay = { .context = trail, .step = record_step, .branch = record_branch };
	struct run *run = run_new(abstract);
	const struct run_result *result = replay_execute(run, c->inputs, &replay);
	bool violated = result->end == RUN_VIOLATED;
	trail->assertions += violated;
	run_free(run);
	return violated;
}

/* --- unknowns along the path --- */

struct along {
	const struct refinement *refinement;
	size_t next_unknown, next_target;
};

static term along_statement(void *context, const struct run *run, const struct statement *s)
{
	struct along *a = context;
	(void)run, (void)s;
	const struct trail_vc *vc = &a->refinement->vc;
	return a->next_unknown < vc->unknowns.count ? vc->unknowns.at[a->next_unknown++] : 0;
}

static uint32_t along_choice(void *context, const struct run *run, const struct block *block,
			     bool (*is_true)(void *holder, term leaf), void *holder)
{
	struct along *a = context;
	(void)run, (void)is_true, (void)holder;
	const struct trail *trail = &a->refinement->trail;
	uint32_t target = a->next_target < trail->targets.count ? trail->targets.at[a->next_target] : 0;
	return target < block->terminator.target_count ? target : 0;
}

static void along_branch(void *context)
{
	((struct along *)context)->next_target++;
}

static term along_initial(void *context, const struct run *run, const struct procedure *proc, const struct variable *v)
{
	struct along *a = context;
	(void)run;
	return proc ? 0 : a->refinement->vc.initial[v->index];
}

/* --- refinement --- */

static uint32_t count_tracked(const struct refinement *r)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < r->program->global_count; i++)
		count += r->tracked[i];
	return count;
}

static bool is_complete(const struct refinement *r)
{
	return count_tracked(r) == r->program->global_count;
}

static void track_everything(struct refinement *r)
{
	memset(r->tracked, true, r->program->global_count * sizeof *r->tracked);
}

/* When a step that may prove too hard has to end. */
static double slice_end(const struct refinement *r)
{
	double now = clock_now(), slice = SLICE_SECONDS;
	if (r->task->limits.deadline == SOLVER_NO_DEADLINE)
		return now + slice;
	double part = (r->task->limits.deadline - now) / SLICES;
	return now + (part < slice ? part : slice);
}

enum path_answer { PATH_CORRECT, PATH_BUGGY, PATH_TROUBLE };

static void forget_path(struct refinement *r, struct outcome *outcome)
{
	if (r->solver) {
		outcome->checks += solver_statistics(r->solver)->checks;
		outcome->solver_seconds += solver_statistics(r->solver)->seconds;
	}
	solver_free(r->solver);
	r->solver = NULL;
	trail_vc_release(&r->vc);
}

/* Does the path violate an assertion when just the globals of `set` are tracked? The formula is made again for each set:
 * with constants for what is tracked it is folded as it is made, and memory is resolved. Leaves vc and solver of
 * this set. */
static enum path_answer check_path(struct refinement *r, const bool *set, struct outcome *outcome)
{
	struct bank *bank = r->program->bank;
	forget_path(r, outcome);
	for (uint32_t i = 0; i < r->program->global_count; i++)
		r->flags[i] = set[i] ? 0 : term_false(bank);
	r->vc = trail_execute(r->program, &r->trail, r->flags);
	if (term_is_false(bank, r->vc.violated))
		return PATH_CORRECT;
	r->solver = task_solver(r->task, bank, false);
	if (!r->solver)
		return PATH_TROUBLE;
	task_enter(r->task, "%s: path", solver_kind_name(r->task->goals.solver));
	enum reply reply = solver_look(r->solver, &r->vc.violated, 1, slice_end(r));
	task_leave(r->task);
	switch (reply) {
	case REPLY_SAT:
		return PATH_BUGGY;
	case REPLY_UNSAT:
		return PATH_CORRECT;
	case REPLY_UNKNOWN:
	case REPLY_ERROR:
		break;
	}
	r->out_of_memory = solver_out_of_memory(r->solver);
	r->trouble = arena_format(r->task->arena, "refinement: the solver does not know: %s", solver_reason(r->solver));
	return PATH_TROUBLE;
}

/* Algorithm 2: `set` (what must be tracked) grows by a minimal part of `open` (undecided globals, `count` of them) such
 * that the path becomes correct, which it is when all of `open` is tracked. False: trouble. */
static bool refine(struct refinement *r, bool *set, const uint32_t *open, uint32_t count, struct outcome *outcome)
{
	if (!count)
		return true;
	enum path_answer answer = check_path(r, set, outcome);
	if (answer != PATH_BUGGY)
		return answer == PATH_CORRECT;
	if (count == 1) {
		set[open[0]] = true;
		return true;
	}
	uint32_t half = count / 2;
	/* With the second half tracked: what of the first half must be? */
	for (uint32_t i = half; i < count; i++)
		set[open[i]] = true;
	bool fine = refine(r, set, open, half, outcome);
	for (uint32_t i = half; i < count; i++)
		set[open[i]] = false;
	return fine && refine(r, set, open + half, count - half, outcome);
}

/* True: more is tracked than before. */
static bool choose_tracked(struct refinement *r, struct outcome *outcome)
{
	uint32_t before = count_tracked(r), count = 0, *open = memory_alloc(r->program->global_count * sizeof *open);
	for (uint32_t i = 0; i < r->program->global_count; i++)
		if (!r->tracked[i])
			open[count++] = i;
	bool fine = refine(r, r->tracked, open, count, outcome);
	memory_free(open);
	if (fine && count_tracked(r) == before)
		r->trouble = "refinement: the abstract counterexample's path violates nothing";
	return fine && !r->trouble;
}

/* The path can be executed with everything tracked: it is a bug of the program. */
static void take_bug(struct refinement *r, struct outcome *outcome)
{
	struct along along = { r, 0, 0 };
	struct unknowns unknowns = { &along, along_statement, along_choice, along_initial, along_branch, NULL };
	const char *reason;
	if (counterexample_find(r->program, &unknowns, r->solver, task_in_time, r->task, r->task->arena, &outcome->bug,
				&reason))
		task_confirm(r->task, outcome);
	else
		outcome_unknown(outcome, reason);
}

/* True: everything is tracked from now on. */
static bool give_up_abstraction(struct refinement *r, struct outcome *outcome, const char *reason)
{
	if (is_complete(r) || task_out_of_time(r->task)) {
		outcome_unknown(outcome, reason);
		outcome->out_of_memory = r->out_of_memory;
		return false;
	}
	track_everything(r);
	r->trouble = NULL;
	r->out_of_memory = false;
	return true;
}

/* True: `tracked` has grown, search again. False: the outcome is final. */
static bool judge_counterexample(struct refinement *r, struct outcome *outcome)
{
	bool *everything = memory_alloc(r->program->global_count * sizeof *everything);
	memset(everything, true, r->program->global_count * sizeof *everything);
	enum path_answer answer = check_path(r, everything, outcome);
	bool again = answer == PATH_CORRECT && choose_tracked(r, outcome);
	if (answer == PATH_BUGGY)
		take_bug(r, outcome);
	else if (!again)
		again = give_up_abstraction(r, outcome, r->trouble ? r->trouble : "refinement: no solver");
	forget_path(r, outcome);
	memory_free(everything);
	return again;
}

/* One round: abstract, search, judge. True: again. */
static bool cegar_round(struct refinement *r, struct outcome *outcome)
{
	outcome->tracked = count_tracked(r);
	outcome->tracked_of = r->program->global_count;
	struct program *abstract = program_copy(r->program);
	abstract_program(abstract, r->tracked);
	program_number(abstract); /* each choice has its own inputs: the path is found again by them */
	outcome->verdict = VERDICT_UNKNOWN;
	outcome->reason = NULL;
	struct task task = *r->task;
	if (!is_complete(r))
		task.limits.deadline = slice_end(r);
	stratified_search(&task, abstract, outcome);
	bool again = false;
	if (outcome->verdict == VERDICT_UNSAFE) {
		bool replayed = record_trail(abstract, &outcome->bug, &r->trail);
		inputs_free(outcome->bug.inputs);
		outcome->bug = (struct counterexample){ 0 };
		if (replayed)
			again = judge_counterexample(r, outcome);
		else
			again = give_up_abstraction(r, outcome,
						    "refinement: the abstract counterexample does not replay");
		vec_free(&r->trail.targets);
		r->trail.assertions = 0;
	} else if (outcome->verdict != VERDICT_SAFE && !is_complete(r) && task_out_of_time(&task)) {
		again = give_up_abstraction(r, outcome, "time");
	}
	/* What the report points to must outlive the abstraction: places of the bound are kept in the program itself. */
	vec_clear(&outcome->beyond);
	program_free(abstract);
	return again;
}

static void search(struct task *task, struct outcome *outcome)
{
	struct refinement r = { .task = task, .program = task->prepared };
	uint32_t count = r.program->global_count;
	r.tracked = memory_alloc(count * sizeof *r.tracked);
	r.flags = memory_alloc(count * sizeof *r.flags);
	while (cegar_round(&r, outcome))
		if (task_out_of_time(task)) {
			outcome_unknown(outcome, "time");
			break;
		}
	memory_free(r.tracked);
	memory_free(r.flags);
}

const struct engine engine_cegar = { .search = search };

/* Variable abstraction and refinement (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 3) around stratified inlining.
 *
 * The program is abstracted to a set of tracked globals (maps are globals), searched, and a counterexample's path is taken
 * back to the program: either it can be executed there, or refinement finds a minimal set of further globals to track which
 * excludes it (refine.h). An abstraction allows more executions: its SAFE is the program's, and where it has no violation up to a
 * bound, the next one, which tracks more, has none either.
 *
 * Memory about which too little is known makes formulas that are harder than the program's own. So abstract
 * searches and questions about paths have a part of the time each; when it is over, everything is tracked. */
#include "engine.h"

#include <string.h>

#include "abstract.h"
#include "iterate.h"
#include "number.h"
#include "pass.h"
#include "path_question.h"
#include "replay.h"
#include "stratified.h"

static const double SHARED_SECONDS = 0.1; /* for a check of the one formula */

struct cegar {
	struct task *task;
	struct program *program; /* task->prepared */
	bool *tracked;           /* per global */
	struct trail trail;      /* of the last counterexample */
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
	vec_clear(&trail->targets);
	trail->assertions = 0;
	const struct run_result *result = replay_execute(run, c->inputs, &replay);
	bool violated = result->end == RUN_VIOLATED;
	trail->assertions += violated;
	run_free(run);
	return violated;
}

/* --- what is tracked --- */

static uint32_t count_tracked(const struct cegar *c)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < c->program->global_count; i++)
		count += c->tracked[i];
	return count;
}

static bool is_complete(const struct cegar *c)
{
	return count_tracked(c) == c->program->global_count;
}

static void track_leaf(void *context, term leaf)
{
	struct cegar *c = context;
	const struct variable *v = program_variable_of(c->program, leaf);
	if (v && v->kind == VARIABLE_GLOBAL)
		c->tracked[v->index] = true;
}

/* What assertions read: without it they fail whatever the path is. */
static void track_assertions(struct cegar *c)
{
	program_for_each_statement(c->program, at)
		if (at.statement->kind == STATEMENT_ASSERT)
			term_leaves(c->program->bank, at.statement->term, track_leaf, c);
}

static void cegar_begin(struct cegar *c, struct task *task)
{
	*c = (struct cegar){ .task = task, .program = task->prepared };
	c->tracked = memory_alloc((c->program->global_count + 1) * sizeof *c->tracked);
	track_assertions(c);
}

static void cegar_end(struct cegar *c)
{
	memory_free(c->tracked);
	vec_free(&c->trail.targets);
}

/* --- refinement --- */

/* Algorithm 2, and Algorithm 1 where the one formula is too hard: memory that may or may not be tracked is not resolved as the formula is
 * made (docs/inlining.md, "Refinement"). */
static bool by_halves(struct path_question *path, bool *tracked)
{
	uint32_t count = path->program->global_count;
	bool *set = memory_alloc((count + 1) * sizeof *set);
	memcpy(set, tracked, count * sizeof *set);
	struct refine_question shared = { count, path_check_shared, path, 0 }, each = { count, path_check, path, 0 };
	path_share(path, set);
	path->patience = SHARED_SECONDS;
	bool fine = refine_by_halves(&shared, set);
	path->patience = 0;
	if (fine)
		memcpy(tracked, set, count * sizeof *set);
	memory_free(set);
	return fine || refine_by_halves(&each, tracked);
}

/* True: everything is tracked from now on. */
static bool give_up_abstraction(struct cegar *c, struct outcome *outcome, const char *reason, bool out_of_memory)
{
	if (is_complete(c) || task_out_of_time(c->task)) {
		outcome_unknown(outcome, reason);
		outcome->out_of_memory = out_of_memory;
		return false;
	}
	memset(c->tracked, true, c->program->global_count * sizeof *c->tracked);
	return true;
}

/* The path can be executed with everything tracked: it is a bug of the program. */
static void take_bug(struct cegar *c, struct path_question *path, struct outcome *outcome)
{
	const char *reason;
	if (path_counterexample(path, outcome, &reason))
		task_confirm(c->task, outcome);
	else
		outcome_unknown(outcome, reason);
}

/* The path is correct when all is tracked. True: more is tracked than before. */
static bool track_more(struct cegar *c, struct path_question *path)
{
	uint32_t before = count_tracked(c);
	if (!(c->task->goals.refine ? c->task->goals.refine : by_halves)(path, c->tracked))
		return false;
	if (count_tracked(c) == before)
		path->trouble = "refinement: the abstract counterexample's path violates nothing";
	return count_tracked(c) > before;
}

/* True: `tracked` has grown, search again. False: the outcome is final. */
static bool judge_counterexample(struct cegar *c, struct outcome *outcome)
{
	bool *everything = memory_alloc((c->program->global_count + 1) * sizeof *everything);
	memset(everything, true, c->program->global_count * sizeof *everything);
	struct path_question path;
	path_begin(&path, c->task, c->program, &c->trail);
	enum path_answer answer = path_check(&path, everything);
	bool again = answer == PATH_CORRECT && track_more(c, &path);
	if (answer == PATH_BUGGY)
		take_bug(c, &path, outcome);
	else if (!again)
		again = give_up_abstraction(c, outcome, path.trouble, path.out_of_memory);
	path_end(&path);
	outcome->checks += path.checks;
	outcome->solver_seconds += path.solver_seconds;
	memory_free(everything);
	return again;
}

static bool take_counterexample(struct cegar *c, struct program *abstract, struct outcome *outcome)
{
	bool replayed = record_trail(abstract, &outcome->bug, &c->trail);
	inputs_free(outcome->bug.inputs);
	outcome->bug = (struct counterexample){ 0 };
	if (replayed)
		return judge_counterexample(c, outcome);
	return give_up_abstraction(c, outcome, "refinement: the abstract counterexample does not replay", false);
}

/* One round: abstract, search, judge. True: `tracked` has grown, or all is tracked: again. False: the outcome is final. */
static bool cegar_round(struct cegar *c, struct outcome *outcome)
{
	outcome->tracked = count_tracked(c);
	outcome->tracked_of = c->program->global_count;
	struct program *abstract = program_copy(c->program);
	abstract_program(abstract, c->tracked);
	program_number(abstract); /* each choice has its own inputs: the path is found again by them */
	outcome->verdict = VERDICT_UNKNOWN;
	outcome->reason = NULL;
	struct task task = *c->task;
	if (!is_complete(c))
		task.limits.deadline = path_slice_end(c->task);
	struct search *search = stratified_begin_above(abstract, &task, outcome);
	stratified_go_on(search, &task, outcome);
	stratified_end(search);
	bool again = false;
	if (outcome->verdict == VERDICT_UNSAFE)
		again = take_counterexample(c, abstract, outcome);
	else if (outcome->verdict != VERDICT_SAFE && !is_complete(c) && task_out_of_time(&task))
		again = give_up_abstraction(c, outcome, "time", false);
	/* What the report points to must outlive the abstraction: places of the bound are kept in the program itself. */
	vec_clear(&outcome->beyond);
	program_free(abstract);
	return again;
}

static void search(struct task *task, struct outcome *outcome)
{
	struct cegar c;
	cegar_begin(&c, task);
	while (cegar_round(&c, outcome))
		if (task_out_of_time(task)) {
			outcome_unknown(outcome, "time");
			break;
		}
	cegar_end(&c);
}

const struct engine engine_cegar = { .search = search };

#include "path_question.h"

#include "replay.h"

enum { SLICE_SECONDS = 2, SLICES = 4 };

double path_slice_end(const struct task *task)
{
	double now = clock_now(), slice = clock_after(SLICE_SECONDS);
	if (task->limits.deadline == SOLVER_NO_DEADLINE)
		return slice;
	double part = now + (task->limits.deadline - now) / SLICES;
	return part < slice ? part : slice;
}

void path_begin(struct path_question *q, struct task *task, struct program *program, const struct trail *trail)
{
	*q = (struct path_question){ .task = task, .program = program, .trail = trail };
	q->flags = memory_alloc((program->global_count + 1) * sizeof *q->flags);
}

static void forget(struct path_question *q)
{
	if (q->solver) {
		q->checks += solver_statistics(q->solver)->checks;
		q->solver_seconds += solver_statistics(q->solver)->seconds;
	}
	solver_free(q->solver);
	q->solver = NULL;
	trail_vc_release(&q->vc);
}

void path_end(struct path_question *q)
{
	forget(q);
	memory_free(q->flags);
	q->flags = NULL;
}

/* --- questions --- */

/* The formula for what the flags say. */
static void execute(struct path_question *q)
{
	forget(q);
	q->vc = trail_execute(q->program, q->trail, q->flags);
}

static enum path_answer ask(struct path_question *q, const term *assumptions, size_t count)
{
	if (!q->solver)
		q->solver = task_solver(q->task, q->program->bank, false);
	if (!q->solver) {
		q->trouble = "refinement: no solver";
		return PATH_TROUBLE;
	}
	double end = path_slice_end(q->task), soon = clock_after(q->patience);
	task_enter(q->task, "%s: path", solver_kind_name(q->task->goals.solver));
	enum reply reply = solver_look(q->solver, assumptions, count, q->patience > 0 && soon < end ? soon : end);
	task_leave(q->task);
	switch (reply) {
	case REPLY_SAT:
		return PATH_BUGGY;
	case REPLY_UNSAT:
		return PATH_CORRECT;
	case REPLY_UNKNOWN:
	case REPLY_ERROR:
		break;
	}
	q->out_of_memory = solver_out_of_memory(q->solver);
	q->trouble = arena_format(q->task->arena, "refinement: the solver does not know: %s", solver_reason(q->solver));
	return PATH_TROUBLE;
}

enum path_answer path_check(void *context, const bool *set)
{
	struct path_question *q = context;
	struct bank *bank = q->program->bank;
	for (uint32_t i = 0; i < q->program->global_count; i++)
		q->flags[i] = set[i] ? 0 : term_false(bank);
	execute(q);
	if (term_is_false(bank, q->vc.violated))
		return PATH_CORRECT;
	return ask(q, &q->vc.violated, 1);
}

void path_share(struct path_question *q, const bool *tracked)
{
	struct bank *bank = q->program->bank;
	for (uint32_t i = 0; i < q->program->global_count; i++)
		q->flags[i] = tracked[i] ? 0 : term_variable(bank, sort_bool(bank), q->program->globals[i]->name);
	execute(q);
}

enum path_answer path_check_shared(void *context, const bool *set)
{
	struct path_question *q = context;
	struct bank *bank = q->program->bank;
	VEC(term) assumptions = { 0 };
	vec_push(&assumptions, q->vc.violated);
	for (uint32_t i = 0; i < q->program->global_count; i++)
		if (q->flags[i])
			vec_push(&assumptions, set[i] ? q->flags[i] : term_not(bank, q->flags[i]));
	enum path_answer answer = ask(q, assumptions.at, assumptions.count);
	vec_free(&assumptions);
	return answer;
}

/* --- the counterexample --- */

struct along {
	const struct path_question *question;
	size_t next_unknown, next_target;
};

static term along_statement(void *context, const struct run *run, const struct statement *s)
{
	struct along *a = context;
	(void)run, (void)s;
	const struct trail_vc *vc = &a->question->vc;
	return a->next_unknown < vc->unknowns.count ? vc->unknowns.at[a->next_unknown++] : 0;
}

static uint32_t along_choice(void *context, const struct run *run, const struct block *block,
			     bool (*is_true)(void *holder, term leaf), void *holder)
{
	struct along *a = context;
	(void)run, (void)is_true, (void)holder;
	const struct trail *trail = a->question->trail;
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
	return proc ? 0 : a->question->vc.initial[v->index];
}

bool path_counterexample(struct path_question *q, struct outcome *outcome, const char **reason)
{
	struct along along = { q, 0, 0 };
	struct unknowns unknowns = { &along, along_statement, along_choice, along_initial, along_branch, NULL };
	return counterexample_find(q->program, &unknowns, q->solver, task_in_time, q->task, q->task->arena,
				   &outcome->bug, reason);
}

#include "engine.h"

#include <stdio.h>
#include <unistd.h>

bool task_out_of_time(void *context)
{
	const struct task *task = context;
	return task->deadline != SOLVER_NO_DEADLINE && clock_now() >= task->deadline;
}

bool task_in_time(void *context)
{
	return !task_out_of_time(context);
}

void task_confirm(struct task *task, struct outcome *o)
{
	const char *reason;
	if (counterexample_replay(task->original, &o->bug, task->arena, &reason))
		o->verdict = VERDICT_UNSAFE;
	else
		outcome_unknown(o, reason);
}

struct solver *task_solver(struct task *task, struct bank *bank, bool one_shot)
{
	struct solver_options options = { .command = task->options->solver_command, .one_shot = one_shot };
	return solver_new(task->solver, &options, bank, task->diags);
}

void outcome_unknown(struct outcome *outcome, const char *reason)
{
	outcome->verdict = VERDICT_UNKNOWN;
	outcome->reason = reason;
}

void task_progress(struct task *task, const struct outcome *o, const struct vc *vc, uint32_t bound)
{
	bool terminal = isatty(2) == 1;
	if (!terminal && !task->options->verbose)
		return;
	const struct vc_result *r = vc_result(vc);
	fprintf(stderr, "%sbound %u: %u instances (%u shared calls), %zu open calls",
		terminal ? "\r\033[K" : "verify: ", bound, r->nodes, r->shared_edges, r->open_count);
	if (o->tracked_of)
		fprintf(stderr, ", tracking %u of %u globals", o->tracked, o->tracked_of);
	fprintf(stderr, ", %u terms, solver %.1f s%s", bank_size(task->prepared->bank), o->solver_seconds,
		terminal ? "" : "\n");
	fflush(stderr);
}

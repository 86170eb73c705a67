#include "solver_pair.h"

struct solver_pair solver_pair_new(struct task *task, struct outcome *outcome, struct bank *bank, bool other)
{
	enum solver_kind kind;
	return (struct solver_pair){
		.task = task,
		.outcome = outcome,
		.bank = bank,
		.first = other && solver_next(task->goals.solver, &kind),
	};
}

void solver_pair_release(struct solver_pair *pair)
{
	solver_free(pair->solvers[0]);
	solver_free(pair->solvers[1]);
}

static bool is_answered(enum reply reply)
{
	return reply == REPLY_SAT || reply == REPLY_UNSAT;
}

static struct solver *solver_at(struct solver_pair *pair, int which)
{
	struct task with = *pair->task;
	if (which && !solver_next(pair->task->goals.solver, &with.goals.solver))
		return NULL;
	if (!pair->solvers[which])
		pair->solvers[which] = task_solver(&with, pair->bank, pair->once);
	return pair->solvers[which];
}

static enum reply ask(struct solver_pair *pair, const term *assumptions, size_t count, bool proof, double seconds)
{
	struct solver *solver = pair->answered = solver_at(pair, pair->first);
	double end = pair->task->limits.deadline, soon = clock_after(seconds);
	if (!solver)
		return REPLY_ERROR;
	if (end == SOLVER_NO_DEADLINE || end > soon)
		end = soon;
	double before = solver_statistics(solver)->seconds;
	enum reply reply = (proof ? solver_check : solver_look)(solver, assumptions, count, end);
	pair->outcome->checks++;
	pair->outcome->solver_seconds += solver_statistics(solver)->seconds - before;
	return reply;
}

enum reply solver_pair_check(struct solver_pair *pair, const term *assumptions, size_t count, bool proof,
			     double first_seconds, double seconds)
{
	enum solver_kind other;
	bool alone = !seconds || !solver_next(pair->task->goals.solver, &other);
	enum reply reply = ask(pair, assumptions, count, proof, alone && seconds ? seconds : first_seconds);
	if (is_answered(reply) || alone)
		return reply;
	pair->first = !pair->first;
	return ask(pair, assumptions, count, proof, seconds);
}

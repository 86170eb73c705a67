/* Invariants are confirmed stretch by stretch (stretch.h): lib/vc executes each, and the task's solver says that nothing in it
 * can be violated. docs/engines.md has the argument. */
#include "confirm.h"

#include "vc.h"

enum { INSTANCES = 1, TERMS = 1 << 24 };

/* Seconds for a query, before the other solver is asked; and those for a query that no other solver is left for. */
static const double FIRST_SECONDS = 2, UNLIMITED = 1000;

struct confirmation {
	struct task *task;
	struct outcome *outcome;
	struct program *program;
	uint32_t term_limit; /* of all stretches together */
};

static bool is_answered(enum reply reply)
{
	return reply == REPLY_SAT || reply == REPLY_UNSAT;
}

static enum reply ask(struct confirmation *c, struct solver *solver, term query, double seconds)
{
	double end = c->task->limits.deadline, soon = clock_now() + seconds;
	if (end == SOLVER_NO_DEADLINE || end > soon)
		end = soon;
	double before = solver_statistics(solver)->seconds;
	enum reply reply = solver_check(solver, &query, 1, end);
	c->outcome->checks++;
	c->outcome->solver_seconds += solver_statistics(solver)->seconds - before;
	return reply;
}

static struct solver *new_solver(struct confirmation *c, enum solver_kind kind)
{
	struct task with = *c->task;
	with.goals.solver = kind;
	return task_solver(&with, c->program->bank, false);
}

/* The task's solver, and the next one in the table, which these queries are mostly less work for: the one that answered last is
 * asked first. */
struct asked {
	struct solver *solvers[2];
	int first;
};

static enum reply ask_one(struct confirmation *c, struct asked *asked, int which, term query, double seconds)
{
	enum solver_kind kind = c->task->goals.solver;
	if (which && !solver_next(kind, &kind))
		return REPLY_ERROR;
	if (!asked->solvers[which])
		asked->solvers[which] = new_solver(c, kind);
	return asked->solvers[which] ? ask(c, asked->solvers[which], query, seconds) : REPLY_ERROR;
}

static bool is_impossible(struct confirmation *c, struct asked *asked, term query)
{
	enum solver_kind other;
	bool alone = !solver_next(c->task->goals.solver, &other);
	if (term_is_false(c->program->bank, query))
		return true;
	enum reply reply = ask_one(c, asked, asked->first, query, alone ? UNLIMITED : FIRST_SECONDS);
	if (!is_answered(reply) && !alone) {
		asked->first = !asked->first;
		reply = ask_one(c, asked, asked->first, query, UNLIMITED);
	}
	return reply == REPLY_UNSAT;
}

/* Everything that may be violated, one after the other. */
static bool is_safe(struct confirmation *c, const struct vc *vc)
{
	const struct vc_result *r = vc_result(vc);
	enum solver_kind other;
	struct asked asked = { .first = solver_next(c->task->goals.solver, &other) };
	bool safe = !r->open_count;
	for (size_t i = 0; i < r->violation_count && safe; i++)
		safe = is_impossible(c, &asked, r->violations[i].condition);
	for (size_t i = 0; i < r->cut_count && safe; i++)
		safe = is_impossible(c, &asked, r->cuts[i].condition);
	solver_free(asked.solvers[0]);
	solver_free(asked.solvers[1]);
	return safe;
}

/* No execution of the stretch violates an assertion. */
static bool holds(struct confirmation *c)
{
	struct vc_policy policy = {
		.node_limit = INSTANCES, .term_limit = c->term_limit, .stop = task_out_of_time, .stop_context = c->task
	};
	struct vc *vc = vc_new(c->program, c->task->diags);
	bool safe = vc && vc_execute(vc, &policy) == VC_DONE && is_safe(c, vc);
	vc_free(vc);
	return safe;
}

bool invariants_confirm(struct task *task, struct outcome *outcome, struct program *program,
			const struct stretch_invariant *invariants, size_t count)
{
	struct confirmation c = { task, outcome, program, bank_size(program->bank) + TERMS };
	struct stretches stretches;
	bool good = stretches_cut(&stretches, program, invariants, count);
	for (size_t i = 0; i <= count && good; i++) {
		stretches_choose(&stretches, i);
		good = holds(&c);
		if (!good)
			task_say(task, "invariants: not confirmed in stretch %zu of %zu", i, count + 1);
	}
	stretches_release(&stretches);
	return good;
}

/* Invariants are confirmed stretch by stretch (stretch.h): lib/vc executes each, and the task's solver says that nothing in it
 * can be violated. docs/engines.md has the argument. */
#include "confirm.h"

#include "solver_pair.h"
#include "vc.h"

enum { INSTANCES = 1, TERMS = 1 << 24 };

/* So many conditions are one query. 60 to 80 of a state machine of OpenSSL's take a fifth of the time of one query for each;
 * 16 a tenth, but of other programs more than one by one, as some of these queries take long. */
enum { TOGETHER = 8 };

/* Seconds for a query, before the other solver is asked; and those for a query that no other solver is left for. */
static const double FIRST_SECONDS = 2, UNLIMITED = 1000;

struct confirmation {
	struct task *task;
	struct outcome *outcome;
	struct program *program;
	uint32_t term_limit; /* of all stretches together */
};

static bool is_impossible(struct confirmation *c, struct solver_pair *pair, term query)
{
	return term_is_false(c->program->bank, query) ||
	       solver_pair_check(pair, &query, 1, true, FIRST_SECONDS, UNLIMITED) == REPLY_UNSAT;
}

static term any_of(struct bank *bank, const struct vc_violation *violations, size_t count)
{
	term any = term_false(bank);
	for (size_t i = 0; i < count; i++)
		any = term_or(bank, any, violations[i].condition);
	return any;
}

/* Where they are too many for one query, it is halved. */
static bool are_impossible(struct confirmation *c, struct solver_pair *pair, const struct vc_violation *v, size_t count)
{
	size_t half = count / 2;
	term any = any_of(c->program->bank, v, count);
	if (count < 2)
		return is_impossible(c, pair, any);
	if (term_is_false(c->program->bank, any))
		return true;
	enum reply reply = solver_pair_check(pair, &any, 1, true, FIRST_SECONDS, FIRST_SECONDS);
	if (reply == REPLY_UNSAT || reply == REPLY_SAT)
		return reply == REPLY_UNSAT;
	return task_in_time(c->task) && are_impossible(c, pair, v, half) &&
	       are_impossible(c, pair, v + half, count - half);
}

/* Everything that may be violated. The solver that is not the task's is mostly less work for these. */
static bool is_safe(struct confirmation *c, const struct vc *vc)
{
	const struct vc_result *r = vc_result(vc);
	struct solver_pair pair = solver_pair_new(c->task, c->outcome, c->program->bank, true);
	bool safe = !r->open_count;
	pair.once = r->violation_count + r->cut_count == 1;
	for (size_t i = 0; i < r->violation_count && safe; i += TOGETHER) {
		size_t left = r->violation_count - i;
		safe = are_impossible(c, &pair, r->violations + i, left < TOGETHER ? left : TOGETHER);
	}
	for (size_t i = 0; i < r->cut_count && safe; i++)
		safe = is_impossible(c, &pair, r->cuts[i].condition);
	solver_pair_release(&pair);
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

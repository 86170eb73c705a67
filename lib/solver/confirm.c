/* A second solver for each unsat of the first (solver_options.cross_check). It has the same facts, on the same bank, gets
 * them only when it is asked, and what it does not confirm is no answer. */
#include <stdio.h>

#include "backend.h"

struct second {
	struct solver *solver;
	VEC(term) facts; /* asserted of the first, as given */
	size_t sent;     /* the second has so many of them */
	char names[2][64];
};

/* How people know it. */
static void name(char *buffer, size_t size, enum solver_kind kind, const char *command)
{
	if (kind == SOLVER_COMMAND)
		snprintf(buffer, size, "'%s'", command);
	else
		snprintf(buffer, size, "%s", solver_kind_name(kind));
}

static bool choose(const struct solver *first, enum solver_kind *kind)
{
	*kind = SOLVER_COMMAND;
	return first->options.cross_check->command || solver_other(first->kind, kind);
}

bool second_start(struct solver *s, struct diagnostics *diags)
{
	enum solver_kind kind;
	if (!choose(s, &kind)) {
		diagnose(diags, DIAG_SYSTEM, (struct location){ 0 },
			 "this build of Plumb has no second solver: --cross-check=CMD names one");
		return false;
	}
	struct solver_options options = s->options;
	options.cross_check = NULL;
	options.record = NULL;
	options.command = s->options.cross_check->command;
	struct solver *solver = solver_new(kind, &options, s->bank, diags);
	if (!solver)
		return false;
	struct second *second = s->second = memory_alloc(sizeof *second);
	second->solver = solver;
	name(second->names[0], sizeof second->names[0], s->kind, s->options.command);
	name(second->names[1], sizeof second->names[1], kind, options.command);
	return true;
}

void second_stop(struct second *second)
{
	if (!second)
		return;
	solver_free(second->solver);
	vec_free(&second->facts);
	memory_free(second);
}

void second_assert(struct second *second, term t)
{
	vec_push(&second->facts, t);
}

void second_interrupt(struct second *second)
{
	solver_interrupt(second->solver);
}

/* A contradiction weighs more than a missing answer. */
static void note(struct cross_check *check, bool contradicts, const char *why)
{
	check->unconfirmed++;
	if (check->reason[0] && (check->contradicts || !contradicts))
		return;
	check->contradicts = contradicts;
	snprintf(check->reason, sizeof check->reason, "%s", why);
}

enum reply second_confirm(struct solver *s, double deadline)
{
	struct second *second = s->second;
	for (; second->sent < second->facts.count; second->sent++)
		solver_assert(second->solver, second->facts.at[second->sent]);
	enum reply reply = solver_check(second->solver, s->assumptions.at, s->assumptions.count, deadline);
	s->options.cross_check->asked++;
	if (reply == REPLY_UNSAT)
		return REPLY_UNSAT;
	s->timed_out = solver_timed_out(second->solver);
	s->out_of_memory = solver_out_of_memory(second->solver);
	solver_explain(s, "%s says unsat, but %s %s%s", second->names[0], second->names[1],
		       reply == REPLY_SAT ? "says sat" : "does not confirm it: ", solver_reason(second->solver));
	note(s->options.cross_check, reply == REPLY_SAT, s->reason);
	return REPLY_UNKNOWN;
}

bool second_needs(const struct second *second, term t)
{
	size_t count;
	const term *core = solver_core(second->solver, &count);
	for (size_t i = 0; i < count; i++)
		if (core[i] == t)
			return true;
	return false;
}

/* Is a proof empty? When symbolic execution met no assertion, either all of them were simplified to true or none can be
 * reached; users must learn the latter. The program with `assert false` for every assertion tells which: a
 * violation of it is a way to an assertion. An `assert false` of the program itself (a call of an error function, or what
 * C's assert() does when its condition is false) is meant not to be reached, so it does not count; the place from which
 * a condition leads to it does, if it is the block before. Where passes have proved some already and dropped them ({proved 1}),
 * nothing is claimed of those that are left. */
#include "engine.h"

#include "iterate.h"
#include "obligation.h"
#include "pass.h"

enum { PROBE_BOUND = 3, PROBE_SECONDS = 5 };

/* Gives the number of assertions that are not `assert false`. */
static uint32_t probe_block(struct program *p, struct block *block)
{
	uint32_t conditional = 0;
	for (uint32_t s = 0; s < block->statement_count; s++) {
		struct statement *st = &block->statements[s];
		if (st->kind != STATEMENT_ASSERT)
			continue;
		bool probed = !term_is_false(p->bank, st->term);
		conditional += probed;
		st->term = term_bool(p->bank, !probed);
	}
	return conditional;
}

static bool has_assertion(const struct block *block)
{
	for (uint32_t s = 0; s < block->statement_count; s++)
		if (block->statements[s].kind == STATEMENT_ASSERT)
			return true;
	return false;
}

/* Does the block choose between a way to an `assert false` (which probe_block has turned into `assert true`) and others? */
static bool guards(const struct program *p, const struct block *block)
{
	const struct terminator *t = &block->terminator;
	for (uint32_t i = 0; t->target_count > 1 && i < t->target_count; i++)
		for (uint32_t s = 0; s < t->targets[i]->statement_count; s++) {
			const struct statement *st = &t->targets[i]->statements[s];
			if (st->kind == STATEMENT_ASSERT && term_is_true(p->bank, st->term))
				return true;
		}
	return false;
}

static uint32_t make_probe(struct program *p)
{
	uint32_t conditional = 0;
	program_for_each_block(p, at)
		conditional += probe_block(p, at.block);
	program_for_each_block(p, at) {
		if (has_assertion(at.block) || !guards(p, at.block))
			continue;
		block_add(p, at.block, STATEMENT_ASSERT)->term = term_bool(p->bank, false);
		conditional++;
	}
	return conditional;
}

static enum verdict search_probe(struct task *task, struct program *probe)
{
	struct task sub = *task;
	sub.prepared = probe;
	sub.goals.listener.know = NULL; /* it is not about this program */
	if (sub.limits.bound > PROBE_BOUND)
		sub.limits.bound = PROBE_BOUND;
	double end = clock_after(PROBE_SECONDS);
	if (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > end)
		sub.limits.deadline = end;
	struct pass_options passes = { .stop = task_out_of_time, .stop_context = &sub };
	struct outcome outcome = { 0 };
	if (passes_prepare(probe, &passes, task->diags) && program_holds(probe, FACT_ACYCLIC | FACT_NUMBERED))
		stratified_search(&sub, probe, &outcome);
	enum verdict verdict = outcome.verdict;
	outcome_release(&outcome);
	return verdict;
}

void outcome_find_vacuity(struct task *task, struct outcome *outcome)
{
	if (outcome->verdict != VERDICT_SAFE || outcome->assertions)
		return;
	struct program *probe = program_copy(task->original);
	uint32_t conditional = make_probe(probe);
	struct obligations asked = program_obligations(task->original);
	if (!asked.count) {
		outcome->empty = true;
		outcome->reason = "nothing was checked: the program has no assertion";
	} else if (conditional && !program_has_proved(task->original) && search_probe(task, probe) == VERDICT_SAFE) {
		outcome->empty = true;
		outcome->reason = "no assertion can be reached";
	}
	vec_free(&asked);
	program_free(probe);
}

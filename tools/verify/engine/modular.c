/* Obligations that hold in their procedure alone, whatever its callers and callees do within what abstract interpretation knows
 * of them (pass modular). Proofs only. docs/engines.md has the argument. */
#include "induction.h"

#include "iterate.h"
#include "pass.h"
#include "statement.h"

enum { LEVEL_LAST = 3 };

struct modular {
	struct task *task;
	struct outcome *outcome;
	struct program *whole; /* every procedure alone */
	uint32_t places;       /* of all procedures together, numbered from 1 */
	struct table open;     /* those that are not proved */
	uint32_t procedures;   /* that were looked at */
};

/* --- programs --- */

static bool run_passes(struct modular *m, struct program *p, const char *names)
{
	struct pass_options options = { .stop = task_out_of_time, .stop_context = m->task };
	struct pass_list list = passes_default();
	if (names && !passes_parse(names, &list, m->task->diags))
		return false;
	return passes_run(p, &list, &options, m->task->diags, NULL) && !task_out_of_time(m->task);
}

static uint32_t number_places(struct program *p)
{
	uint32_t count = 0;
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_ASSERT && !term_is_true(p->bank, at.statement->term))
			at.statement->attributes =
				attribute_number(p, at.statement->attributes, ATTRIBUTE_PLACE, ++count);
	return count;
}

static uint32_t places_of(const struct program *p, struct table *places)
{
	uint32_t count = 0;
	program_for_each_statement(p, at) {
		uint64_t place = attribute_get_number(at.statement->attributes, ATTRIBUTE_PLACE, 0);
		if (at.statement->kind != STATEMENT_ASSERT || !place || table_has(places, place))
			continue;
		table_put(places, place, 1);
		count++;
	}
	return count;
}

/* Of the calls that the entry makes, the one in target I alone; with what is needed for it. */
static struct program *alone(struct modular *m, uint32_t i)
{
	struct program *p = program_copy(m->whole);
	struct block *first = p->entry->blocks[0];
	block_goto(p, first, first->terminator.targets[i]);
	if (run_passes(m, p, "unreachable"))
		return p;
	program_free(p);
	return NULL;
}

/* --- proofs --- */

static void prove(struct modular *m, struct program *p, struct table *holding)
{
	for (uint32_t level = 0; level <= LEVEL_LAST && !task_out_of_time(m->task); level += LEVEL_LAST) {
		struct task sub = *m->task;
		struct outcome o = { 0 };
		double end = clock_now() + 4;
		if (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > end)
			sub.limits.deadline = end;
		sub.prepared = p;
		induction_prove_each(&sub, &o, level, holding);
		m->outcome->solver_seconds += o.solver_seconds;
		outcome_release(&o);
	}
}

static void prove_procedure(struct modular *m, uint32_t i)
{
	struct table places = { 0 }, left = { 0 }, holding = { 0 };
	uint32_t count, left_count = 0, proved = 0;
	struct program *p = alone(m, i);
	if (!p)
		return;
	count = places_of(p, &places);
	bool passed = count && run_passes(m, p, NULL);
	if (passed)
		left_count = places_of(p, &left);
	if (left_count)
		prove(m, p, &holding);
	for (uint64_t place = 1; place <= m->places; place++) {
		bool holds = table_has(&holding, place) || (passed && !table_has(&left, place));
		if (table_has(&places, place) && !holds)
			table_put(&m->open, place, 1);
		proved += table_has(&places, place) && holds;
	}
	m->procedures++;
	task_say(m->task, false, "modular: %s: %u places, %u after passes, %u proved",
		 m->whole->entry->blocks[0]->terminator.targets[i]->name, count, left_count, proved);
	program_free(p);
	table_free(&places);
	table_free(&left);
	table_free(&holding);
}

static void search(struct task *task, struct outcome *o)
{
	struct modular m = { .task = task, .outcome = o };
	struct pass_options options = { .disable = "narrow,loops", .stop = task_out_of_time, .stop_context = task };
	struct program *staged = program_copy(task->original);
	outcome_unknown(o, "procedures alone are not enough");
	if (passes_prepare(staged, &options, task->diags) && !task_out_of_time(task)) {
		m.places = number_places(staged);
		m.whole = program_copy(staged);
		if (run_passes(&m, m.whole, "modular") && run_passes(&m, m.whole, NULL) &&
		    run_passes(&m, m.whole, "narrow,loops")) {
			const struct terminator *calls = &m.whole->entry->blocks[0]->terminator;
			for (uint32_t i = 0; i < calls->target_count && !task_out_of_time(task); i++)
				prove_procedure(&m, i);
			if (m.procedures == calls->target_count) {
				uint32_t open = 0;
				for (uint64_t place = 1; place <= m.places; place++)
					open += table_has(&m.open, place);
				task_say(task, false, "modular: %u of %u open", open, m.places);
				if (!open)
					o->verdict = VERDICT_SAFE;
			}
		}
		program_free(m.whole);
	}
	table_free(&m.open);
	program_free(staged);
}

const struct engine engine_modular = { .search = search };

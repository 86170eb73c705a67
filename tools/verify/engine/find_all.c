/* --all: the search continues after a violation. What was violated is assumed from then on, because a violated check ends that
 * execution for the checks after it; so each place is found once, and the last verdict is that of all other places. */
#include "engine.h"

#include "iterate.h"
#include "obligation.h"
#include "pass.h"
#include "trace.h"

/* Assertions without a source location are all different. */
static bool is_same(const struct statement *a, const struct statement *b)
{
	return a == b || (attribute_location(a->attributes).line && violation_is_same(a, b));
}

static void assume_violated(struct task *task, const struct statement *violated)
{
	struct table places = { 0 };
	program_for_each_statement(task->original, at)
		if (at.statement->kind == STATEMENT_ASSERT && is_same(at.statement, violated)) {
			at.statement->kind = STATEMENT_ASSUME;
			table_put(&places, attribute_get_number(at.statement->attributes, ATTRIBUTE_PLACE, 0), 1);
		}
	task_assume(task, &places);
	table_free(&places);
}

static bool is_driver(const struct program *p)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (location_in_kernel(attribute_location(p->procedures[i]->attributes)))
			return true;
	return false;
}

/* What traces are of: of a driver and of threads all, for what did not happen may be the cause, or what was lost; else the program without what
 * cannot matter, but with what an abstract interpretation proved, which says what objects are and where they end. The same whatever passes ran
 * before. */
static struct program *program_to_show(struct task *task)
{
	if (is_driver(task->original) || attribute_find(task->original->attributes, ATTRIBUTE_THREADS))
		return task->original;
	struct program *shown = task_prepare(task->original, "discharge,checked", task->limits.deadline, task->diags);
	if (!shown)
		return task->prepared;
	vec_push(&task->kept, shown);
	return shown;
}

void task_keep_finding(struct task *task, struct outcome *o)
{
	struct output *text = output_memory();
	size_t length;
	struct finding f = { .bug = o->bug.original, .violation = o->bug.violation };
	task_enter(task, "trace");
	trace_write(text, program_to_show(task), &o->bug, task->goals.full_trace, task->arena, &f.steps);
	f.trace = arena_format(task->arena, "%s", output_text(text, &length));
	task_leave(task);
	output_close(text, NULL);
	vec_push(&o->found, f);
	task_know(task, o);
}

static void clear(struct outcome *o)
{
	struct findings found = o->found;
	inputs_free(o->bug.inputs);
	vec_free(&o->beyond);
	*o = (struct outcome){ .found = found, .searched_on = true };
}

void task_find_all(struct task *task, const struct engine *engine, struct outcome *o)
{
	if (o->verdict == VERDICT_UNSAFE)
		program_record_obligations(task->original);
	while (o->verdict == VERDICT_UNSAFE) {
		assume_violated(task, o->bug.original);
		clear(o);
		if (!task_prepare_again(task)) {
			outcome_unknown(o, task->diags->errors ? "the program could not be prepared" : "time");
			return;
		}
		uint32_t open = program_open_count(task->prepared);
		task->fuzzed = 0;
		task->short_chains_fail = false;
		engine->search(task, o);
		outcome_credit(o, engine, open);
		if (o->verdict == VERDICT_UNSAFE)
			task_keep_finding(task, o);
	}
}

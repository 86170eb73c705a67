#include "group.h"

#include <stdarg.h>
#include <string.h>

#include "check.h"
#include "history.h"
#include "iterate.h"
#include "pass.h"
#include "read.h"
#include "run.h"
#include "write.h"

/* --- preparation --- */

/* The same program in a bank of its own: the order of terms, on which the solver's choice of a model depends, is then
 * that of the text, whatever passes ran here or in an ir-opt before. */
static struct program *read_again(struct program *p, struct diagnostics *diags)
{
	struct output *out = output_memory();
	size_t length;
	program_write(p, out);
	const char *text = output_text(out, &length);
	struct program *again = program_read_text("<prepared>", text, length, diags);
	output_abandon(out);
	program_free(p);
	return again;
}

static bool out_of_time(void *context)
{
	const double *deadline = context;
	return *deadline != SOLVER_NO_DEADLINE && clock_now() >= *deadline;
}

struct program *task_prepare(const struct program *original, const char *without, double deadline,
			     struct diagnostics *diags)
{
	struct program *p = program_copy(original);
	struct pass_options options = { .disable = without, .stop = out_of_time, .stop_context = &deadline };
	if (passes_prepare(p, &options, diags) && program_holds(p, FACT_ACYCLIC | FACT_NUMBERED))
		return read_again(p, diags);
	program_free(p);
	return NULL;
}

/* Of the time that is left when the preparation begins, abstract interpretation has these parts before it is in some haste, and in most. */
static const double SOME_PART = 0.7, MOST_PART = 0.8;

struct pace {
	double some, most; /* on the monotonic clock */
};

static struct pace pace_until(double deadline)
{
	double now = clock_now(), left = deadline - now;
	if (deadline == SOLVER_NO_DEADLINE)
		return (struct pace){ deadline, deadline };
	return (struct pace){ now + SOME_PART * left, now + MOST_PART * left };
}

static enum haste haste(void *context)
{
	struct pace *pace = context;
	return out_of_time(&pace->most) ? HASTE_MOST : out_of_time(&pace->some) ? HASTE_SOME : HASTE_NONE;
}

struct program *task_prepare_first(const struct program *original, double deadline, struct diagnostics *diags,
				   struct profile *profile,
				   void (*lessened)(void *context, const struct program *p, const struct pass *pass),
				   void *context, struct program **interpreted, struct program **unfinished)
{
	struct program *p = program_copy(original);
	struct pace pace = pace_until(deadline);
	struct pass_options options = { .stop = out_of_time,
					.stop_context = &deadline,
					.haste = haste,
					.haste_context = &pace,
					.lessened = lessened,
					.lessened_context = context,
					.profile = profile };
	*interpreted = *unfinished = NULL;
	if (!passes_interpret(p, &options, diags)) {
		program_free(p);
		return NULL;
	}
	*interpreted = program_open_count(p) && !out_of_time(&deadline) ? program_copy(p) : NULL;
	if (!passes_finish(p, &options, diags)) {
		program_free(p);
		return NULL;
	}
	if (program_holds(p, FACT_ACYCLIC | FACT_NUMBERED))
		return read_again(p, diags);
	*unfinished = p;
	return NULL;
}

/* --- what is proved --- */

void task_number_places(struct program *original)
{
	uint64_t count = 0;
	program_for_each_statement(original, at)
		if (at.statement->kind == STATEMENT_ASSERT)
			at.statement->attributes =
				attribute_number(original, at.statement->attributes, ATTRIBUTE_PLACE, ++count);
}

static uint64_t place_of(const struct statement *s)
{
	return attribute_get_number(s->attributes, ATTRIBUTE_PLACE, 0);
}

/* True: P has changed. */
static bool leave_out_proved(struct program *p, const struct task *task)
{
	bool changed = false;
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_ASSERT && !term_is_true(p->bank, at.statement->term) &&
		    table_has(task->proved, place_of(at.statement))) {
			at.statement->term = term_true(p->bank);
			changed = true;
		}
	return changed;
}

static struct pass_options pass_options_of(struct task *task)
{
	return (struct pass_options){ .stop = task_out_of_time, .stop_context = task, .profile = task->goals.profile };
}

static bool simplify(struct program *p, struct task *task)
{
	struct pass_options options = pass_options_of(task);
	struct pass_list list = passes_default();
	return passes_run(p, &list, &options, task->diags, NULL);
}

/* What is proved later changes what abstract interpretation has made of the program, but not what it knows: it assumed what is asserted. */
static bool make_interpreted(struct task *task)
{
	struct pass_options options = pass_options_of(task);
	if (*task->interpreted)
		return !leave_out_proved(*task->interpreted, task) || simplify(*task->interpreted, task);
	struct program *p = program_copy(task->original);
	leave_out_proved(p, task);
	if (passes_interpret(p, &options, task->diags) && !task_out_of_time(task)) {
		*task->interpreted = p;
		return true;
	}
	program_free(p);
	return false;
}

void task_assume(struct task *task, const struct table *places)
{
	struct program *p = *task->interpreted;
	bool told_apart = !table_has(places, 0);
	if (!p)
		return;
	program_for_each_statement(p, at)
		if (told_apart && at.statement->kind == STATEMENT_ASSERT && table_has(places, place_of(at.statement)))
			at.statement->kind = STATEMENT_ASSUME;
	if (told_apart && simplify(p, task))
		return;
	program_free(p);
	*task->interpreted = NULL;
}

struct program *task_finish(struct program *p, struct task *task)
{
	struct pass_options options = pass_options_of(task);
	struct pass_list finish;
	if (simplify(p, task) && passes_parse("narrow,loops", &finish, task->diags) &&
	    passes_run(p, &finish, &options, task->diags, NULL) && program_holds(p, FACT_ACYCLIC | FACT_NUMBERED))
		return read_again(p, task->diags);
	program_free(p);
	return NULL;
}

struct program *task_stage(struct task *task, const char *without)
{
	struct pass_options options = pass_options_of(task);
	options.disable = without;
	if (!make_interpreted(task))
		return NULL;
	struct program *p = program_copy(*task->interpreted);
	if (passes_finish(p, &options, task->diags) && !task_out_of_time(task))
		return p;
	program_free(p);
	return NULL;
}

bool task_prepare_again(struct task *task)
{
	struct program *stage = task_stage(task, NULL);
	bool whole = stage && program_holds(stage, FACT_ACYCLIC | FACT_NUMBERED);
	struct program *again = whole ? read_again(stage, task->diags) : NULL;
	if (stage && !whole)
		program_free(stage);
	if (!again)
		return false;
	vec_push(&task->kept, task->prepared);
	task->prepared = again;
	return true;
}

uint64_t program_open_places(const struct program *p)
{
	struct table places = { 0 };
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_ASSERT && !term_is_true(p->bank, at.statement->term))
			table_put(&places, attribute_get_number(at.statement->attributes, ATTRIBUTE_PLACE, 0), 1);
	uint64_t count = places.count;
	table_free(&places);
	return count;
}

void task_release(struct task *task)
{
	stratified_end(task->climb);
	if (task->former)
		groups_free(task->former);
	memory_free(task->former);
	for (size_t i = 0; i < task->kept.count; i++)
		program_free(task->kept.at[i]);
	vec_free(&task->kept);
	program_free(*task->interpreted);
	*task->interpreted = NULL;
	program_free(task->prepared);
	arena_free(task->arena);
}

/* --- time and solvers --- */

bool task_out_of_time(void *context)
{
	struct task *task = context;
	return out_of_time(&task->limits.deadline);
}

bool task_in_time(void *task)
{
	return !task_out_of_time(task);
}

struct solver *task_solver(struct task *task, struct bank *bank, bool one_shot)
{
	struct solver_options options = { .command = task->goals.solver_command,
					  .one_shot = one_shot,
					  .record = task->goals.record,
					  .cross_check = task->goals.cross_check,
					  .rivalry = task->goals.cross_check ? NULL : task->goals.rivalry };
	return solver_new(task->goals.solver, &options, bank, task->diags);
}

/* --- what is going on --- */

void task_say(const struct task *task, const char *format, ...)
{
	const struct listener *listener = &task->goals.listener;
	char line[256];
	va_list args;
	if (!listener->say)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	listener->say(listener->context, line);
}

void task_enter(const struct task *task, const char *format, ...)
{
	char name[128];
	va_list args;
	if (!task->goals.profile)
		return;
	va_start(args, format);
	vsnprintf(name, sizeof name, format, args);
	va_end(args);
	profile_enter(task->goals.profile, name);
}

void task_leave(const struct task *task)
{
	profile_leave(task->goals.profile);
}

void task_know(const struct task *task, const struct outcome *o)
{
	const struct listener *listener = &task->goals.listener;
	if (listener->know)
		listener->know(listener->context, task, o);
}

void task_progress(const struct task *task, const struct outcome *o, const struct vc *vc, uint32_t bound)
{
	const struct vc_result *r = vc_result(vc);
	char tracking[64] = "";
	if (o->tracked_of)
		snprintf(tracking, sizeof tracking, ", tracking %u of %u globals", o->tracked, o->tracked_of);
	task_say(task, "bound %u: %u instances (%u shared calls), %zu open calls%s, %u terms, solver %.1f s", bound,
		 r->nodes, r->shared_edges, r->open_count, tracking, bank_size(task->prepared->bank),
		 o->solver_seconds);
}

/* --- outcomes --- */

/* The violation that was found through an approximation does not depend on it. */
static bool is_exact(struct task *task, struct counterexample *bug)
{
	struct history *h = history_new(task->original, bug);
	bug->approximate = history_is_approximate(h);
	history_free(h);
	return !bug->approximate;
}

/* Whoever made the program kept more executions than what it was made from has (ir-opt --track). */
static const char *abstraction(const struct task *task)
{
	const char *what = attribute_get_string(task->original->attributes, ATTRIBUTE_ABSTRACTION);
	return what ? arena_format(task->arena, "the violation may be one of the abstraction alone: %s", what) : NULL;
}

static bool confirm(struct task *task, struct outcome *o)
{
	const char *reason;
	task_enter(task, "replay");
	bool replayed = counterexample_replay(task->original, &o->bug, task->arena, &reason) ||
			(o->bug.approximate && is_exact(task, &o->bug));
	task_leave(task);
	if (replayed && (reason = abstraction(task)))
		o->bug.approximate = true;
	if (!replayed || o->bug.approximate) {
		outcome_unknown(o, reason);
		return false;
	}
	o->verdict = VERDICT_UNSAFE;
	task_know(task, o);
	return true;
}

void task_confirm(struct task *task, struct outcome *o)
{
	if (confirm(task, o))
		return;
	o->unreplayed = true;
	o->approximate = o->bug.approximate;
	task_know(task, o);
}

bool task_confirm_execution(struct task *task, struct outcome *o, struct inputs *inputs, const struct run_result *r)
{
	/* Repeated, it may have been ended by the clock before it came to that. */
	if (r->end != RUN_VIOLATED) {
		inputs_free(inputs);
		return false;
	}
	o->bug = (struct counterexample){ .inputs = inputs, .violated = r->statement, .procedure = r->procedure };
	if (confirm(task, o)) {
		o->steps = r->steps;
		return true;
	}
	inputs_free(o->bug.inputs);
	o->bug = (struct counterexample){ .replayed = o->bug.replayed };
	return false;
}

void outcome_unknown(struct outcome *outcome, const char *reason)
{
	outcome->verdict = VERDICT_UNKNOWN;
	outcome->reason = reason;
}

bool outcome_is_further(const struct outcome *a, const struct outcome *b)
{
	return a->bounded && (!b->bounded || a->bound > b->bound || (a->bound == b->bound && !a->reason));
}

void outcome_release(struct outcome *o)
{
	for (size_t i = 0; i < o->found.count; i++)
		vec_free(&o->found.at[i].steps);
	vec_free(&o->found);
	vec_free(&o->beyond);
	inputs_free(o->bug.inputs);
	*o = (struct outcome){ 0 };
}

bool task_is_about_rules(const struct task *task)
{
	program_for_each_statement(task->prepared, at) {
		const struct statement *s = at.statement;
		const char *check = attribute_get_string(s->attributes, ATTRIBUTE_CHECK);
		if (s->kind == STATEMENT_ASSERT && !term_is_true(task->prepared->bank, s->term) &&
		    (!check || strcmp(check, check_name(CHECK_RULE)) != 0))
			return false;
	}
	return true;
}

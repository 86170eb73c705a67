/* --all: the search goes on after a violation. What was violated is assumed from then on, because a violated check ends that
 * execution for the checks after it; so each place is found once, and the last verdict is that of all other places. */
#include "engine.h"

#include <string.h>

#include "obligation.h"
#include "pass.h"
#include "read.h"
#include "trace.h"
#include "write.h"

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

struct program *task_prepare(const struct program *original, double deadline, struct diagnostics *diags)
{
	struct program *prepared = program_copy(original);
	struct pass_options options = { .stop = out_of_time, .stop_context = &deadline };
	if (passes_prepare(prepared, &options, diags))
		return read_again(prepared, diags);
	program_free(prepared);
	return NULL;
}

const char *assertion_check(const struct statement *s)
{
	const char *name = attribute_get_string(s->attributes, "check");
	return name ? name : "assert";
}

/* The same check of the same place in C. */
static bool is_same(const struct statement *a, const struct statement *b)
{
	struct location at = attribute_location(a->attributes), of = attribute_location(b->attributes);
	return a == b || (at.line && at.line == of.line && at.column == of.column && !strcmp(at.file, of.file) &&
			  !strcmp(assertion_check(a), assertion_check(b)));
}

static void assume_violated(struct program *p, const struct statement *violated)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++) {
			struct block *block = p->procedures[i]->blocks[b];
			for (uint32_t s = 0; s < block->statement_count; s++)
				if (block->statements[s].kind == STATEMENT_ASSERT &&
				    is_same(&block->statements[s], violated))
					block->statements[s].kind = STATEMENT_ASSUME;
		}
}

void task_keep_finding(struct task *task, struct outcome *o)
{
	struct output *text = output_memory();
	size_t length;
	struct finding f = { .violation = o->bug.violation };
	trace_write(text, task->prepared, &o->bug, task->options->full_trace, task->arena, &f.steps);
	f.trace = arena_format(task->arena, "%s", output_text(text, &length));
	output_close(text, NULL);
	vec_push(&o->found, f);
}

void findings_free(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		vec_free(&findings->at[i].steps);
	vec_free(findings);
}

static void clear(struct outcome *o)
{
	struct findings found = o->found;
	inputs_free(o->bug.inputs);
	vec_free(&o->beyond);
	*o = (struct outcome){ .found = found, .searched_on = true };
}

void task_find_all(struct task *task, engine *search, struct outcome *o)
{
	program_record_obligations(task->original);
	while (o->verdict == VERDICT_UNSAFE) {
		assume_violated(task->original, o->bug.original);
		clear(o);
		/* What was found before may point into the program that was searched before: it is kept. */
		struct program *next = task_prepare(task->original, task->deadline, task->diags);
		if (!next) {
			outcome_unknown(o, "the program could not be prepared");
			return;
		}
		task->prepared = next;
		search(task, o);
		if (o->verdict == VERDICT_UNSAFE)
			task_keep_finding(task, o);
	}
}

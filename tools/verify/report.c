#include "report.h"

#include <string.h>

#include "trace.h"

static const char *word(enum verdict v)
{
	switch (v) {
	case VERDICT_SAFE:
		return "SAFE";
	case VERDICT_UNSAFE:
		return "UNSAFE";
	case VERDICT_BOUNDED:
		return "BOUNDED";
	case VERDICT_UNKNOWN:
		return "UNKNOWN";
	}
	return "UNKNOWN";
}

static int status(const struct options *o, enum verdict v)
{
	switch (v) {
	case VERDICT_SAFE:
		return 0;
	case VERDICT_UNSAFE:
		return 10;
	case VERDICT_BOUNDED:
		return o->accept_bounded ? 0 : 20;
	case VERDICT_UNKNOWN:
		return 20;
	}
	return 20;
}

/* --- the checks of the program --- */

struct check {
	const char *name;
	uint32_t places;
};
struct checks VEC_BODY(struct check);

static const char *check_of(const struct statement *s)
{
	const char *name = attribute_get_string(s->attributes, "check");
	return name ? name : "assert";
}

static void count_check(struct checks *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->at[i].name, name)) {
			list->at[i].places++;
			return;
		}
	vec_push(list, (struct check){ name, 1 });
}

static void find_checks(const struct program *p, struct checks *list)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++) {
			const struct block *block = p->procedures[i]->blocks[b];
			for (uint32_t s = 0; s < block->statement_count; s++)
				if (block->statements[s].kind == STATEMENT_ASSERT)
					count_check(list, check_of(&block->statements[s]));
		}
}

/* --- parts --- */

static const char *function_of(const struct procedure *proc)
{
	const char *name = attribute_get_string(proc->attributes, "c");
	return name ? name : proc->name;
}

static void write_violation(struct output *out, const struct counterexample *bug)
{
	struct place p = attribute_place(bug->violated->attributes);
	const char *message = attribute_get_string(bug->violated->attributes, "message");
	if (p.line)
		output_format(out, "%s:%u: ", p.file, p.line);
	output_format(out, "%s: %s", function_of(bug->procedure), message ? message : "assertion can be violated");
}

static bool is_violated(const struct outcome *o, const struct check *c)
{
	return o->verdict == VERDICT_UNSAFE && !strcmp(c->name, check_of(o->bug.violated));
}

/* The violated one first. */
static void write_checks(struct output *out, const struct task *task, const struct outcome *o)
{
	struct checks list = { 0 };
	find_checks(task->original, &list);
	if (o->verdict == VERDICT_UNSAFE) {
		output_format(out, "%s: UNSAFE ", check_of(o->bug.violated));
		write_violation(out, &o->bug);
		output_string(out, "\n");
	}
	for (size_t i = 0; i < list.count; i++) {
		const struct check *c = &list.at[i];
		if (is_violated(o, c))
			continue;
		if (o->verdict == VERDICT_UNSAFE)
			output_format(out, "%s: UNKNOWN (not decided: the search ended at the violation)\n", c->name);
		else
			output_format(out, "%s: %s (%u place%s)\n", c->name, word(o->verdict), c->places,
				      c->places == 1 ? "" : "s");
	}
	vec_free(&list);
}

static void write_beyond(struct output *out, const struct outcome *o)
{
	output_format(out, "nothing found up to bound %u; an execution goes beyond it:\n", o->bound);
	for (size_t i = 0; i < o->beyond.count; i++) {
		const struct statement *s = o->beyond.at[i];
		const struct attribute *of = s->kind == STATEMENT_CALL ? s->callee->attributes : s->attributes;
		const struct attribute *loop = attribute_find(of, s->kind == STATEMENT_CALL ? "loop" : "bound");
		struct place p = attribute_place(s->attributes);
		if (loop && loop->count >= 2 && loop->values[0].string)
			output_format(out, "  %s:%u: the loop\n", loop->values[0].string, (unsigned)loop->values[1].number);
		else if (s->kind == STATEMENT_CALL)
			output_format(out, "  %s:%u: the recursive call of %s\n", p.line ? p.file : "?", p.line,
				      function_of(s->callee));
		else
			output_string(out, "  where ir-opt --unroll cut the program\n");
	}
}

static uint32_t write_ledger(struct output *out, const struct task *task)
{
	uint32_t count = 0;
	for (const struct attribute *a = task->original->attributes; a; a = a->next) {
		if (strcmp(a->key, "ledger"))
			continue;
		if (!count++)
			output_string(out, "assumed:\n");
		output_string(out, "  ");
		if (a->count >= 3 && a->values[1].string)
			output_format(out, "%s:%u: ", a->values[1].string, (unsigned)a->values[2].number);
		output_format(out, "%s\n", a->count && a->values[0].string ? a->values[0].string : "?");
	}
	return count;
}

static bool has_ledger(const struct task *task)
{
	return attribute_find(task->original->attributes, "ledger") != NULL;
}

static void write_statistics(struct output *out, const struct task *task, const struct outcome *o)
{
	const char *format = task->options->stats_json ? "{\"bound\": %u, \"rounds\": %u, \"instances\": %u, \"shared_calls\": %u, "
							 "\"terms\": %u, \"solver_checks\": %llu, \"solver_seconds\": %.3f}\n" :
							 "statistics: bound %u, rounds %u, instances %u, shared calls %u, terms "
							 "%u, solver checks %llu, solver seconds %.3f\n";
	output_format(out, format, o->bound, o->rounds, o->instances, o->shared, o->terms, (unsigned long long)o->checks,
		      o->solver_seconds);
}

int report_write(struct output *out, const struct task *task, const struct outcome *outcome)
{
	struct outcome o = *outcome;
	if (o.verdict == VERDICT_SAFE && task->options->strict && has_ledger(task)) {
		o.verdict = VERDICT_UNKNOWN;
		o.reason = "proved only under the assumptions below (--strict)";
	}
	const char *more = o.reason;
	output_format(out, "%s%s%s\n", word(o.verdict), more ? " " : "", more ? more : "");
	write_checks(out, task, &o);
	if (o.verdict == VERDICT_UNSAFE) {
		output_string(out, "trace:\n");
		trace_write(out, task->prepared, &o.bug, task->options->full_trace);
	}
	if (o.verdict == VERDICT_BOUNDED && o.beyond.count)
		write_beyond(out, &o);
	else if (o.bounded && o.verdict != VERDICT_SAFE && o.verdict != VERDICT_UNSAFE)
		output_format(out, "nothing found up to bound %u\n", o.bound);
	write_ledger(out, task);
	if (task->options->stats)
		write_statistics(out, task, &o);
	return status(task->options, o.verdict);
}

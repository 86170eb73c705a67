#include "verdict_report.h"

#include <string.h>

#include "ledger.h"
#include "lines_report.h"
#include "obligation.h"
#include "open_places.h"
#include "solver.h"
#include "status.h"
#include "trace.h"
#include "visible.h"

enum { FIRST_OPEN = 20 };

const char *verdict_word(enum verdict v)
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

static int status(const struct report_options *o, enum verdict v)
{
	switch (v) {
	case VERDICT_SAFE:
		return STATUS_SAFE;
	case VERDICT_UNSAFE:
		return STATUS_UNSAFE;
	case VERDICT_BOUNDED:
		return o->accept_bounded ? STATUS_SAFE : STATUS_UNKNOWN;
	case VERDICT_UNKNOWN:
		return STATUS_UNKNOWN;
	}
	return STATUS_UNKNOWN;
}

/* --- parts --- */

static void write_text(struct output *out, const char *text)
{
	visible_write(out, text, SIZE_MAX);
}

static void write_place(struct output *out, const char *file, unsigned line)
{
	write_text(out, file);
	output_format(out, ":%u: ", line);
}

static void write_violation(struct output *out, const struct violation *v)
{
	if (v->location.line)
		write_place(out, v->location.file, v->location.line);
	write_text(out, v->function);
	output_string(out, v->library ? ": in " : ": ");
	if (v->library)
		write_text(out, v->library);
	output_string(out, v->library ? ": " : "");
	write_text(out, v->message);
}

/* Here a reason can be put in. */
static void note_position(struct output *out, const struct report_options *options)
{
	if (options->reason_at)
		output_text(out, options->reason_at);
}

/* The word, and why in parentheses. */
static void write_verdict(struct output *out, const struct report_options *options, enum verdict v, const char *why)
{
	output_string(out, verdict_word(v));
	note_position(out, options);
	if (why) {
		output_string(out, " (");
		write_text(out, why);
		output_string(out, ")");
	}
	output_string(out, "\n");
}

static void write_violated(struct output *out, const struct violation *v)
{
	write_text(out, v->check);
	output_string(out, ": UNSAFE ");
	write_violation(out, v);
	output_string(out, "\n");
}

static bool is_violated(const struct outcome *o, const char *check)
{
	bool violated = false;
	for (size_t i = 0; i < o->found.count; i++)
		violated = violated || !strcmp(check, o->found.at[i].violation.check);
	return violated;
}

static void write_count(struct output *out, uint64_t places, uint64_t proved)
{
	output_format(out, " (%llu place%s", (unsigned long long)places, places == 1 ? "" : "s");
	if (proved && proved < places)
		output_format(out, ", %llu proved", (unsigned long long)proved);
	output_string(out, ")\n");
}

/* A check whose obligations are all proved is SAFE, whatever becomes of the others. */
static void write_check(struct output *out, enum verdict verdict, const struct obligation *c, uint64_t proved)
{
	write_text(out, c->check);
	output_string(out, ": ");
	if (proved == c->places)
		verdict = VERDICT_SAFE;
	if (verdict == VERDICT_UNSAFE) {
		output_string(out, "UNKNOWN (not decided: the search ended at the violation)\n");
		return;
	}
	output_string(out, verdict_word(verdict));
	write_count(out, c->places, verdict == VERDICT_SAFE ? 0 : proved);
}

static bool has_ledger(const struct task *task)
{
	return ledger_find(task->original->attributes) != NULL;
}

/* The violated ones first. */
static void write_checks(struct output *out, const struct report_options *options, const struct task *task,
			 const struct outcome *o, const struct open_places *open)
{
	struct obligations list = program_obligations(task->original);
	bool single = !options->strict || !has_ledger(task);
	for (size_t i = 0; i < o->found.count; i++)
		write_violated(out, &o->found.at[i].violation);
	for (size_t i = 0; i < list.count; i++) {
		const struct obligation *c = &list.at[i];
		if (!check_set_has(options->checks, c->check) || is_violated(o, c->check))
			continue;
		write_check(out, o->verdict, c, single ? open_places_proved(open, task, c->check, c->places) : 0);
	}
	vec_free(&list);
}

static void write_findings(struct output *out, const struct outcome *o)
{
	for (size_t i = 0; i < o->found.count; i++) {
		const struct finding *f = &o->found.at[i];
		if (o->searched_on) {
			output_format(out, "violation %zu: ", i + 1);
			write_text(out, f->violation.check);
			output_string(out, " ");
			write_violation(out, &f->violation);
			output_string(out, "\n");
		}
		output_string(out, f->trace);
	}
}

/* {loop file line ...}, or {bound ...} of a cut; NULL: a recursive call, or it is not known. */
static const struct attribute *loop_of(const struct statement *s)
{
	const struct attribute *loop = s->kind == STATEMENT_CALL ? attribute_find(s->callee->attributes, ATTRIBUTE_LOOP)
								 : attribute_find(s->attributes, ATTRIBUTE_BOUND);
	return loop && loop->count >= 2 && loop->values[0].string ? loop : NULL;
}

struct location report_beyond(const struct statement *s)
{
	const struct attribute *loop = loop_of(s);
	if (loop)
		return (struct location){ loop->values[0].string, (uint32_t)loop->values[1].number, 0 };
	return s->kind == STATEMENT_CALL ? attribute_location(s->attributes) : (struct location){ 0 };
}

static void write_beyond(struct output *out, const struct outcome *o)
{
	output_format(out, "nothing found up to bound %u; %s beyond it:\n", o->bound,
		      o->reason ? "nothing was explored" : "an execution goes");
	for (size_t i = 0; i < o->beyond.count; i++) {
		const struct statement *s = o->beyond.at[i];
		struct location p = report_beyond(s);
		bool is_loop = loop_of(s), is_call = s->kind == STATEMENT_CALL;
		output_string(out, "  ");
		if (is_loop || is_call)
			write_place(out, p.line ? p.file : "?", p.line);
		output_string(out, is_loop   ? "the loop"
				   : is_call ? "the recursive call of "
					     : "where ir-opt --unroll cut the program");
		if (!is_loop && is_call)
			write_text(out, violation_function(s->callee, NULL));
		output_string(out, "\n");
	}
}

/* Of the C function that the program starts in; line 0: there is none. */
static struct location start_location(const struct program *p)
{
	const char *start = attribute_get_string(p->attributes, ATTRIBUTE_MAIN);
	for (uint32_t i = 0; start && i < p->procedure_count; i++) {
		const char *name = attribute_get_string(p->procedures[i]->attributes, ATTRIBUTE_C);
		if (name && !strcmp(name, start))
			return attribute_location(p->procedures[i]->attributes);
	}
	return (struct location){ 0 };
}

/* What an empty proof rests on. */
static void write_nothing(struct output *out, const struct program *p)
{
	struct location start = start_location(p);
	output_string(out, "  ");
	if (start.line)
		write_place(out, start.file, start.line);
	output_string(out, "what is reached from here is meant to have nothing to check\n");
}

static void write_ledger(struct output *out, const struct task *task, bool nothing)
{
	uint32_t count = 0;
	for (const struct attribute *a = task->original->attributes; (a = ledger_find(a)); a = a->next) {
		output_string(out, count++ ? "  " : "assumed:\n  ");
		ledger_write(out, a);
		output_string(out, "\n");
	}
	if (nothing && !count)
		output_string(out, "assumed:\n");
	if (nothing)
		write_nothing(out, task->original);
}

static void write_statistics(struct output *out, bool json, const struct preparation *p, const struct outcome *o)
{
	const char *quote = json && o->engine ? "\"" : "";
	output_format(out, "%s%s%s%s, ", json ? "{\"engine\": " : "statistics: engine ", quote,
		      o->engine ? o->engine
		      : json    ? "null"
				: "none",
		      quote);
	const char *format = json ? "\"bound\": %u, \"rounds\": %u, \"instances\": %u, \"tree_instances\": %.15g, "
				    "\"shared_calls\": %u, "
				    "\"terms\": %u, \"solver_checks\": %llu, \"solver_seconds\": %.3f, "
				  : "bound %u, rounds %u, instances %u of a tree of %.15g, shared calls %u, terms "
				    "%u, solver checks %llu, solver seconds %.3f, ";
	output_format(out, format, o->bound, o->rounds, o->instances, o->tree, o->shared, o->terms,
		      (unsigned long long)o->checks, o->solver_seconds);
	output_format(out,
		      json ? "\"obligations\": %llu, \"interpreted\": %llu, \"prepared\": %llu, "
			   : "obligations %llu, removed by abstract interpretation %llu, left by all passes %llu, ",
		      (unsigned long long)p->read, (unsigned long long)p->interpreted, (unsigned long long)p->left);
}

/* The end of the statistics: the solver that the engine was told to ask, whether it had to or not. */
static void write_solver(struct output *out, bool json, enum solver_kind kind)
{
	char version[64];
	const char *name = solver_kind_name(kind);
	solver_version(kind, version, sizeof version);
	if (json)
		output_format(out, "\"solver\": \"%s\", \"solver_version\": \"%s\"}\n", name, version);
	else
		output_format(out, "solver %s%s%s\n", name, *version ? " " : "", version);
}

/* What a second solver did not confirm proves nothing: without a verdict that may be why. */
static void write_cross_check(struct output *out, const struct cross_check *check, const char *told)
{
	if (!check || !check->unconfirmed)
		return;
	output_format(out, "cross-check: %llu of %llu answers were not confirmed%s",
		      (unsigned long long)check->unconfirmed, (unsigned long long)check->asked,
		      check->reason == told ? "" : ": ");
	write_text(out, check->reason == told ? "" : check->reason);
	output_string(out, "\n");
}

/* --strict does not take a proof under assumptions, nor one of nothing. */
static bool is_strict(const struct report_options *options, const struct task *task, const struct outcome *o)
{
	return o->verdict == VERDICT_SAFE && options->strict && (has_ledger(task) || o->empty);
}

struct outcome report_settle(const struct report_options *options, const struct task *task,
			     const struct outcome *outcome)
{
	struct outcome o = *outcome;
	if (is_strict(options, task, &o)) {
		o.verdict = VERDICT_UNKNOWN;
		o.reason = arena_format(task->arena, "--strict: %s",
					o.empty ? o.reason : "proved only under the assumptions below");
	}
	return o;
}

const char *report_verdict(const struct report_options *options, const struct task *task, const struct outcome *o)
{
	return verdict_word(o->found.count                ? VERDICT_UNSAFE
			    : is_strict(options, task, o) ? VERDICT_UNKNOWN
							  : o->verdict);
}

int report_write(struct output *out, const struct report_options *options, const struct task *task,
		 const struct outcome *outcome)
{
	struct outcome o = report_settle(options, task, outcome);
	bool nothing = is_strict(options, task, outcome) && o.empty;
	const char *more = o.reason;
	/* With --all the verdict is that of what is not violated: each check's line has it, and the reason stands below. */
	enum verdict whole = o.found.count ? VERDICT_UNSAFE : o.verdict;
	if (o.found.count)
		output_string(out, "UNSAFE\n");
	else
		write_verdict(out, options, o.verdict, more);
	if (options->lines) {
		lines_write(out, task, &o);
		return status(options, whole);
	}
	struct open_places open = open_places_of(task);
	write_checks(out, options, task, &o, &open);
	write_findings(out, &o);
	if (o.searched_on && (options->reason_at || more)) {
		output_string(out, "beyond these violations: ");
		write_verdict(out, options, options->reason_at ? VERDICT_UNKNOWN : o.verdict, more);
	}
	if (o.verdict == VERDICT_BOUNDED && o.beyond.count)
		write_beyond(out, &o);
	else if (o.bounded && o.verdict != VERDICT_SAFE && o.verdict != VERDICT_UNSAFE)
		output_format(out, "nothing found up to bound %u\n", o.bound);
	if (o.verdict == VERDICT_UNKNOWN || o.verdict == VERDICT_BOUNDED)
		write_cross_check(out, task->goals.cross_check, o.reason);
	if (o.verdict == VERDICT_UNKNOWN || o.verdict == VERDICT_BOUNDED)
		open_places_write(out, &open, options->all_open ? SIZE_MAX : FIRST_OPEN);
	open_places_release(&open);
	write_ledger(out, task, nothing);
	if (options->statistics) {
		write_statistics(out, options->json, &task->preparation, &o);
		write_solver(out, options->json, task->goals.solver);
	}
	return status(options, whole);
}

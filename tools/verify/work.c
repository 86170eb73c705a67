#include "work.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine.h"
#include "extras.h"
#include "harness.h"
#include "input.h"
#include "iterate.h"
#include "list.h"
#include "number.h"
#include "pass.h"
#include "sarif.h"
#include "status.h"
#include "supervise.h"
#include "verdict_report.h"
#include "visible.h"

/* One verification. */
struct session {
	const struct options *options;
	double deadline;
	struct input input;
	struct program *prepared;
	bool input_numbered; /* as ir-opt leaves a program, c2ir does not */
	struct diagnostics *diags;
	/* the portfolio: all pairs of an engine and a solver */
	VEC(const struct engine *) engines;
	VEC(enum solver_kind) solvers;
};

static bool is_verdict(int status)
{
	return status == STATUS_SAFE || status == STATUS_UNSAFE;
}

/* The file for --replay, of the first violation; NULL: there is none. */
static struct output *replay_text(const struct session *s, const struct outcome *outcome)
{
	struct recording recording;
	struct output *text = NULL;
	if (recording_make(&recording, s->input.program, &outcome->bug)) {
		text = output_memory();
		const struct options *o = s->options;
		struct harness_options harness = { .file = o->replay,
						   .compiler = o->compiler.at,
						   .compiler_count = o->compiler.count,
						   .optimised = s->input_numbered };
		harness_write(text, s->input.program, &harness, &recording);
	}
	recording_free(&recording);
	return text;
}

static int end_with_diagnostics(struct session *s)
{
	diagnostics_print(s->diags, "verify", stderr);
	int status = diagnostics_status(s->diags);
	return status ? status : STATUS_SYSTEM;
}

/* --- what is going on --- */

/* Passing lines are for whoever sits at a terminal; with --verbose all are kept. */
static void say(void *context, bool passing, const char *line)
{
	const struct options *o = context;
	bool terminal = passing && isatty(2) == 1;
	if (!terminal && !o->verbose)
		return;
	fputs(terminal ? "\r\033[K" : "verify: ", stderr);
	visible_print(stderr, line);
	fputs(terminal ? "" : "\n", stderr);
	fflush(stderr);
}

static void clear_passing_line(void)
{
	if (isatty(2) == 1)
		fputs("\r\033[K", stderr);
}

/* --- one engine with one solver --- */

static struct task make_task(struct session *s, enum solver_kind solver)
{
	const struct options *o = s->options;
	return (struct task){ .limits = { .deadline = s->deadline, .bound = o->bound, .memory_mb = o->memory },
			      .goals = { .solver = solver,
					 .solver_command = o->solver_command,
					 .tree = o->tree,
					 .full_trace = o->full_trace,
					 .listener = { (void *)o, say } },
			      .original = s->input.program,
			      .prepared = s->prepared,
			      .diags = s->diags,
			      .arena = arena_new() };
}

static struct report_options make_report_options(const struct options *o)
{
	return (struct report_options){ .checks = &o->checks,
					.strict = o->strict,
					.accept_bounded = o->accept_bounded,
					.statistics = o->stats,
					.json = o->stats_json };
}

/* The report and what follows it; gives the exit status. */
static int send_report(struct session *s, const struct task *task, const struct outcome *outcome, struct output *replay,
		       int report)
{
	struct report_options options = make_report_options(s->options);
	struct output *out = output_memory();
	int status = report_write(out, &options, task, outcome);
	size_t length;
	const char *text = output_text(out, &length);
	bool written = write_fully(report, text, length);
	output_close(out, NULL);
	written = written && (!replay || extras_send(report, "replay", replay));
	if (s->options->sarif) {
		struct output *sarif = output_memory();
		sarif_write(sarif, report_verdict(&options, task, outcome), outcome);
		written = written && extras_send(report, "sarif", sarif);
		output_close(sarif, NULL);
	}
	return written ? status : STATUS_SYSTEM;
}

static int run_engine(void *context, size_t index, int report)
{
	struct session *s = context;
	struct task task = make_task(s, s->solvers.at[index / s->engines.count]);
	struct outcome outcome = { 0 };
	const struct engine *engine = s->engines.at[index % s->engines.count];
	engine->search(&task, &outcome);
	struct output *replay =
		outcome.verdict == VERDICT_UNSAFE && s->options->replay ? replay_text(s, &outcome) : NULL;
	if (outcome.verdict == VERDICT_UNSAFE)
		task_keep_finding(&task, &outcome);
	if (s->options->all)
		task_find_all(&task, engine, &outcome);
	outcome_find_vacuity(&task, &outcome);
	clear_passing_line();
	int status = s->diags->errors ? end_with_diagnostics(s) : send_report(s, &task, &outcome, replay, report);
	if (replay)
		output_close(replay, NULL);
	outcome_release(&outcome);
	task_release(&task);
	return status;
}

/* --- a plain SMT-LIB2 script --- */

static int answer_script(struct session *s, int report)
{
	char *answer = NULL;
	struct solver_options options = { 0 };
	enum reply reply = solver_script(s->input.script, &options, s->deadline, &answer);
	bool written = !answer || write_fully(report, answer, strlen(answer));
	memory_free(answer);
	if (!written)
		return STATUS_SYSTEM;
	switch (reply) {
	case REPLY_SAT:
	case REPLY_UNSAT:
		return STATUS_SAFE;
	case REPLY_UNKNOWN:
		return STATUS_UNKNOWN;
	case REPLY_ERROR:
		return STATUS_INPUT;
	}
	return STATUS_SYSTEM;
}

/* --- the worker --- */

/* Of --engine and --solver, whose names options_parse has checked. */
static void parse_lists(struct session *s)
{
	const struct options *o = s->options;
	struct list_name name;
	for (const char *rest = list_begin(o->engines); list_next(&rest, &name);)
		vec_push(&s->engines, engine_find(name.at, name.length));
	if (!o->engines)
		vec_push(&s->engines, &engine_strategy);
	for (const char *rest = list_begin(o->solver_command ? NULL : o->solvers); list_next(&rest, &name);) {
		enum solver_kind kind = SOLVER_COMMAND;
		solver_kind_named(name.at, name.length, &kind);
		vec_push(&s->solvers, kind);
	}
	if (o->solver_command)
		vec_push(&s->solvers, SOLVER_COMMAND);
}

/* IR that was made with other checks: those that were not asked for are dropped. */
static void drop_other_checks(struct program *p, const struct options *o)
{
	if (!o->checks.given)
		return;
	program_for_each_statement(p, at) {
		const char *check = attribute_get_string(at.statement->attributes, ATTRIBUTE_CHECK);
		if (at.statement->kind == STATEMENT_ASSERT && !check_set_has(&o->checks, check ? check : "assert")) {
			at.statement->kind = STATEMENT_ASSUME;
			at.statement->term = term_true(p->bank);
		}
	}
}

static bool prepare(struct session *s)
{
	drop_other_checks(s->input.program, s->options);
	s->input_numbered = program_holds(s->input.program, FACT_NUMBERED);
	program_number(s->input.program);
	s->prepared = task_prepare(s->input.program, s->deadline, s->diags);
	return s->prepared != NULL;
}

static int run_portfolio(struct session *s, int report)
{
	size_t pairs = s->engines.count * s->solvers.count;
	struct work_result r = supervise(run_engine, s, pairs, is_verdict, s->deadline, 1, 0);
	bool written = write_fully(report, r.report, r.length);
	if (!r.ended) {
		const char *line[] = { "UNKNOWN (", r.reason, ")\n" };
		for (int i = 0; i < 3; i++)
			written = written && write_fully(report, line[i], strlen(line[i]));
	}
	memory_free(r.report);
	return written ? (r.ended ? r.status : STATUS_UNKNOWN) : STATUS_SYSTEM;
}

int work(void *context, size_t index, int report)
{
	struct job *job = context;
	struct session session = { .options = job->options, .deadline = job->deadline, .diags = &job->diags };
	struct session *s = &session;
	(void)index;
	if (!input_load(s->options, &s->input, s->diags))
		return s->input.status ? s->input.status : end_with_diagnostics(s);
	diagnostics_print(s->diags, "verify", stderr);
	if (s->input.script)
		return answer_script(s, report);
	if (!prepare(s))
		return end_with_diagnostics(s);
	parse_lists(s);
	return s->engines.count * s->solvers.count == 1 ? run_engine(s, 0, report) : run_portfolio(s, report);
}

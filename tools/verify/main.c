/* verify: C, IR or SMT-LIB2 to a verdict (contract: first line of standard output, exit status).
 *
 * This process only watches. A child loads and prepares the program and runs the engine; with several engines or
 * solvers it forks once for each and the first answer counts. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine.h"
#include "harness.h"
#include "input.h"
#include "list.h"
#include "number.h"
#include "pass.h"
#include "read.h"
#include "sarif.h"
#include "status.h"
#include "supervise.h"
#include "verdict_report.h"
#include "write.h"

struct job {
	const struct options *options;
	double deadline;
	struct input input;
	struct program *prepared;
	bool input_numbered; /* as ir-opt leaves a program, c2ir does not */
	struct diagnostics diags;
	/* the portfolio: all pairs of an engine and a solver */
	VEC(const struct engine *) engines;
	VEC(enum solver_kind) solvers;
};

static bool is_verdict(int status)
{
	return status == STATUS_SAFE || status == STATUS_UNSAFE;
}

/* Anything but UNKNOWN and BOUNDED is an answer to the whole question; errors end it too. */
static bool is_final(int status)
{
	return status != STATUS_UNKNOWN;
}

static bool write_fully(int fd, const char *text, size_t length)
{
	while (length) {
		ssize_t n = write(fd, text, length);
		if (n <= 0)
			return false;
		text += n;
		length -= (size_t)n;
	}
	return true;
}

/* --- further outputs ---
 * They follow the report, each as a NUL, the option's name, a NUL, and the text: this process writes them to their files, so
 * that those of one engine belong to its report. */

static bool send_extra(int report, const char *name, struct output *text)
{
	size_t length;
	const char *bytes = output_text(text, &length);
	return write_fully(report, "", 1) && write_fully(report, name, strlen(name) + 1) &&
	       write_fully(report, bytes, length);
}

/* The file for --replay, of the first violation; NULL: there is none. */
static struct output *replay_text(const struct job *job, const struct outcome *outcome)
{
	struct recording recording;
	struct output *text = NULL;
	if (recording_make(&recording, job->input.program, &outcome->bug)) {
		text = output_memory();
		const struct options *o = job->options;
		struct harness_options harness = { .file = o->replay,
						   .compiler = o->compiler.at,
						   .compiler_count = o->compiler.count,
						   .optimised = job->input_numbered };
		harness_write(text, job->input.program, &harness, &recording);
	}
	recording_free(&recording);
	return text;
}

static const char *extra_path(const struct options *o, const char *name)
{
	return !strcmp(name, "replay") ? o->replay : o->sarif;
}

/* What follows the report. */
static bool write_extras(const struct options *o, const char *at, const char *end, struct diagnostics *diags)
{
	bool fine = true;
	while (at < end) {
		const char *name = at + 1, *text = name + strlen(name) + 1;
		const char *next = memchr(text, 0, (size_t)(end - text));
		next = next ? next : end;
		struct output *out = output_open(extra_path(o, name), false, diags);
		if (out)
			output_write(out, text, (size_t)(next - text));
		fine = out && output_close(out, diags) && fine;
		at = next;
	}
	return fine;
}

static int end_with_diagnostics(struct job *job)
{
	diagnostics_print(&job->diags, "verify", stderr);
	int status = diagnostics_status(&job->diags);
	return status ? status : STATUS_SYSTEM;
}

/* --- what is going on --- */

/* Passing lines are for whoever sits at a terminal; with --verbose all are kept. */
static void say(void *context, bool passing, const char *line)
{
	const struct options *o = context;
	bool terminal = passing && isatty(2) == 1;
	if (terminal)
		fprintf(stderr, "\r\033[K%s", line);
	else if (o->verbose)
		fprintf(stderr, "verify: %s\n", line);
	fflush(stderr);
}

static void clear_passing_line(void)
{
	if (isatty(2) == 1)
		fputs("\r\033[K", stderr);
}

/* --- one engine with one solver --- */

static struct task make_task(struct job *job, enum solver_kind solver)
{
	const struct options *o = job->options;
	return (struct task){ .limits = { .deadline = job->deadline, .bound = o->bound, .memory_mb = o->memory },
			      .goals = { .solver = solver,
					 .solver_command = o->solver_command,
					 .tree = o->tree,
					 .full_trace = o->full_trace,
					 .listener = { (void *)o, say } },
			      .original = job->input.program,
			      .prepared = job->prepared,
			      .diags = &job->diags,
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

static int run_engine(void *context, size_t index, int report)
{
	struct job *job = context;
	struct task task = make_task(job, job->solvers.at[index / job->engines.count]);
	struct outcome outcome = { 0 };
	const struct engine *engine = job->engines.at[index % job->engines.count];
	engine->search(&task, &outcome);
	struct output *replay =
		outcome.verdict == VERDICT_UNSAFE && job->options->replay ? replay_text(job, &outcome) : NULL;
	if (outcome.verdict == VERDICT_UNSAFE)
		task_keep_finding(&task, &outcome);
	if (job->options->all)
		task_find_all(&task, engine, &outcome);
	outcome_find_vacuity(&task, &outcome);
	if (job->diags.errors)
		return end_with_diagnostics(job);
	clear_passing_line();
	struct report_options options = make_report_options(job->options);
	struct output *out = output_memory();
	int status = report_write(out, &options, &task, &outcome);
	struct output *sarif = job->options->sarif ? output_memory() : NULL;
	if (sarif)
		sarif_write(sarif, report_verdict(&options, &task, &outcome), &outcome);
	size_t length;
	const char *text = output_text(out, &length);
	bool written = write_fully(report, text, length);
	output_close(out, NULL);
	written = written && (!replay || send_extra(report, "replay", replay));
	written = written && (!sarif || send_extra(report, "sarif", sarif));
	if (replay)
		output_close(replay, NULL);
	if (sarif)
		output_close(sarif, NULL);
	outcome_release(&outcome);
	arena_free(task.arena);
	return written ? status : STATUS_SYSTEM;
}

/* --- a plain SMT-LIB2 script --- */

static int answer_script(struct job *job, int report)
{
	char *answer = NULL;
	struct solver_options options = { 0 };
	enum reply reply = solver_script(job->input.script, &options, job->deadline, &answer);
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
static void parse_lists(struct job *job)
{
	const struct options *o = job->options;
	struct list_name name;
	for (const char *rest = list_begin(o->engines); list_next(&rest, &name);)
		vec_push(&job->engines, engine_find(name.at, name.length));
	if (!o->engines)
		vec_push(&job->engines, &engine_strategy);
	for (const char *rest = list_begin(o->solver_command ? NULL : o->solvers); list_next(&rest, &name);) {
		enum solver_kind kind = SOLVER_COMMAND;
		solver_kind_named(name.at, name.length, &kind);
		vec_push(&job->solvers, kind);
	}
	if (o->solver_command)
		vec_push(&job->solvers, SOLVER_COMMAND);
}

/* IR that was made with other checks: those that were not asked for are dropped. */
static void drop_other_checks(struct program *p, const struct options *o)
{
	for (uint32_t i = 0; o->checks.given && i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++) {
			struct block *block = p->procedures[i]->blocks[b];
			for (uint32_t s = 0; s < block->statement_count; s++) {
				struct statement *st = &block->statements[s];
				const char *check = attribute_get_string(st->attributes, ATTRIBUTE_CHECK);
				if (st->kind == STATEMENT_ASSERT &&
				    !check_set_has(&o->checks, check ? check : "assert")) {
					st->kind = STATEMENT_ASSUME;
					st->term = term_true(p->bank);
				}
			}
		}
}

static bool prepare(struct job *job)
{
	drop_other_checks(job->input.program, job->options);
	job->input_numbered = program_holds(job->input.program, FACT_NUMBERED);
	program_number(job->input.program);
	job->prepared = task_prepare(job->input.program, job->deadline, &job->diags);
	return job->prepared != NULL;
}

static int work(void *context, size_t index, int report)
{
	struct job *job = context;
	(void)index;
	if (!input_load(job->options, &job->input, &job->diags))
		return job->input.status ? job->input.status : end_with_diagnostics(job);
	diagnostics_print(&job->diags, "verify", stderr);
	if (job->input.script)
		return answer_script(job, report);
	if (!prepare(job))
		return end_with_diagnostics(job);
	parse_lists(job);
	size_t pairs = job->engines.count * job->solvers.count;
	if (pairs == 1)
		return run_engine(job, 0, report);
	struct work_result r = supervise(run_engine, job, pairs, is_verdict, job->deadline, 1, 0);
	bool written = write_fully(report, r.report, r.length);
	if (!r.ended) {
		const char *line[] = { "UNKNOWN (", r.reason, ")\n" };
		for (int i = 0; i < 3; i++)
			written = written && write_fully(report, line[i], strlen(line[i]));
	}
	memory_free(r.report);
	return written ? (r.ended ? r.status : STATUS_UNKNOWN) : STATUS_SYSTEM;
}

static int print_result(const struct options *o, const struct work_result *r, struct diagnostics *diags)
{
	/* Input that was refused has no report: what is in the file stays. */
	if (r->ended && !r->length)
		return r->status;
	struct output *out = output_open(o->output, false, diags);
	if (!out)
		return STATUS_SYSTEM;
	size_t length = r->ended ? strlen(r->report) : 0;
	if (r->ended)
		output_write(out, r->report, length);
	else
		output_format(out, "UNKNOWN (%s)\n", r->reason);
	if (!output_close(out, diags) ||
	    (r->ended && !write_extras(o, r->report + length, r->report + r->length, diags)))
		return STATUS_SYSTEM;
	return r->ended ? r->status : STATUS_UNKNOWN;
}

static int run(struct job *job)
{
	const struct options *o = job->options;
	double start = clock_now();
	job->deadline = o->timeout > 0 ? start + o->timeout * 0.97 : SOLVER_NO_DEADLINE;
	struct work_result r = supervise(work, job, 1, is_final, job->deadline, 0.02 * o->timeout + 0.2, o->memory);
	int status = print_result(o, &r, &job->diags);
	memory_free(r.report);
	if (o->time)
		fprintf(stderr, "verify: %.2f s\n", clock_now() - start);
	return status;
}

int main(int argc, char **argv)
{
	struct options options;
	struct job job = { .options = &options };
	signal(SIGPIPE, SIG_IGN);
	diagnostics_init(&job.diags);
	int status = 0;
	bool good = options_parse(&options, argc, argv, &job.diags);
	if (good && (options.help || options.version))
		good = option_answer(&verify_option_table, options.help, &job.diags);
	else if (good)
		status = run(&job);
	if (!good)
		status = diagnostics_status(&job.diags);
	diagnostics_print(&job.diags, "verify", stderr);
	diagnostics_release(&job.diags);
	options_release(&options);
	return status;
}

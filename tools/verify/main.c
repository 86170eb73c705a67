/* verify: C, IR or SMT-LIB2 to a verdict (contract: first line of standard output, exit status).
 *
 * This process only watches. A child does the work. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver_build.h"
#include "extras.h"
#include "memory.h"
#include "merge.h"
#include "module.h"
#include "project.h"
#include "result_cache.h"
#include "results.h"
#include "solver.h"
#include "status.h"
#include "supervise.h"
#include "terminal.h"
#include "tool.h"
#include "validation.h"
#include "work.h"

static bool is_final(int status)
{
	(void)status;
	return true;
}

enum { LONG = 5 };       /* seconds: of shorter runs nobody asks where the time went, unless a limit ended it */
enum { LINE_AFTER = 1 }; /* seconds: shorter runs have no status line */
static const double LINE_SECONDS = 0.3; /* between two of them */

/* Where the time went, and which limit would have to be another one: both are known for sure. */
static void tell_more(const struct job *job, const struct work_result *r, struct output *out)
{
	const struct options *o = job->options;
	if (r->status != STATUS_UNKNOWN || !job->board || !atomic_load(&job->board->counted))
		return;
	bool late = job->deadline != SOLVER_NO_DEADLINE && (r->out_of_time || clock_now() >= job->deadline);
	if (late || !r->ended || clock_now() - job->begin > LONG)
		board_tell_time(job->board, clock_now() - job->begin, out);
	if (late)
		output_format(out, "would help: a longer --timeout (it was %g)\n", o->timeout);
	if (r->out_of_memory && o->memory)
		output_format(out, "would help: more --memory (it was %u)\n", o->memory);
}

static int print_result(const struct job *job, const struct work_result *r, struct results *results,
			struct diagnostics *diags)
{
	const struct options *o = job->options;
	/* Input that was refused has no report: what is in the file stays. */
	if (r->ended && !r->length)
		return r->status;
	struct output *out = output_open(o->output, false, diags);
	if (!out)
		return STATUS_SYSTEM;
	size_t length = r->length ? strlen(r->report) : 0;
	if (length && terminal_has_colour(o->output))
		terminal_report(out, r->report, length);
	else if (length)
		output_write(out, r->report, length);
	else
		output_format(out, "UNKNOWN (%s)\nreached: the start\n", r->reason);
	tell_more(job, r, out);
	bool fine = output_close(out, diags) &&
		    (!length || extras_write(o, r->report + length, r->report + r->length, diags));
	results_add(results, r, NULL);
	int status = fine ? r->status : STATUS_SYSTEM;
	return results_write(results, status, diags) ? status : STATUS_SYSTEM;
}

static bool has_terminal(const struct options *o)
{
	return !o->verbose && terminal_is_at(STDERR_FILENO);
}

static void tick(void *context)
{
	struct job *job = context;
	double now = clock_now();
	if (now - job->begin < LINE_AFTER || now - job->line < LINE_SECONDS)
		return;
	job->line = now;
	board_write_line(job->board, job->begin);
}

static bool write_profile(const struct job *job, struct diagnostics *diags)
{
	if (!job->options->profile)
		return true;
	struct output *out = output_open(job->options->profile, false, diags);
	if (!out)
		return false;
	board_write_profile(job->board, out);
	return output_close(out, diags);
}

/* One run of the work, in so many seconds (0: no limit). */
static struct work_result run_job(struct job *job, double seconds)
{
	const struct options *o = job->options;
	double now = clock_now();
	job->line = 0;
	job->deadline = seconds > 0 ? now + seconds * 0.97 : SOLVER_NO_DEADLINE;
	job->board = board_new(job_lanes(o));
	struct work_result r = supervise(&(struct supervision){ .work = work,
								.context = job,
								.count = 1,
								.conclusive = is_final,
								.deadline = job->deadline,
								.grace = 0.02 * seconds + 0.2,
								.memory_mb = o->memory,
								.interruptible = true,
								.tick = has_terminal(o) ? tick : NULL,
								.tick_seconds = LINE_SECONDS,
								.drafts = -1 });
	if (job->line > 0)
		board_clear_line(job->board);
	results_time(job->results, job->board);
	return r;
}

/* The same, unless the result is known. */
static struct work_result run_or_remember(struct job *job, double seconds)
{
	struct work_result r;
	struct output *key = cache_key(job->options);
	if (key && cache_find(job->options, key, &r)) {
		job->board = NULL;
		if (job->options->verbose)
			fprintf(stderr, "verify: the result is known from a former run (--cache)\n");
	} else {
		r = run_job(job, seconds);
		if (key)
			cache_keep(job->options, key, &r, &job->diags);
	}
	if (key)
		output_abandon(key);
	return r;
}

static int run_program(struct job *job, struct results *results)
{
	results_begin_run(results);
	struct work_result r = run_or_remember(job, job->options->timeout);
	if (job->options->witness)
		validation_settle(job->options, &r);
	int status = print_result(job, &r, results, &job->diags);
	if (!write_profile(job, &job->diags))
		status = STATUS_SYSTEM;
	memory_free(r.report);
	board_free(job->board);
	return status;
}

static struct work_result run_for_build(void *context, const struct options *o, double seconds)
{
	struct job *job = context;
	const struct options *all = job->options;
	job->options = o;
	struct work_result r = run_or_remember(job, seconds);
	job->options = all;
	board_free(job->board);
	return r;
}

/* Who types verify alone gets no answer, and should know why. */
static void say_what_is_awaited(const struct options *o)
{
	if (!o->inputs.count && !o->module && tool_awaits_user(NULL))
		fprintf(stderr, "verify: waiting for Plumb IR or SMT-LIB2 on standard input (Ctrl-D ends it); "
				"`verify FILE.c` verifies a C program, see verify --help\n");
}

static int run(struct job *job)
{
	const struct options *o = job->options;
	say_what_is_awaited(o);
	job->begin = clock_now();
	struct results results;
	results_begin(&results, o);
	job->results = &results;
	int status =
		o->kernel ? driver_build(o, run_for_build, job, &results, &job->diags) : run_program(job, &results);
	results_release(&results);
	if (o->time)
		fprintf(stderr, "verify: %.2f s\n", clock_now() - job->begin);
	return status;
}

int main(int argc, char **argv)
{
	struct options options;
	struct job job = { .options = &options };
	tool_begin();
	json_set_alloc_funcs(memory_alloc, memory_free);
	diagnostics_init(&job.diags);
	int status = 0;
	bool good = options_parse(&options, argc, argv, &job.diags);
	if (good && (options.help || options.version))
		good = option_answer(&verify_option_table, options.help, &job.diags);
	else if (good && options.witness && !validation_begin(&options, &job.diags))
		good = false;
	else if (good && options.module && !module_read(&options, &job.diags))
		good = false;
	else if (good && options.merge)
		status = merge_reports(&options, &job.diags);
	else if (good && options.project)
		status = project_run(&options, argc, argv, &job.diags);
	else if (good)
		status = run(&job);
	if (!good)
		status = diagnostics_status(&job.diags);
	diagnostics_print(&job.diags, "verify", stderr);
	diagnostics_release(&job.diags);
	options_release(&options);
	return status;
}

#include "results.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena.h"
#include "clock.h"
#include "extras.h"
#include "html.h"
#include "junit.h"
#include "known_rules.h"
#include "relocate.h"
#include "report_json.h"
#include "sarif.h"

/* Of child processes that have ended. */
static double cpu_seconds(int64_t *memory)
{
	struct rusage u;
	getrusage(RUSAGE_CHILDREN, &u);
	*memory = (int64_t)u.ru_maxrss << 10;
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static struct report_cost cost_since(double begin, double used)
{
	struct report_cost c = { .wall_seconds = clock_now() - begin };
	c.cpu_seconds = cpu_seconds(&c.memory_bytes) - used;
	return c;
}

static const char *working_directory(struct arena *arena)
{
	char *name = getcwd(NULL, 0);
	const char *copy = name ? arena_string(arena, name, strlen(name)) : "/";
	free(name);
	return copy;
}

void results_begin(struct results *r, const struct options *o)
{
	*r = (struct results){ .options = o };
	if (!options_tell_programs(o))
		return;
	r->arena = arena_new();
	r->begin = clock_now();
	r->report = (struct report){ .format = REPORT_FORMAT,
				     .tool = "verify",
				     .version = PLUMB_VERSION,
				     .directory = working_directory(r->arena) };
	for (size_t i = 0; i < o->command.count; i++)
		vec_push(&r->report.command_line, o->command.at[i]);
}

void results_release(struct results *r)
{
	report_release(&r->report);
	vec_free(&r->phases);
	arena_free(r->arena);
	*r = (struct results){ 0 };
}

void results_begin_run(struct results *r)
{
	int64_t memory;
	r->run = clock_now();
	r->used = cpu_seconds(&memory);
}

static const char *copy_extra(struct results *r, const struct work_result *w, const char *name)
{
	size_t text = w->length ? strlen(w->report) : 0, length;
	const char *found = text ? extras_find(w->report + text, w->report + w->length, name, &length) : NULL;
	return found ? arena_string(r->arena, found, length) : NULL;
}

/* The check `rule` has the weakness of the rule that was asked for. */
static void name_rule(struct report_run *run, const char *rule)
{
	unsigned at = 0;
	run->rule = rule;
	while (at < known_rule_count && (!rule || strcmp(known_rules[at].name, rule) != 0))
		at++;
	for (size_t i = 0; at < known_rule_count && i < run->obligations.count; i++)
		if (!strcmp(run->obligations.at[i].check, check_name(CHECK_RULE)))
			run->obligations.at[i].cwe = known_rules[at].cwe;
}

/* Side by side several lanes have a phase of the same name. */
static void add_phase(void *context, const char *path, double seconds)
{
	struct results *r = context;
	for (size_t i = 0; i < r->phases.count; i++)
		if (!strcmp(r->phases.at[i].name, path)) {
			r->phases.at[i].seconds += seconds;
			return;
		}
	vec_push(&r->phases, (struct report_phase){ arena_string(r->arena, path, strlen(path)), seconds });
}

static int compare_phases(const void *a, const void *b)
{
	const struct report_phase *x = a, *y = b;
	return x->seconds != y->seconds ? (x->seconds < y->seconds ? 1 : -1) : strcmp(x->name, y->name);
}

void results_time(struct results *r, const struct board *board)
{
	vec_clear(&r->phases);
	if (!r->arena)
		return;
	board_each(board, add_phase, r);
	if (r->phases.count)
		qsort(r->phases.at, r->phases.count, sizeof *r->phases.at, compare_phases);
}

/* What the worker told, and why it was ended. */
static struct report_run read_run(struct results *r, const struct work_result *w)
{
	struct report_run run = { .bound = -1 };
	const char *text = copy_extra(r, w, EXTRA_RUN), *reason = copy_extra(r, w, EXTRA_REASON);
	if (text && !report_run_read(&run, text, strlen(text), r->arena)) {
		report_run_release(&run);
		run = (struct report_run){ .bound = -1 };
		reason = "internal error: what the worker told is damaged";
	}
	if (!text && !reason)
		reason = w->reason ? w->reason : "the input was refused";
	if (reason)
		run.cause = reason;
	return run;
}

void results_add(struct results *r, const struct work_result *w, const char *rule)
{
	const struct options *o = r->options;
	if (!r->arena)
		return;
	struct report_run run = read_run(r, w);
	if (!o->kernel && copy_extra(r, w, EXTRA_CERTIFICATE)) /* of a driver no certificate is written */
		run.certificate = o->certificate;
	for (size_t i = 0; i < o->inputs.count; i++)
		vec_push(&run.files, o->inputs.at[i]);
	if (!o->inputs.count)
		vec_push(&run.files, "-");
	name_rule(&run, rule ? arena_string(r->arena, rule, strlen(rule)) : NULL);
	run.phases = r->phases;
	r->phases = (struct report_phases){ 0 };
	run.cost = cost_since(r->run, r->used);
	vec_push(&r->report.runs, run);
}

bool results_adopt(struct results *r, const char *text, size_t length)
{
	struct report other;
	bool fine = report_json_read(&other, text, length, r->arena) && other.directory;
	for (size_t i = 0; fine && i < other.runs.count; i++) {
		relocate_run(&other.runs.at[i], other.directory, r->report.directory, r->arena);
		vec_push(&r->report.runs, other.runs.at[i]);
	}
	if (fine)
		other.runs.count = 0;
	report_release(&other);
	return fine;
}

void results_miss(struct results *r, const char *file, const char *directory, const char *cause)
{
	struct report_run run = { .bound = -1, .cause = arena_string(r->arena, cause, strlen(cause)) };
	vec_push(&run.files, file);
	relocate_run(&run, directory, r->report.directory, r->arena);
	vec_push(&r->report.runs, run);
}

/* What needs attention most. */
static enum verdict worst(const struct report_runs *runs)
{
	static const enum verdict order[] = { VERDICT_UNSAFE, VERDICT_UNKNOWN, VERDICT_BOUNDED };
	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (size_t i = 0; i < runs->count; i++)
			if (runs->at[i].verdict == order[k])
				return order[k];
	return runs->count ? VERDICT_SAFE : VERDICT_UNKNOWN;
}

static void write_sarif(struct output *out, const struct report *report)
{
	sarif_write(out, report, false);
}

static void write_whole_sarif(struct output *out, const struct report *report)
{
	sarif_write(out, report, true);
}

bool results_write(struct results *r, int status, struct diagnostics *diags)
{
	const struct options *o = r->options;
	bool fine = true;
	if (!r->arena)
		return true;
	r->report.verdict = worst(&r->report.runs);
	r->report.exit_status = status;
	r->report.cost = cost_since(r->begin, 0);
	const struct {
		const char *path;
		void (*write)(struct output *out, const struct report *report);
	} files[] = { { o->json, report_json_write },
		      { o->sarif, o->sarif_all ? write_whole_sarif : write_sarif },
		      { o->junit, junit_write },
		      { o->html, html_write } };
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct output *out = files[i].path ? output_open(files[i].path, false, diags) : NULL;
		if (out)
			files[i].write(out, &r->report);
		fine = (!files[i].path || (out && output_close(out, diags))) && fine;
	}
	return fine;
}

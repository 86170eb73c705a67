/* verify: C, IR or SMT-LIB2 to a verdict (contract: first line of standard output, exit status).
 *
 * This process only watches. A child does the work. */
#include <stdio.h>
#include <string.h>

#include "extras.h"
#include "memory.h"
#include "solver.h"
#include "status.h"
#include "supervise.h"
#include "tool.h"
#include "work.h"

static bool is_final(int status)
{
	(void)status;
	return true;
}

static int print_result(const struct options *o, const struct work_result *r, struct diagnostics *diags)
{
	/* Input that was refused has no report: what is in the file stays. */
	if (r->ended && !r->length)
		return r->status;
	struct output *out = output_open(o->output, false, diags);
	if (!out)
		return STATUS_SYSTEM;
	size_t length = r->length ? strlen(r->report) : 0;
	if (length)
		output_write(out, r->report, length);
	else
		output_format(out, "UNKNOWN (%s)\nreached: the start\n", r->reason);
	if (!output_close(out, diags) || (length && !extras_write(o, r->report + length, r->report + r->length, diags)))
		return STATUS_SYSTEM;
	return r->status;
}

static int run(struct job *job)
{
	const struct options *o = job->options;
	double start = clock_now();
	job->deadline = o->timeout > 0 ? start + o->timeout * 0.97 : SOLVER_NO_DEADLINE;
	struct work_result r = supervise(&(struct supervision){ .work = work,
								.context = job,
								.count = 1,
								.conclusive = is_final,
								.deadline = job->deadline,
								.grace = 0.02 * o->timeout + 0.2,
								.memory_mb = o->memory,
								.interruptible = true,
								.drafts = -1 });
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
	tool_begin();
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

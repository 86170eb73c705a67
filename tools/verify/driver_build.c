#include "driver_build.h"

#include <string.h>

#include "clock.h"
#include "lines_report.h"
#include "memory.h"
#include "status.h"
#include "stream.h"

enum { SECONDS = 60 }; /* for a file, without --timeout: a build has to end */

/* What is known of the file so far. */
struct summary {
	const struct options *options;
	struct output *lines; /* findings with their traces, in order */
	struct string_list assumed;
	unsigned findings;
	unsigned safe, unsafe, bounded, unknown; /* runs */
};

static bool starts_with(const char *line, const char *word)
{
	return !strncmp(line, word, strlen(word));
}

static bool has_line(const struct string_list *list, const char *line, size_t length)
{
	for (size_t i = 0; i < list->count; i++)
		if (strlen(list->at[i]) == length && !strncmp(list->at[i], line, length))
			return true;
	return false;
}

static void take_verdict(struct summary *s, const char *line)
{
	unsigned *count = starts_with(line, "SAFE")      ? &s->safe
			  : starts_with(line, "UNSAFE")  ? &s->unsafe
			  : starts_with(line, "BOUNDED") ? &s->bounded
							 : &s->unknown;
	++*count;
}

static void take_line(struct summary *s, const char *line, size_t length)
{
	size_t prefix = strlen(LINES_ASSUMED);
	if (starts_with(line, LINES_ASSUMED)) {
		if (!has_line(&s->assumed, line + prefix, length - prefix))
			vec_push(&s->assumed, memory_copy_string(line + prefix, length - prefix));
		return;
	}
	const char *error = strstr(line, ": error: ");
	s->findings += error && error < line + length;
	output_write(s->lines, line, length);
	output_string(s->lines, "\n");
}

/* Lines after the first, which is the verdict. What was sent behind the report is no text. */
static void take_report(struct summary *s, const struct work_result *r)
{
	if (!r->length) {
		s->unknown++;
		return;
	}
	take_verdict(s, r->report);
	const char *at = strchr(r->report, '\n');
	while (at && at[1]) {
		const char *end = strchr(at + 1, '\n');
		size_t length = end ? (size_t)(end - at - 1) : strlen(at + 1);
		take_line(s, at + 1, length);
		at = end;
	}
}

static const char *verdict_of(const struct summary *s)
{
	return s->unsafe ? "UNSAFE" : s->unknown ? "UNKNOWN" : s->bounded ? "BOUNDED" : "SAFE";
}

static int status_of(const struct summary *s)
{
	if (!s->options->fail)
		return STATUS_SAFE;
	if (s->unsafe)
		return STATUS_UNSAFE;
	return s->unknown || (s->bounded && !s->options->accept_bounded) ? STATUS_UNKNOWN : STATUS_SAFE;
}

static const char *plural(unsigned n)
{
	return n == 1 ? "" : "s";
}

static void write_report(struct output *out, const struct summary *s, double seconds)
{
	const char *file = s->options->inputs.count ? s->options->inputs.at[0] : "-";
	size_t length;
	const char *lines = output_text(s->lines, &length);
	output_format(out, "%s (%s)\n", verdict_of(s), file);
	output_write(out, lines, length);
	for (size_t i = 0; s->options->verbose && i < s->assumed.count; i++)
		output_format(out, "%s%s\n", LINES_ASSUMED, s->assumed.at[i]);
	output_format(out, "%s: %u finding%s, %zu assumption%s%s, %.1f s\n", file, s->findings, plural(s->findings),
		      s->assumed.count, plural((unsigned)s->assumed.count),
		      s->options->verbose || !s->assumed.count ? "" : " (-v lists them)", seconds);
}

static void release(struct summary *s)
{
	for (size_t i = 0; i < s->assumed.count; i++)
		memory_free((char *)(uintptr_t)s->assumed.at[i]);
	vec_free(&s->assumed);
	output_abandon(s->lines);
}

int driver_build(const struct options *o, driver_run *run, void *context, struct diagnostics *diags)
{
	struct summary s = { .options = o, .lines = output_memory() };
	double begin = clock_now();
	struct work_result r = run(context, o->timeout > 0 ? o->timeout : SECONDS);
	take_report(&s, &r);
	memory_free(r.report);
	struct output *out = output_open(o->output, false, diags);
	if (out)
		write_report(out, &s, clock_now() - begin);
	int status = out && output_close(out, diags) ? status_of(&s) : STATUS_SYSTEM;
	release(&s);
	return status;
}

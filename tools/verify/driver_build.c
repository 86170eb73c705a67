#define _GNU_SOURCE /* memmem */
#include "driver_build.h"

#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "clock.h"
#include "known_rules.h"
#include "lines_report.h"
#include "memory.h"
#include "message.h"
#include "status.h"
#include "stream.h"
#include "terminal.h"
#include "tool.h"

enum { SECONDS = 60 }; /* for a file, without --timeout: a build has to end */

/* A rule, which has a run of its own. */
struct rule_run {
	char *name, *ir; /* memory_free; ir NULL: not read yet */
	size_t length;
};

/* A finding with its trace, as lines. */
struct shown {
	struct output *lines;
	size_t assumed; /* by its run */
	size_t number;  /* of those that were found before it */
};

/* What is known of the file so far. */
struct summary {
	const struct options *options;
	struct results *results;
	VEC(struct shown) shown; /* in the order in which they were found */
	struct output *others;   /* other lines */
	struct string_list assumed;
	struct baseline baseline;
	VEC(struct rule_run) rules;
	unsigned left_out; /* rules that are about nothing in the files */
	unsigned findings, known;
	unsigned safe, unsafe, bounded, unknown; /* runs */
	bool hidden;                             /* the finding whose trace is read is a known one */
	bool fails;                              /* a finding that is not known */
	bool interrupted;                        /* by a signal */
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

/* ---- one run's report ---- */

static void take_finding(struct summary *s, const char *entry)
{
	s->hidden = s->options->baseline && baseline_has(&s->baseline, entry);
	s->known += s->hidden;
	s->findings += !s->hidden;
	if (!s->hidden)
		vec_push(&s->shown, (struct shown){ .lines = output_memory(), .number = s->shown.count });
	if (s->options->new_baseline)
		baseline_add(&s->baseline, entry);
}

/* `first`: of this run's findings. */
static void take_line(struct summary *s, const char *line, size_t length, size_t first)
{
	size_t prefix = strlen(LINES_ASSUMED);
	if (starts_with(line, LINES_ASSUMED)) {
		for (size_t i = first; i < s->shown.count; i++)
			s->shown.at[i].assumed++;
		if (!has_line(&s->assumed, line + prefix, length - prefix))
			vec_push(&s->assumed, memory_copy_string(line + prefix, length - prefix));
		return;
	}
	char *entry = baseline_entry(line, length);
	bool is_note = memmem(line, length, ": note: ", 8) != NULL;
	if (entry)
		take_finding(s, entry);
	memory_free(entry);
	if (s->hidden)
		return;
	struct output *to = (entry || is_note) && s->shown.count > first ? vec_last(&s->shown).lines : s->others;
	output_write(to, line, length);
	output_string(to, "\n");
}

static void count_verdict(struct summary *s, const char *line, unsigned findings)
{
	if (starts_with(line, "SAFE"))
		s->safe++;
	else if (starts_with(line, "BOUNDED"))
		s->bounded++;
	else if (starts_with(line, "UNSAFE"))
		s->unsafe++;
	else
		s->unknown++;
	s->fails |= starts_with(line, "UNSAFE") && s->findings > findings;
}

/* Lines after the first, which is the verdict. What was sent behind the report is no text. */
static void take_report(struct summary *s, const struct work_result *r)
{
	unsigned findings = s->findings;
	size_t first = s->shown.count;
	if (!r->length) {
		s->unknown++;
		return;
	}
	const char *at = strchr(r->report, '\n');
	s->hidden = false;
	while (at && at[1]) {
		const char *end = strchr(at + 1, '\n');
		size_t length = end ? (size_t)(end - at - 1) : strlen(at + 1);
		take_line(s, at + 1, length, first);
		at = end;
	}
	count_verdict(s, r->report, findings);
}

/* ---- the whole ---- */

static const char *verdict_of(const struct summary *s)
{
	return s->unsafe ? "UNSAFE" : s->unknown ? "UNKNOWN" : s->bounded ? "BOUNDED" : "SAFE";
}

static int status_of(const struct summary *s)
{
	if (!s->options->fail)
		return STATUS_SAFE;
	if (s->fails)
		return STATUS_UNSAFE;
	return s->unknown || (s->bounded && !s->options->accept_bounded) ? STATUS_UNKNOWN : STATUS_SAFE;
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void write_count(struct output *out, unsigned n, const char *verdict)
{
	if (n)
		output_format(out, ", %u %s", n, verdict);
}

static void write_total(struct output *out, const struct summary *s, const char *file, double seconds)
{
	output_format(out, "%s: %u finding%s", file, s->findings, plural(s->findings));
	write_count(out, s->known, "known before");
	if (s->options->rules.count) {
		output_format(out, "; rules: %u SAFE", s->safe);
		write_count(out, s->unsafe, "UNSAFE");
		write_count(out, s->bounded, "BOUNDED");
		write_count(out, s->unknown, "UNKNOWN");
		write_count(out, s->left_out, "about nothing here");
	}
	output_format(out, "; %zu assumption%s%s; %.1f s\n", s->assumed.count, plural(s->assumed.count),
		      s->options->verbose || !s->assumed.count ? "" : " (-v lists them)", seconds);
}

/* Fewer assumptions first: they are more certain. */
static int compare_shown(const void *a, const void *b)
{
	const struct shown *x = a, *y = b;
	size_t i = x->assumed != y->assumed ? x->assumed : x->number;
	size_t j = x->assumed != y->assumed ? y->assumed : y->number;
	return (i > j) - (i < j);
}

static void write_lines(struct output *out, struct output *from, bool painted, struct source_texts *sources)
{
	size_t length;
	const char *lines = output_text(from, &length);
	if (!painted) {
		output_write(out, lines, length);
		return;
	}
	for (const char *at = lines; at < lines + length; at += strcspn(at, "\n") + 1)
		terminal_line(out, at, strcspn(at, "\n"), sources);
}

static void write_findings(struct output *out, struct summary *s)
{
	struct source_texts sources = { 0 };
	bool painted = terminal_has_colour(s->options->output);
	if (s->shown.count)
		qsort(s->shown.at, s->shown.count, sizeof *s->shown.at, compare_shown);
	for (size_t i = 0; i < s->shown.count; i++)
		write_lines(out, s->shown.at[i].lines, painted, &sources);
	write_lines(out, s->others, false, &sources);
	source_texts_release(&sources);
}

static void write_report(struct output *out, struct summary *s, double seconds)
{
	const char *file = s->options->inputs.count ? s->options->inputs.at[0] : "-";
	output_format(out, "%s (%s)\n", verdict_of(s), file);
	write_findings(out, s);
	for (size_t i = 0; s->options->verbose && i < s->assumed.count; i++)
		output_format(out, "%s%s\n", LINES_ASSUMED, s->assumed.at[i]);
	write_total(out, s, file, seconds);
}

static void release(struct summary *s)
{
	for (size_t i = 0; i < s->assumed.count; i++)
		memory_free((char *)(uintptr_t)s->assumed.at[i]);
	vec_free(&s->assumed);
	for (size_t i = 0; i < s->rules.count; i++) {
		memory_free(s->rules.at[i].name);
		memory_free(s->rules.at[i].ir);
	}
	vec_free(&s->rules);
	baseline_release(&s->baseline);
	for (size_t i = 0; i < s->shown.count; i++)
		output_abandon(s->shown.at[i].lines);
	vec_free(&s->shown);
	output_abandon(s->others);
}

/* ---- runs ---- */

/* RULE: that it is about, or NULL. */
static void run_one(struct summary *s, const struct options *o, const char *rule, driver_run *run, void *context,
		    double seconds)
{
	results_begin_run(s->results);
	struct work_result r = run(context, o, seconds);
	results_add(s->results, &r, rule);
	take_report(s, &r);
	s->interrupted |= r.interrupted;
	memory_free(r.report);
}

/* There is no run of it. WHY: the reason, or NULL: c2ir did not take the files, or the rule. */
static void refuse(struct summary *s, const char *rule, const char *why)
{
	const struct work_result none = { .ended = !why, .reason = why, .status = why ? STATUS_UNKNOWN : 0 };
	results_begin_run(s->results);
	results_add(s->results, &none, rule);
	s->unknown++;
}

/* The IR for each rule that is about something in the files, as c2ir writes it. NULL: it refused them. memory_free. */
static char *applicable_rules(const struct options *o, size_t *length, struct diagnostics *diags)
{
	VEC(char *) argv = { 0 };
	char *program = tool_find("c2ir"), *text = NULL, all[] = "--rule=all";
	int status;
	vec_push(&argv, program);
	for (size_t i = 0; i < o->front_end.count; i++)
		vec_push(&argv, (char *)(uintptr_t)o->front_end.at[i]);
	vec_push(&argv, all);
	vec_push(&argv, (char *)"--");
	for (size_t i = 0; i < o->inputs.count; i++)
		vec_push(&argv, (char *)(uintptr_t)o->inputs.at[i]);
	vec_push(&argv, NULL);
	if (!tool_run("c2ir", argv.at, &text, length, &status, diags)) {
		memory_free(text);
		text = NULL;
	}
	memory_free(program);
	vec_free(&argv);
	return text;
}

/* "NAME BYTES", and so many bytes behind the line's end. Where the next one begins; NULL: there is none that is whole. */
static const char *take_rule(struct summary *s, const char *at, const char *end)
{
	const char *blank = memchr(at, ' ', (size_t)(end - at)), *line = memchr(at, '\n', (size_t)(end - at));
	if (!blank || !line || line < blank)
		return NULL;
	size_t length = strtoull(blank + 1, NULL, 10);
	if (length > (size_t)(end - line - 1))
		return NULL;
	struct rule_run rule = { memory_copy_string(at, (size_t)(blank - at)), memory_copy_string(line + 1, length),
				 length };
	vec_push(&s->rules, rule);
	return line + 1 + length;
}

/* `all` becomes the rules that are about something; what is left out is counted. False: the files were refused. */
static bool choose_rules(struct summary *s, struct diagnostics *diags)
{
	for (size_t i = 0; i < s->options->rules.count; i++) {
		const char *name = s->options->rules.at[i];
		if (strcmp(name, "all") != 0) {
			struct rule_run rule = { memory_copy_string(name, strlen(name)), NULL, 0 };
			vec_push(&s->rules, rule);
			continue;
		}
		size_t length, before = s->rules.count;
		char *text = applicable_rules(s->options, &length, diags);
		if (!text)
			return false;
		const char *at = text;
		while (at && at < text + length)
			at = take_rule(s, at, text + length);
		if (!at) {
			diagnose(diags, DIAG_INTERNAL, (struct location){ 0 },
				 "internal error: what c2ir writes for rules is damaged");
			memory_free(text);
			return false;
		}
		s->left_out += known_rule_count - (unsigned)(s->rules.count - before);
		memory_free(text);
	}
	return true;
}

/* Each rule has its share of the time that is left: none starves the others. */
static void run_rules(struct summary *s, driver_run *run, void *context, double end)
{
	for (size_t i = 0; i < s->rules.count; i++) {
		bool refused = s->rules.at[i].ir && !s->rules.at[i].length; /* c2ir has said why */
		if (refused || s->interrupted) {
			refuse(s, s->rules.at[i].name, refused ? NULL : REASON_INTERRUPTED);
			continue;
		}
		struct options one = *s->options;
		struct output *word = output_memory();
		size_t length;
		double left = end - clock_now();
		output_format(word, "--rule=%s", s->rules.at[i].name);
		one.ir = s->rules.at[i].ir;
		one.ir_length = s->rules.at[i].length;
		one.front_end = (struct string_list){ 0 };
		for (size_t k = 0; k < s->options->front_end.count; k++)
			vec_push(&one.front_end, s->options->front_end.at[k]);
		vec_push(&one.front_end, output_text(word, &length));
		run_one(s, &one, s->rules.at[i].name, run, context, left > 1 ? left / (double)(s->rules.count - i) : 1);
		vec_free(&one.front_end);
		output_abandon(word);
	}
}

int driver_build(const struct options *o, driver_run *run, void *context, struct results *results,
		 struct diagnostics *diags)
{
	struct summary s = { .options = o, .results = results, .others = output_memory() };
	double begin = clock_now(), seconds = o->timeout > 0 ? o->timeout : SECONDS;
	int status = STATUS_SYSTEM;
	if (o->baseline && !baseline_read(&s.baseline, o->baseline, o->new_baseline, diags)) {
		release(&s);
		return diagnostics_status(diags);
	}
	if (o->rules.count && choose_rules(&s, diags))
		run_rules(&s, run, context, begin + seconds);
	else if (o->rules.count)
		refuse(&s, NULL, NULL);
	else
		run_one(&s, o, NULL, run, context, seconds);
	struct output *out = output_open(o->output, false, diags);
	if (out)
		write_report(out, &s, clock_now() - begin);
	if (out && output_close(out, diags))
		status = status_of(&s);
	if (o->new_baseline && o->baseline && !baseline_write(&s.baseline, o->baseline, diags))
		status = STATUS_SYSTEM;
	if (!results_write(results, status, diags))
		status = STATUS_SYSTEM;
	release(&s);
	return status;
}

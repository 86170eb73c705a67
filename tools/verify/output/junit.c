/* Few elements and one way of escaping: no library for XML is among what Plumb needs, and none is taken in for these lines. */
#include "junit.h"

#include <string.h>

#include "hash.h"
#include "verdict_report.h"
#include "visible.h"

/* What a test case is about: obligations of a check, or of a rule of drivers, in a function. */
struct group {
	size_t suite;
	const char *function, *check, *rule;
	int64_t line; /* of the first */
	VEC(const struct report_obligation *) members;
};

struct counts {
	unsigned tests, failures, skipped;
};

/* The tables are from hashes to what has them. Two with a hash in common (that is rare) are told apart, but not looked for any more. */
struct suites {
	VEC(struct group) groups;
	struct string_list files;
	struct table group_at, file_at;
};

/* ---- XML 1.0 ---- */

/* As visible.h shows it, so that there is no character that XML does not have, within an attribute or an element. */
static void write_text(struct output *out, const char *text)
{
	struct output *shown = output_memory();
	size_t length;
	visible_write(shown, text, SIZE_MAX);
	for (const char *at = output_text(shown, &length); *at; at++) {
		size_t plain = strcspn(at, "&<>\"'\xef");
		output_write(out, at, plain);
		at += plain;
		if (!*at)
			break;
		if (!strncmp(at, "\xef\xbf\xbe", 3) || !strncmp(at, "\xef\xbf\xbf", 3)) { /* U+FFFE, U+FFFF */
			output_string(out, "?");
			at += 2;
			continue;
		}
		if (*at == '\xef') {
			output_write(out, at, 1);
			continue;
		}
		output_string(out, *at == '&'   ? "&amp;"
				   : *at == '<' ? "&lt;"
				   : *at == '>' ? "&gt;"
				   : *at == '"' ? "&quot;"
						: "&apos;");
	}
	output_abandon(shown);
}

static void write_attribute(struct output *out, const char *name, const char *value)
{
	output_format(out, " %s=\"", name);
	write_text(out, value);
	output_string(out, "\"");
}

/* ---- groups ---- */

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
	return text ? hash_mix(hash, hash_bytes(text, strlen(text))) : hash_mix(hash, 1);
}

static size_t suite_of(struct suites *s, const char *file)
{
	uint64_t hash = mix_text(0, file) >> 1, at = table_get(&s->file_at, hash, UINT64_MAX);
	if (at != UINT64_MAX && !strcmp(s->files.at[at], file))
		return at;
	table_put(&s->file_at, hash, s->files.count);
	vec_push(&s->files, file);
	return s->files.count - 1;
}

static struct group *group_like(struct suites *s, const struct group *like)
{
	uint64_t hash = mix_text(mix_text(mix_text(like->suite, like->function), like->check), like->rule) >> 1;
	uint64_t at = table_get(&s->group_at, hash, UINT64_MAX);
	struct group *g = at != UINT64_MAX ? &s->groups.at[at] : NULL;
	if (g && g->suite == like->suite && is_same(g->function, like->function) && is_same(g->check, like->check) &&
	    is_same(g->rule, like->rule))
		return g;
	table_put(&s->group_at, hash, s->groups.count);
	vec_push(&s->groups, *like);
	return &vec_last(&s->groups);
}

static const char *first_file(const struct report_run *run)
{
	return run->files.count ? run->files.at[0] : "-";
}

static void add_run(struct suites *s, const struct report_run *run)
{
	for (size_t i = 0; i < run->obligations.count; i++) {
		const struct report_obligation *o = &run->obligations.at[i];
		const struct group like = { .suite = suite_of(s, o->place.file ? o->place.file : first_file(run)),
					    .function = o->place.function,
					    .check = o->check,
					    .rule = run->rule,
					    .line = o->place.line };
		vec_push(&group_like(s, &like)->members, o);
	}
}

static size_t count_of(const struct group *g, enum obligation_verdict verdict)
{
	size_t n = 0;
	for (size_t i = 0; i < g->members.count; i++)
		n += g->members.at[i]->verdict == verdict;
	return n;
}

static bool is_failed(const struct group *g)
{
	return count_of(g, OBLIGATION_VIOLATED);
}

static bool is_skipped(const struct group *g)
{
	return !is_failed(g) && count_of(g, OBLIGATION_OPEN) + count_of(g, OBLIGATION_BOUNDED);
}

static void count_group(struct counts *c, const struct group *g)
{
	c->tests++;
	c->failures += is_failed(g);
	c->skipped += is_skipped(g);
}

/* ---- test cases ---- */

static void write_place(struct output *out, const struct report_place *p)
{
	if (p->file)
		write_text(out, p->file);
	if (p->line)
		output_format(out, ":%lld", (long long)p->line);
	if (p->line && p->column)
		output_format(out, ":%lld", (long long)p->column);
	if (p->function) {
		output_string(out, p->file ? ": " : "");
		write_text(out, p->function);
	}
	output_string(out, p->file || p->function ? ": " : "");
}

static void write_step(struct output *out, const struct report_step *s)
{
	write_text(out, s->text ? s->text : "");
	output_string(out, s->values ? "    [" : "");
	write_text(out, s->values ? s->values : "");
	output_string(out, s->values ? "]\n" : "\n");
}

static void write_failure(struct output *out, const struct report_obligation *o)
{
	output_string(out, "<failure");
	write_attribute(out, "type", o->check);
	write_attribute(out, "message", o->message ? o->message : "violated");
	output_string(out, ">");
	write_place(out, &o->place);
	if (o->library) {
		output_string(out, "in ");
		write_text(out, o->library);
		output_string(out, ": ");
	}
	write_text(out, o->message ? o->message : "violated");
	output_string(out, "\n");
	for (size_t i = 0; i < o->trace.count; i++) {
		output_string(out, "  ");
		write_place(out, &o->trace.at[i].place);
		write_step(out, &o->trace.at[i]);
	}
	output_string(out, "</failure>\n");
}

static void write_open(struct output *out, const struct group *g)
{
	size_t open = count_of(g, OBLIGATION_OPEN), bounded = count_of(g, OBLIGATION_BOUNDED);
	output_format(out, "<skipped message=\"%zu of %zu not decided%s\">", open + bounded, g->members.count,
		      open ? "" : ", nothing found up to the bound");
	for (size_t i = 0; i < g->members.count; i++) {
		const struct report_obligation *o = g->members.at[i];
		if (o->verdict != OBLIGATION_OPEN && o->verdict != OBLIGATION_BOUNDED)
			continue;
		write_place(out, &o->place);
		write_text(out, o->message ? o->message : "");
		output_string(out, o->cause ? ": " : "");
		write_text(out, o->cause ? o->cause : "");
		output_string(out, "\n");
	}
	output_string(out, "</skipped>\n");
}

static void write_case(struct output *out, const struct group *g, const char *file)
{
	output_string(out, "<testcase");
	write_attribute(out, "classname", file);
	output_string(out, " name=\"");
	write_text(out, g->check);
	output_string(out, g->rule ? " " : "");
	write_text(out, g->rule ? g->rule : "");
	output_string(out, g->function ? " in " : "");
	write_text(out, g->function ? g->function : "");
	output_string(out, "\"");
	write_attribute(out, "file", file);
	if (g->line)
		output_format(out, " line=\"%lld\"", (long long)g->line);
	output_string(out, " time=\"0\">\n");
	for (size_t i = 0; i < g->members.count; i++)
		if (g->members.at[i]->verdict == OBLIGATION_VIOLATED)
			write_failure(out, g->members.at[i]);
	if (is_skipped(g))
		write_open(out, g);
	output_string(out, "</testcase>\n");
}

static void begin_suite(struct output *out, const char *name, struct counts c, double seconds)
{
	output_string(out, "<testsuite");
	write_attribute(out, "name", name);
	output_format(out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\" time=\"%.3f\">\n", c.tests,
		      c.failures, c.skipped, seconds);
}

static void write_suite(struct output *out, const struct suites *s, size_t suite)
{
	struct counts c = { 0 };
	for (size_t i = 0; i < s->groups.count; i++)
		if (s->groups.at[i].suite == suite)
			count_group(&c, &s->groups.at[i]);
	begin_suite(out, s->files.at[suite], c, 0);
	for (size_t i = 0; i < s->groups.count; i++)
		if (s->groups.at[i].suite == suite)
			write_case(out, &s->groups.at[i], s->files.at[suite]);
	output_string(out, "</testsuite>\n");
}

/* ---- the verdicts ---- */

static bool is_decided(const struct report_run *run)
{
	return run->verdict == VERDICT_SAFE || run->verdict == VERDICT_UNSAFE;
}

/* What is violated fails in cases of its own. */
static void write_verdict(struct output *out, const struct report_run *run)
{
	output_string(out, "<testcase classname=\"verdict\" name=\"");
	write_text(out, first_file(run));
	output_string(out, run->rule ? " " : "");
	write_text(out, run->rule ? run->rule : "");
	output_format(out, "\" time=\"%.3f\">\n", run->cost.wall_seconds);
	if (!is_decided(run)) {
		output_format(out, "<skipped message=\"%s", verdict_word(run->verdict));
		output_string(out, run->cause ? ": " : "");
		write_text(out, run->cause ? run->cause : "");
		output_string(out, "\"/>\n");
	}
	output_string(out, "</testcase>\n");
}

static void write_property(struct output *out, const char *name, const struct report_place *place, const char *value)
{
	output_format(out, "<property name=\"%s\" value=\"", name);
	write_place(out, place);
	write_text(out, value);
	output_string(out, "\"/>\n");
}

static void write_properties(struct output *out, const struct report *r)
{
	const struct report_place nowhere = { 0 };
	output_string(out, "<properties>\n");
	write_property(out, "tool", &nowhere, r->tool);
	write_property(out, "version", &nowhere, r->version);
	write_property(out, "verdict", &nowhere, verdict_word(r->verdict));
	for (size_t i = 0; i < r->runs.count; i++)
		for (size_t k = 0; k < r->runs.at[i].assumptions.count; k++) {
			const struct report_assumption *a = &r->runs.at[i].assumptions.at[k];
			write_property(out, "assumption", &a->place, a->text);
		}
	output_string(out, "</properties>\n");
}

static struct counts count_verdicts(const struct report *r)
{
	struct counts c = { .tests = (unsigned)r->runs.count };
	for (size_t i = 0; i < r->runs.count; i++)
		c.skipped += !is_decided(&r->runs.at[i]);
	return c;
}

static void write_verdicts(struct output *out, const struct report *r)
{
	begin_suite(out, "verdict", count_verdicts(r), r->cost.wall_seconds);
	write_properties(out, r);
	for (size_t i = 0; i < r->runs.count; i++)
		write_verdict(out, &r->runs.at[i]);
	output_string(out, "</testsuite>\n");
}

/* ---- the document ---- */

static void begin_document(struct output *out, const struct report *r, const struct suites *s)
{
	struct counts c = count_verdicts(r);
	for (size_t i = 0; i < s->groups.count; i++)
		count_group(&c, &s->groups.at[i]);
	output_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"verify\"");
	output_format(out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\" time=\"%.3f\">\n", c.tests,
		      c.failures, c.skipped, r->cost.wall_seconds);
}

void junit_write(struct output *out, const struct report *r)
{
	struct suites s = { 0 };
	for (size_t i = 0; i < r->runs.count; i++)
		add_run(&s, &r->runs.at[i]);
	begin_document(out, r, &s);
	write_verdicts(out, r);
	for (size_t i = 0; i < s.files.count; i++)
		write_suite(out, &s, i);
	output_string(out, "</testsuites>\n");
	for (size_t i = 0; i < s.groups.count; i++)
		vec_free(&s.groups.at[i].members);
	vec_free(&s.groups);
	vec_free(&s.files);
	table_free(&s.group_at);
	table_free(&s.file_at);
}

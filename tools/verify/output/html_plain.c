#include "html_plain.h"

#include <string.h>

#include "verdict_report.h"
#include "visible.h"

void html_text(struct output *out, const char *text)
{
	struct output *shown = output_memory();
	size_t length;
	visible_write(shown, text, SIZE_MAX);
	for (const char *at = output_text(shown, &length); *at;) {
		size_t plain = strcspn(at, "&<>\"'");
		output_write(out, at, plain);
		at += plain;
		if (*at)
			output_format(out, "&#%u;", (unsigned char)*at++);
	}
	output_abandon(shown);
}

static void write_element(struct output *out, const char *name, const char *text)
{
	output_format(out, "<%s>", name);
	html_text(out, text);
	output_format(out, "</%s>\n", name);
}

static void write_place(struct output *out, const struct report_place *p)
{
	if (p->file) {
		output_string(out, "<code>");
		html_text(out, p->file);
		if (p->line)
			output_format(out, ":%lld", (long long)p->line);
		if (p->line && p->column)
			output_format(out, ":%lld", (long long)p->column);
		output_string(out, "</code> ");
	}
	if (p->function) {
		output_string(out, "in <code>");
		html_text(out, p->function);
		output_string(out, "</code> ");
	}
}

static void write_step(struct output *out, const struct report_step *s)
{
	output_string(out, "<li>");
	write_place(out, &s->place);
	if (s->text) {
		output_string(out, "<code>");
		html_text(out, s->text);
		output_string(out, "</code>");
	}
	if (s->values) {
		output_string(out, " [");
		html_text(out, s->values);
		output_string(out, "]");
	}
	output_string(out, "</li>\n");
}

static const char *word_of(const struct report_obligation *o)
{
	switch (o->verdict) {
	case OBLIGATION_PROVED:
		return "proved";
	case OBLIGATION_VIOLATED:
		return "violated";
	case OBLIGATION_BOUNDED:
		return "bounded";
	case OBLIGATION_OPEN:
		break;
	}
	return "open";
}

static void write_obligation(struct output *out, const struct report_obligation *o)
{
	output_format(out, "<li class=\"%s\"><b>%s</b> ", word_of(o), word_of(o));
	write_place(out, &o->place);
	if (o->count > 1)
		output_format(out, "%lld of them ", (long long)o->count);
	html_text(out, o->message ? o->message : "");
	output_string(out, " [");
	html_text(out, o->check);
	output_string(out, "]");
	if (o->library) {
		output_string(out, " in ");
		html_text(out, o->library);
	}
	if (o->cause) {
		output_string(out, " (");
		html_text(out, o->cause);
		output_string(out, ")");
	}
	if (o->trace.count) {
		output_string(out, "\n<ol>\n");
		for (size_t i = 0; i < o->trace.count; i++)
			write_step(out, &o->trace.at[i]);
		output_string(out, "</ol>\n");
	}
	output_string(out, "</li>\n");
}

/* Those that need attention first. */
static void write_obligations(struct output *out, const struct report_run *run)
{
	static const enum obligation_verdict order[] = { OBLIGATION_VIOLATED, OBLIGATION_OPEN, OBLIGATION_BOUNDED,
							 OBLIGATION_PROVED };
	if (!run->obligations.count) {
		output_string(out, "<p>Nothing was to be checked.</p>\n");
		return;
	}
	output_string(out, "<ul>\n");
	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (size_t i = 0; i < run->obligations.count; i++)
			if (run->obligations.at[i].verdict == order[k])
				write_obligation(out, &run->obligations.at[i]);
	output_string(out, "</ul>\n");
}

static void write_assumptions(struct output *out, const struct report_run *run)
{
	if (!run->assumptions.count)
		return;
	output_string(out, "<h3>Assumptions</h3>\n<ul>\n");
	for (size_t i = 0; i < run->assumptions.count; i++) {
		output_string(out, "<li>");
		write_place(out, &run->assumptions.at[i].place);
		html_text(out, run->assumptions.at[i].text);
		output_string(out, "</li>\n");
	}
	output_string(out, "</ul>\n");
}

static void write_run(struct output *out, const struct report_run *run)
{
	output_format(out, "<section>\n<h2>%s", verdict_word(run->verdict));
	for (size_t i = 0; i < run->files.count; i++) {
		output_string(out, i ? " " : ": ");
		html_text(out, run->files.at[i]);
	}
	if (run->rule) {
		output_string(out, ", rule ");
		html_text(out, run->rule);
	}
	output_string(out, "</h2>\n");
	if (run->cause)
		write_element(out, "p", run->cause);
	output_format(out, "<p>%.2f s", run->cost.wall_seconds);
	if (run->engine) {
		output_string(out, ", engine ");
		html_text(out, run->engine);
	}
	if (run->bound >= 0)
		output_format(out, ", bound %lld", (long long)run->bound);
	output_string(out, "</p>\n");
	write_obligations(out, run);
	write_assumptions(out, run);
	output_string(out, "</section>\n");
}

void html_plain_write(struct output *out, const struct report *r)
{
	output_format(out, "<main class=\"plain\">\n<h1>%s</h1>\n<p>", verdict_word(r->verdict));
	for (size_t i = 0; i < r->command_line.count; i++) {
		output_string(out, i ? " " : "<code>");
		html_text(out, r->command_line.at[i]);
	}
	output_string(out, r->command_line.count ? "</code></p>\n" : "</p>\n");
	for (size_t i = 0; i < r->runs.count; i++)
		write_run(out, &r->runs.at[i]);
	output_string(out, "</main>\n");
}

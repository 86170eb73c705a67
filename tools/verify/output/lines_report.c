/* FILE:LINE:COLUMN: error: MESSAGE [CHECK], as editors and build logs read it. A step is shown as its line is written, macros by
 * their names; a line that is gone on with after a call comes once. */
#include "lines_report.h"

#include <string.h>

#include "ledger.h"
#include "source_texts.h"
#include "visible.h"

/* Line P without its indentation, *length bytes; NULL: there is none. */
static const char *source_line(struct source_texts *sources, struct location p, size_t *length)
{
	const char *line = source_texts_line(sources, p.file, p.line, length);
	size_t blanks = line ? strspn(line, " \t") : 0;
	if (!line || *length <= blanks)
		return NULL;
	*length -= blanks;
	return line + blanks;
}

/* ---- lines ---- */

static void write_text(struct output *out, const char *text)
{
	visible_write(out, text, SIZE_MAX);
}

static void write_place(struct output *out, struct location p)
{
	write_text(out, p.file ? p.file : "?");
	if (p.line)
		output_format(out, ":%u", p.line);
	if (p.line && p.column)
		output_format(out, ":%u", p.column);
	output_string(out, ": ");
}

static bool is_shown(const struct trace_step *s)
{
	return s->location.line && !location_in_library(s->location);
}

struct report_spot lines_spot(const struct finding *f)
{
	const struct violation *v = &f->violation;
	bool outside = location_in_library(v->location);
	for (size_t i = f->steps.count; outside && i-- > 0;)
		if (is_shown(&f->steps.at[i]))
			return (struct report_spot){ f->steps.at[i].location, f->steps.at[i].function, NULL };
	return (struct report_spot){ v->location, v->function, outside ? NULL : v->library };
}

static void write_violation(struct output *out, const struct finding *f)
{
	const struct violation *v = &f->violation;
	struct report_spot spot = lines_spot(f);
	write_place(out, spot.location);
	output_string(out, "error: ");
	write_text(out, v->message);
	output_string(out, spot.library ? " in " : "");
	write_text(out, spot.library ? spot.library : "");
	output_string(out, " [");
	write_text(out, v->check);
	output_string(out, "]\n");
}

static bool is_same_line(const struct trace_step *a, const struct trace_step *b)
{
	return !a->callback && !b->callback && a->location.line == b->location.line &&
	       !strcmp(a->location.file, b->location.file) && !strcmp(a->function, b->function);
}

/* A condition with its value, which need not be the one that the line has: !p is written, p was asked. */
static bool is_condition(const struct trace_step *s)
{
	return !strcmp(s->values, "    [true]") || !strcmp(s->values, "    [false]");
}

static void write_step(struct output *out, const struct trace_step *s, struct source_texts *sources)
{
	size_t length = 0;
	const char *line = s->callback ? NULL : source_line(sources, s->location, &length);
	write_place(out, s->location);
	output_string(out, "note: ");
	write_text(out, s->function);
	output_string(out, s->callback ? " " : ": ");
	if (line)
		visible_write(out, line, length);
	if (line && is_condition(s)) {
		output_string(out, "    [");
		visible_write(out, s->text, strlen(s->text) - strlen(s->values));
		output_format(out, ": %s", s->values + 5);
	} else {
		write_text(out, line ? s->values : s->text);
	}
	output_string(out, "\n");
}

static void write_steps(struct output *out, const struct finding *f, struct source_texts *sources)
{
	const struct trace_step *last = NULL;
	for (size_t i = 0; i < f->steps.count; i++) {
		const struct trace_step *s = &f->steps.at[i];
		if (!is_shown(s) || (last && is_same_line(last, s) && *last->values && !*s->values))
			continue;
		if (last && !(is_same_line(last, s) && !*last->values))
			write_step(out, last, sources);
		last = s;
	}
	if (last)
		write_step(out, last, sources);
}

void lines_write(struct output *out, const struct task *task, const struct outcome *o)
{
	struct source_texts sources = { 0 };
	for (size_t i = 0; i < o->found.count; i++) {
		write_violation(out, &o->found.at[i]);
		write_steps(out, &o->found.at[i], &sources);
	}
	for (const struct attribute *a = task->original->attributes; (a = ledger_find(a)); a = a->next) {
		output_string(out, LINES_ASSUMED);
		ledger_write(out, a);
		output_string(out, "\n");
	}
	source_texts_release(&sources);
}

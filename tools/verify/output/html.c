/* The data are JSON in script elements of a type that browsers do not execute. Within strings, and there is no other place for it, '<'
 * is written as an escape: so no text of a program ends the element. */
#include "html.h"

#include <stdlib.h>
#include <string.h>

#include "html_page.h"
#include "html_plain.h"
#include "json_text.h"
#include "report_json.h"
#include "source_texts.h"
#include "verdict_report.h"

/* ---- data ---- */

static void write_escaped(struct output *out, struct output *json)
{
	size_t length;
	for (const char *at = output_text(json, &length); *at;) {
		size_t plain = strcspn(at, "<>&");
		output_write(out, at, plain);
		at += plain;
		if (*at)
			output_format(out, "\\u%04x", (unsigned)*at++);
	}
}

static void write_data(struct output *out, const char *id, struct output *json)
{
	output_format(out, "<script type=\"application/json\" id=\"%s\">", id);
	write_escaped(out, json);
	output_string(out, "</script>\n");
}

static void write_report(struct output *out, const struct report *r)
{
	struct output *json = output_memory();
	report_json_write_line(json, r);
	write_data(out, "report-data", json);
	output_abandon(json);
}

/* ---- sources ---- */

struct named {
	const char *uri, *file;
};
struct names VEC_BODY(struct named);

static void add_name(struct names *names, const struct report_place *p)
{
	bool again = names->count && p->uri && !strcmp(vec_last(names).uri, p->uri);
	if (p->file && p->uri && p->line && !again)
		vec_push(names, (struct named){ p->uri, p->file });
}

static void add_names(struct names *names, const struct report_run *run)
{
	for (size_t i = 0; i < run->obligations.count; i++) {
		const struct report_obligation *o = &run->obligations.at[i];
		add_name(names, &o->place);
		for (size_t k = 0; k < o->trace.count; k++)
			add_name(names, &o->trace.at[k].place);
	}
	for (size_t i = 0; i < run->assumptions.count; i++)
		add_name(names, &run->assumptions.at[i].place);
	for (size_t i = 0; i < run->beyond.count; i++)
		add_name(names, &run->beyond.at[i]);
}

static int compare_names(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	return strcmp(x->uri, y->uri);
}

/* Without "text" a file cannot be read: what came through a pipe, a model of Plumb's own. */
static json_t *source_of(struct source_texts *texts, const struct named *name)
{
	json_t *source = json_object();
	size_t length;
	const char *text = source_texts_whole(texts, name->file, &length);
	json_object_set_new(source, "uri", json_text(name->uri));
	json_object_set_new(source, "file", json_text(name->file));
	if (text)
		json_object_set_new(source, "text", json_text_of(text, length));
	return source;
}

static void write_sources(struct output *out, const struct report *r)
{
	struct source_texts texts = { 0 };
	struct names names = { 0 };
	json_t *list = json_array();
	for (size_t i = 0; i < r->runs.count; i++)
		add_names(&names, &r->runs.at[i]);
	if (names.count)
		qsort(names.at, names.count, sizeof *names.at, compare_names);
	for (size_t i = 0; i < names.count; i++)
		if (!i || strcmp(names.at[i - 1].uri, names.at[i].uri) != 0)
			json_array_append_new(list, source_of(&texts, &names.at[i]));
	struct output *json = output_memory();
	json_write(json, list, 0);
	write_data(out, "source-data", json);
	output_abandon(json);
	json_decref(list);
	vec_free(&names);
	source_texts_release(&texts);
}

/* ---- the page ---- */

static void write_title(struct output *out, const struct report *r)
{
	const struct report_run *first = r->runs.count == 1 ? &r->runs.at[0] : NULL;
	output_format(out, "<title>%s", verdict_word(r->verdict));
	if (first && first->files.count) {
		output_string(out, " - ");
		html_text(out, first->files.at[0]);
	}
	output_string(out, "</title>\n");
}

void html_write(struct output *out, const struct report *r)
{
	output_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			   "<meta http-equiv=\"Content-Security-Policy\" content=\"");
	output_string(out, html_page_policy);
	output_string(out, "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			   "<meta name=\"color-scheme\" content=\"light dark\">\n");
	write_title(out, r);
	output_string(out, "<style>");
	output_string(out, html_page_style);
	output_string(out, "</style>\n</head>\n<body>\n<noscript>\n");
	html_plain_write(out, r);
	output_string(out, "</noscript>\n");
	output_string(out, html_page_body);
	write_report(out, r);
	write_sources(out, r);
	output_string(out, "<script>");
	output_string(out, html_page_script);
	output_string(out, "</script>\n</body>\n</html>\n");
}

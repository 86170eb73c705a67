#define _GNU_SOURCE /* memmem */
#include "merge.h"

#include <string.h>

#include "baseline.h"
#include "memory.h"
#include "status.h"
#include "stream.h"

enum { SAFE, UNSAFE, BOUNDED, UNKNOWN, VERDICTS };
static const char *const verdicts[VERDICTS] = { "SAFE", "UNSAFE", "BOUNDED", "UNKNOWN" };

struct merging {
	const struct options *options;
	struct output *lines;
	struct baseline known, seen;
	unsigned counts[VERDICTS];
	unsigned findings, again, hidden;
	bool hides; /* the finding whose trace is read */
};

static int verdict_of(const char *text)
{
	for (int i = 0; i < VERDICTS; i++) {
		size_t n = strlen(verdicts[i]);
		if (!strncmp(text, verdicts[i], n) && (text[n] == ' ' || text[n] == '\n'))
			return i;
	}
	return VERDICTS;
}

static void take_finding(struct merging *m, const char *entry)
{
	bool known = baseline_has(&m->known, entry), again = baseline_has(&m->seen, entry);
	m->hides = known || again;
	m->hidden += known;
	m->again += again && !known;
	m->findings += !m->hides;
	baseline_add(&m->seen, entry);
}

/* A finding's line, or one of its notes; a verdict, of which a report of several files has several; other lines are the report's own. */
static void take_line(struct merging *m, const char *line, size_t length)
{
	char *entry = baseline_entry(line, length);
	bool note = memmem(line, length, ": note: ", 8) != NULL;
	int verdict = entry || note ? VERDICTS : verdict_of(line);
	if (verdict != VERDICTS)
		m->counts[verdict]++;
	if (entry)
		take_finding(m, entry);
	if ((entry || note) && !m->hides) {
		output_write(m->lines, line, length);
		output_string(m->lines, "\n");
	}
	memory_free(entry);
}

static bool take_report(struct merging *m, const char *path, struct diagnostics *diags)
{
	char *text = NULL;
	size_t length;
	if (!stream_read(path, diags, &text, &length))
		return false;
	if (verdict_of(text) == VERDICTS) {
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 0 },
			 "no report of verify: a verdict is missing");
		memory_free(text);
		return false;
	}
	for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		take_line(m, line, strcspn(line, "\n"));
	memory_free(text);
	return true;
}

static int worst(const struct merging *m)
{
	return m->counts[UNSAFE] ? UNSAFE : m->counts[UNKNOWN] ? UNKNOWN : m->counts[BOUNDED] ? BOUNDED : SAFE;
}

static int status_of(const struct merging *m)
{
	if (!m->options->fail)
		return STATUS_SAFE;
	if (m->findings)
		return STATUS_UNSAFE;
	bool open = m->counts[UNKNOWN] || (m->counts[BOUNDED] && !m->options->accept_bounded);
	return open ? STATUS_UNKNOWN : STATUS_SAFE;
}

static void write_total(const struct merging *m, struct output *out)
{
	unsigned reports = 0;
	for (int i = 0; i < VERDICTS; i++)
		reports += m->counts[i];
	output_format(out, "total: %u report%s:", reports, reports == 1 ? "" : "s");
	for (int i = 0; i < VERDICTS; i++)
		output_format(out, "%s %u %s", i ? "," : "", m->counts[i], verdicts[i]);
	output_format(out, "; %u finding%s", m->findings, m->findings == 1 ? "" : "s");
	if (m->again)
		output_format(out, ", %u more than once", m->again);
	if (m->hidden)
		output_format(out, ", %u known before", m->hidden);
	output_string(out, "\n");
}

static void write_merged(const struct merging *m, struct output *out)
{
	size_t length;
	const char *lines = output_text(m->lines, &length);
	output_format(out, "%s\n", verdicts[worst(m)]);
	output_write(out, lines, length);
	write_total(m, out);
}

int merge_reports(const struct options *o, struct diagnostics *diags)
{
	struct merging m = { .options = o, .lines = output_memory() };
	bool fine = !o->baseline || baseline_read(&m.known, o->baseline, false, diags);
	for (size_t i = 0; i < o->inputs.count && fine; i++)
		fine = take_report(&m, o->inputs.at[i], diags);
	struct output *out = fine ? output_open(o->output, false, diags) : NULL;
	if (out)
		write_merged(&m, out);
	fine = out && output_close(out, diags);
	int status = fine ? status_of(&m) : diagnostics_status(diags);
	baseline_release(&m.known);
	baseline_release(&m.seen);
	output_abandon(m.lines);
	return status;
}

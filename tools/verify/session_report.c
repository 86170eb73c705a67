/* The messages of a worker: its report, and drafts of it. */
#include "session.h"

#include <stdio.h>
#include <string.h>

#include "extras.h"
#include "report_json.h"
#include "report_make.h"
#include "status.h"
#include "validation.h"

int session_end_with_diagnostics(struct session *s)
{
	board_take_terminal(s->board);
	diagnostics_print(s->diags, "verify", stderr);
	int status = diagnostics_status(s->diags);
	return status ? status : STATUS_SYSTEM;
}

int session_end_of_records(struct session *s, int status)
{
	if (s->unrecorded.errors) {
		diagnostics_print(&s->unrecorded, "verify", stderr);
		status = diagnostics_status(&s->unrecorded);
	}
	diagnostics_release(&s->unrecorded);
	return status;
}

static struct report_options make_report_options(const struct options *o)
{
	return (struct report_options){ .checks = &o->checks,
					.strict = o->strict,
					.accept_bounded = o->accept_bounded,
					.all_open = o->open == OPEN_ALL,
					.statistics = o->stats,
					.json = o->stats_json,
					.lines = o->kernel || o->lines };
}

static void add_run(struct session *s, struct output *out, const struct report_options *options,
		    const struct task *task, const struct outcome *outcome)
{
	struct report_run run = report_make(options, task, outcome, &s->sources);
	struct output *text = output_memory();
	report_run_write(text, &run);
	extras_add(out, EXTRA_RUN, text);
	output_abandon(text);
	report_run_release(&run);
}

/* Only of a violation there would be one. */
static void tell_no_replay(const struct session *s, struct output *out, const struct outcome *outcome)
{
	bool wanted = s->options->replay && outcome->verdict == VERDICT_UNSAFE;
	if (!wanted || !attribute_find(s->input.program->attributes, ATTRIBUTE_THREADS))
		return;
	struct output *text = output_memory();
	output_string(text, "when a thread of a compiled program has its turn is not ours to say");
	extras_add(out, EXTRA_NO_REPLAY, text);
	output_abandon(text);
}

/* The report and what follows it; gives the exit status. REASON_AT: as in report_options. */
static int write_report(struct session *s, struct output *out, size_t *reason_at, const struct task *task,
			const struct outcome *outcome)
{
	struct report_options options = make_report_options(s->options);
	options.reason_at = reason_at;
	int status = report_write(out, &options, task, outcome);
	if (reason_at && status == STATUS_UNKNOWN)
		output_format(out, "reached: %s\n", s->phase);
	certified_show(&s->certified, out);
	if (s->replay)
		extras_add(out, EXTRA_REPLAY, s->replay);
	tell_no_replay(s, out, outcome);
	certified_add(&s->certified, out);
	witnessed_add(&s->witnessed, out);
	validation_add(s->options, outcome, out);
	if (options_tell_programs(s->options))
		add_run(s, out, &options, task, outcome);
	return status;
}

int session_send_report(struct session *s, struct message *m, const struct task *task, const struct outcome *outcome,
			const struct outcome *late)
{
	struct output *out = output_memory();
	m->status = write_report(s, out, m->final ? NULL : &m->reason_at, task, outcome);
	size_t first;
	output_text(out, &first);
	if (late)
		m->late_status = write_report(s, out, NULL, task, late);
	const char *bytes = output_text(out, &m->length);
	m->late_length = m->length - first;
	bool sent = message_send(s->report, m, bytes);
	output_abandon(out);
	return sent ? m->status : STATUS_SYSTEM;
}

void session_know_safe(struct session *s, const struct task *task, const struct outcome *outcome)
{
	struct message draft = { .rank = UINT64_MAX, .reason_at = NO_REASON };
	struct output *out = output_memory();
	draft.status = write_report(s, out, NULL, task, outcome);
	const char *bytes = output_text(out, &draft.length);
	message_send(s->report, &draft, bytes);
	output_abandon(out);
}

bool session_wants_certificate(const struct session *s, const struct task *task, const struct outcome *outcome)
{
	const struct report_options options = make_report_options(s->options);
	return (s->options->certificate || s->options->invariants || s->options->witnesses.count) &&
	       !strcmp(report_verdict(&options, task, outcome), "SAFE");
}

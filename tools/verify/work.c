#include "work.h"

#include <stdio.h>
#include <string.h>

#include "iterate.h"
#include "list.h"
#include "number.h"
#include "pass.h"
#include "session.h"
#include "status.h"
#include "supervise.h"

static bool is_verdict(int status)
{
	return status == STATUS_SAFE || status == STATUS_UNSAFE;
}

/* --- a plain SMT-LIB2 script --- */

static int answer_script(struct session *s)
{
	char *answer = NULL;
	struct solver_options options = { 0 };
	enum reply reply = solver_script(s->input.script, &options, s->deadline, &answer);
	struct message final = { .final = true, .reason_at = NO_REASON, .length = answer ? strlen(answer) : 0 };
	bool written = message_send(s->report, &final, answer);
	memory_free(answer);
	if (!written)
		return STATUS_SYSTEM;
	switch (reply) {
	case REPLY_SAT:
	case REPLY_UNSAT:
		return STATUS_SAFE;
	case REPLY_UNKNOWN:
		return STATUS_UNKNOWN;
	case REPLY_ERROR:
		return STATUS_INPUT;
	}
	return STATUS_SYSTEM;
}

/* What asks for more than an answer, which would look as if a certificate were confirmed, or leave a file unwritten; NULL: nothing. */
static const char *asks_for_program(const struct options *o)
{
	return o->check_certificate ? "--check-certificate is about a program: a script without one has no certificate"
	       : options_tell_programs(o) ? "--json, --sarif, --junit and --html are about a program: a script without "
					    "one has no obligations"
					  : NULL;
}

static int run_script(struct session *s)
{
	const char *why_not = asks_for_program(s->options);
	if (!why_not)
		return answer_script(s);
	diagnose(s->diags, DIAG_USAGE, (struct location){ 0 }, "%s", why_not);
	return session_end_with_diagnostics(s);
}

/* --- the worker --- */

/* Of --engine and --solver, whose names options_parse has checked. */
static void parse_lists(struct session *s)
{
	const struct options *o = s->options;
	struct list_name name;
	for (const char *rest = list_begin(o->engines); list_next(&rest, &name);)
		vec_push(&s->engines, engine_find(name.at, name.length));
	if (!o->engines)
		vec_push(&s->engines, &engine_strategy);
	const char *solvers = o->solvers ? o->solvers : solver_kind_name(SOLVER_Z3);
	for (const char *rest = list_begin(o->solver_command ? NULL : solvers); list_next(&rest, &name);) {
		enum solver_kind kind = SOLVER_COMMAND;
		solver_kind_named(name.at, name.length, &kind);
		vec_push(&s->solvers, kind);
	}
	if (o->solver_command)
		vec_push(&s->solvers, SOLVER_COMMAND);
}

static bool has_second(const struct options *o, enum solver_kind first)
{
	enum solver_kind second;
	return !o->cross_check || *o->cross_check || solver_other(first, &second);
}

/* Said before anything is read, and once: whether a query is asked depends on the program. */
static bool solvers_are_built(struct session *s)
{
	const struct location nowhere = { 0 };
	for (size_t i = 0; i < s->solvers.count && !s->diags->errors; i++) {
		enum solver_kind kind = s->solvers.at[i];
		if (!solver_is_built(kind))
			diagnose(s->diags, DIAG_SYSTEM, nowhere, "this build of Plumb has no solver %s",
				 solver_kind_name(kind));
		else if (!has_second(s->options, kind))
			diagnose(s->diags, DIAG_SYSTEM, nowhere,
				 "this build of Plumb has no second solver: --cross-check=CMD names one");
	}
	return !s->diags->errors;
}

static bool has_fact(const struct program *p, const char *key, const char *value)
{
	for (const struct attribute *a = p->attributes; a; a = a->next)
		if (!strcmp(a->key, key) && a->count && a->values[0].string && !strcmp(a->values[0].string, value))
			return true;
	return false;
}

/* What was said to c2ir, to which verify hands it on, when the IR was made. */
static void refuse_front_end(const struct options *o, struct diagnostics *diags)
{
	for (size_t i = 0; i < verify_option_table.count; i++) {
		const struct option_row *row = &verify_option_table.rows[i];
		size_t n = row->name ? strlen(row->name) : 0;
		bool asks = row->field.size == sizeof o->checks; /* for checks, of which the IR may have more */
		for (size_t k = 0; row->forward && !asks && k < o->front_end.count; k++)
			if (!strncmp(o->front_end.at[k], row->name, n) && strchr("=", o->front_end.at[k][n]))
				diagnose(diags, DIAG_USAGE, (struct location){ 0 },
					 "%s says how C is translated, and the input is IR: give it to c2ir",
					 row->name);
	}
}

/* IR was made for certain error functions and entries: it cannot be asked about others. */
static bool is_about(struct session *s)
{
	const struct check_set *asked = &s->options->checks;
	const struct program *p = s->input.program;
	unsigned before = s->diags->errors;
	if (!s->input.translated)
		refuse_front_end(s->options, s->diags);
	for (size_t i = 0; i < asked->errors.count; i++)
		if (!has_fact(p, ATTRIBUTE_ERROR, asked->errors.at[i]))
			diagnose(s->diags, DIAG_USAGE, (struct location){ 0 },
				 "the IR does not say where %s is called: give the property to c2ir too",
				 asked->errors.at[i]);
	if (asked->entry && !s->input.translated && attribute_find(p->attributes, ATTRIBUTE_MAIN) &&
	    !has_fact(p, ATTRIBUTE_MAIN, asked->entry))
		diagnose(s->diags, DIAG_USAGE, (struct location){ 0 },
			 "the IR does not start in %s, as the property does: give the property to c2ir too",
			 asked->entry);
	return s->diags->errors == before;
}

/* If the preparation does not end, this is what is proved. */
static void know_less(void *context, const struct program *p, const struct pass *pass)
{
	struct session *s = context;
	uint64_t left = program_open_places(p);
	if (pass == &pass_discharge)
		s->preparation.interpreted += s->preparation.left - left;
	s->preparation.left = left;
	s->prepared = (struct program *)(uintptr_t)p;
	session_know_phase(s, "preparing the program");
	s->prepared = NULL;
}

/* The program as it was read, as counterexamples and certificates are about it. */
static bool prepare_input(struct session *s)
{
	if (!is_about(s))
		return false;
	input_drop_checks(&s->input, s->options);
	s->input_numbered = program_holds(s->input.program, FACT_NUMBERED);
	passes_number(s->input.program);
	program_number_calls(s->input.program);
	task_number_places(s->input.program);
	return true;
}

static bool prepare(struct session *s)
{
	if (!prepare_input(s))
		return false;
	s->preparation.read = s->preparation.left = program_open_places(s->input.program);
	struct program *unfinished;
	struct program *whole = task_prepare_first(s->input.program, s->deadline, s->diags, s->profile, know_less, s,
						   &s->interpreted, &unfinished);
	s->prepared = whole ? whole : unfinished;
	return whole != NULL;
}

/* The time was up before any engine began: s->prepared, if there is one, says what is open. */
static int report_late(struct session *s)
{
	struct task task = session_task(s, SOLVER_Z3);
	struct outcome outcome = { 0 };
	struct message final = { .final = true, .reason_at = NO_REASON };
	outcome_unknown(&outcome, "time");
	int status = session_send_report(s, &final, &task, &outcome, NULL);
	outcome_release(&outcome);
	task_release(&task);
	return status;
}

/* --check-certificate, instead of a search. */
static int check_certificate(struct session *s)
{
	const char *path = s->options->check_certificate;
	char *text = NULL;
	size_t length = 0;
	if (!prepare_input(s) || !stream_read(path, s->diags, &text, &length))
		return session_end_with_diagnostics(s);
	session_know_phase(s, "checking the certificate");
	struct task task = session_task(s, s->solvers.at[0]);
	struct outcome outcome = { 0 };
	struct message final = { .final = true, .reason_at = NO_REASON };
	certified_check(&s->certified, s->options, &task, &outcome, text, length);
	if (!session_wants_certificate(s, &task, &outcome))
		certified_release(&s->certified);
	outcome_find_vacuity(&task, &outcome);
	memory_free(text);
	if (outcome.verdict == VERDICT_UNKNOWN && s->cross_check.unconfirmed)
		outcome.reason = s->cross_check.reason;
	int status = s->diags->errors ? session_end_with_diagnostics(s)
				      : session_send_report(s, &final, &task, &outcome, NULL);
	status = session_end_of_records(s, status);
	certified_release(&s->certified);
	outcome_release(&outcome);
	task_release(&task);
	return status;
}

/* One of several that run side by side. */
static int run_one(void *context, size_t index, int report)
{
	struct session *s = context;
	s->profile = board_lane(s->board, index + 1);
	return session_run_engine(s, index, report);
}

static int run_portfolio(struct session *s)
{
	profile_enter(s->profile, "side by side");
	struct work_result r = supervise(&(struct supervision){ .work = run_one,
								.context = s,
								.count = s->engines.count * s->solvers.count,
								.conclusive = is_verdict,
								.deadline = s->deadline,
								.grace = 1,
								.drafts = s->report });
	profile_leave(s->profile);
	struct message final = { .final = true,
				 .status = r.status,
				 .out_of_time = r.out_of_time,
				 .out_of_memory = r.out_of_memory,
				 .reason_at = NO_REASON,
				 .length = r.length };
	bool sent = true;
	if (r.length) {
		sent = message_send(s->report, &final, r.report);
	} else if (!r.ended) {
		struct output *out = output_memory();
		output_format(out, "UNKNOWN (%s)\nreached: searching\n", r.reason);
		const char *bytes = output_text(out, &final.length);
		sent = message_send(s->report, &final, bytes);
		output_abandon(out);
	}
	memory_free(r.report);
	return sent ? r.status : STATUS_SYSTEM;
}

size_t job_lanes(const struct options *options)
{
	struct session s = { .options = options };
	parse_lists(&s);
	size_t pairs = s.engines.count * s.solvers.count;
	vec_free(&s.engines);
	vec_free(&s.solvers);
	return pairs > 1 ? pairs + 1 : 1;
}

static bool load(struct session *s)
{
	session_know_phase(s, "reading the program");
	profile_enter(s->profile, "reading the program");
	bool loaded = input_load(s->options, &s->input, s->diags);
	profile_leave(s->profile);
	return loaded;
}

static bool prepare_in_phase(struct session *s)
{
	session_know_phase(s, "preparing the program");
	profile_enter(s->profile, "preparing the program");
	bool prepared = prepare(s);
	profile_leave(s->profile);
	return prepared;
}

int work(void *context, size_t index, int report)
{
	struct job *job = context;
	struct session session = { .options = job->options,
				   .deadline = job->deadline,
				   .diags = &job->diags,
				   .record = { .folder = job->options->record, .diags = &session.unrecorded },
				   .report = report,
				   .board = job->board,
				   .profile = board_lane(job->board, 0) };
	struct session *s = &session;
	(void)index;
	s->witnessed.texts = &s->sources;
	parse_lists(s);
	if (!solvers_are_built(s))
		return session_end_with_diagnostics(s);
	if (job->options->cross_check && *job->options->cross_check)
		session.cross_check.command = job->options->cross_check;
	if (!load(s))
		return s->input.status ? s->input.status : session_end_with_diagnostics(s);
	diagnostics_print(s->diags, "verify", stderr);
	if (s->input.script)
		return run_script(s);
	board_show(s->board);
	if (job->options->check_certificate)
		return check_certificate(s);
	if (!prepare_in_phase(s))
		return s->diags->errors ? session_end_with_diagnostics(s) : report_late(s);
	return s->engines.count * s->solvers.count == 1 ? session_run_engine(s, 0, report) : run_portfolio(s);
}

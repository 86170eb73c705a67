#define _GNU_SOURCE /* sched_getaffinity */
#include "work.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "causes.h"
#include "certified.h"
#include "engine.h"
#include "extras.h"
#include "result_cache.h"
#include "harness.h"
#include "input.h"
#include "iterate.h"
#include "list.h"
#include "message.h"
#include "number.h"
#include "pass.h"
#include "report_json.h"
#include "report_make.h"
#include "status.h"
#include "supervise.h"
#include "verdict_report.h"
#include "validation.h"
#include "visible.h"
#include "witnessed.h"

/* One verification. */
struct session {
	const struct options *options;
	double deadline;
	struct input input;
	struct program *prepared;
	bool input_numbered; /* as ir-opt leaves a program, c2ir does not */
	struct diagnostics *diags;
	struct board *board;
	struct profile *profile;    /* a lane of it */
	int report;                 /* where messages go */
	const char *phase;          /* what is being done */
	uint64_t rank;              /* of the last message */
	struct outcome explored;    /* the highest bound, and what goes beyond it; no BOUNDED if `unreplayed` */
	uint64_t places;            /* obligations at the beginning */
	struct output *replay;      /* for --replay, of the first violation; NULL: there is none yet */
	struct certified certified; /* for --certificate, --invariants */
	struct witnessed witnessed; /* for --witness */
	struct source_texts sources;
	double told, telling;   /* clock_now() after the last draft, and how long it took */
	const char *told_phase; /* its phase */
	/* the portfolio: all pairs of an engine and a solver */
	VEC(const struct engine *) engines;
	VEC(enum solver_kind) solvers;
	struct table proved;
	struct cross_check cross_check;
	struct solver_record record;
	struct diagnostics unrecorded; /* of --record: the verdict is none the worse */
	struct rivalry rivalry;
	struct causes causes;
};

static bool is_verdict(int status)
{
	return status == STATUS_SAFE || status == STATUS_UNSAFE;
}

/* The file for --replay, of the first violation; NULL: there is none. */
static struct output *replay_text(const struct session *s, const struct outcome *outcome)
{
	struct recording recording;
	struct output *text = NULL;
	if (recording_make(&recording, s->input.program, &outcome->bug)) {
		text = output_memory();
		const struct options *o = s->options;
		struct harness_options harness = { .file = o->replay,
						   .compiler = o->compiler.at,
						   .compiler_count = o->compiler.count,
						   .optimised = s->input_numbered };
		harness_write(text, s->input.program, &harness, &recording);
	}
	recording_free(&recording);
	return text;
}

static int end_with_diagnostics(struct session *s)
{
	board_take_terminal(s->board);
	diagnostics_print(s->diags, "verify", stderr);
	int status = diagnostics_status(s->diags);
	return status ? status : STATUS_SYSTEM;
}

/* STATUS, unless what was asked of the solver could not be written. */
static int end_of_records(struct session *s, int status)
{
	if (s->unrecorded.errors) {
		diagnostics_print(&s->unrecorded, "verify", stderr);
		status = diagnostics_status(&s->unrecorded);
	}
	diagnostics_release(&s->unrecorded);
	return status;
}

/* --- what is going on --- */

static void say(void *context, const char *line)
{
	if (!((const struct session *)context)->options->verbose)
		return;
	fputs("verify: ", stderr);
	visible_print(stderr, line);
	fputs("\n", stderr);
	fflush(stderr);
}

/* --- messages --- */

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
	certified_add(&s->certified, out);
	witnessed_add(&s->witnessed, out);
	validation_add(s->options, outcome, out);
	if (options_tell_programs(s->options))
		add_run(s, out, &options, task, outcome);
	return status;
}

/* A report as one message; of a draft, LATE is what it is if the time is up, or NULL. Gives the exit status. */
static int send_report(struct session *s, struct message *m, const struct task *task, const struct outcome *outcome,
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

/* What is known by now is SAFE: that is not lost when the time is up. */
static void know_safe(struct session *s, const struct task *task, const struct outcome *outcome)
{
	struct message draft = { .rank = UINT64_MAX, .reason_at = NO_REASON };
	struct output *out = output_memory();
	draft.status = write_report(s, out, NULL, task, outcome);
	const char *bytes = output_text(out, &draft.length);
	message_send(s->report, &draft, bytes);
	output_abandon(out);
}

/* Is the verdict SAFE, also with --strict? */
static bool wants_certificate(const struct session *s, const struct task *task, const struct outcome *outcome)
{
	const struct report_options options = make_report_options(s->options);
	return (s->options->certificate || s->options->invariants || s->options->witnesses.count) &&
	       !strcmp(report_verdict(&options, task, outcome), "SAFE");
}

static void make_certificate(struct session *s, struct task *task, struct outcome *outcome)
{
	witnessed_proof(&s->witnessed, s->options, s->input.program);
	s->certified.why = "the time, or the memory, was not enough to make it";
	know_safe(s, task, outcome);
	profile_enter(s->profile, "certificate");
	struct certificate_taker taker = witnessed_taker(&s->witnessed);
	certified_make(&s->certified, s->options, task, outcome, &taker);
	profile_leave(s->profile);
}

/* --- what is known before the end --- */

/* A violation that has no trace yet; it is in outcome->found once it has. */
static bool is_untold(const struct outcome *o)
{
	bool told = false;
	for (size_t i = 0; i < o->found.count; i++)
		told = told || o->found.at[i].bug == o->bug.original;
	return o->verdict == VERDICT_UNSAFE && !told;
}

static uint64_t at_most(uint64_t n, unsigned bits)
{
	uint64_t most = ((uint64_t)1 << bits) - 1;
	return n < most ? n : most;
}

static uint64_t rank_of_violations(const struct outcome *o)
{
	return o->found.count * 2 + is_untold(o);
}

/* More violations are more, then their traces, then proofs, then bounds. */
static uint64_t rank_of(const struct task *task, const struct outcome *o)
{
	uint64_t bound = o->bounded ? (uint64_t)o->bound + 1 : 0;
	return rank_of_violations(o) << 48 | at_most(task->proved->count, 24) << 24 | at_most(bound, 24);
}

/* What the passes removed is proved, and what is not open any more. */
static void count(struct session *s, const struct task *task, const struct outcome *o)
{
	uint64_t open = 0;
	if (!s->board || !task->prepared)
		return;
	program_for_each_statement(task->prepared, at)
		open += at.statement->kind == STATEMENT_ASSERT &&
			!term_is_true(task->prepared->bank, at.statement->term) &&
			!table_has(task->proved, attribute_get_number(at.statement->attributes, ATTRIBUTE_PLACE, 0));
	uint64_t found = o->found.count + is_untold(o), left = open + found;
	board_count(s->board, s->places > left ? s->places - left : 0, found, open);
}

/* The bound that the program was explored to; what is proved later does not make it less. */
static void note_bound(struct session *s, const struct outcome *o)
{
	if (!o->bounded || (s->explored.bounded && o->bound < s->explored.bound))
		return;
	s->explored.bounded = true;
	s->explored.bound = o->bound;
	s->explored.beyond.count = 0;
	for (size_t i = 0; i < o->beyond.count; i++)
		vec_push(&s->explored.beyond, o->beyond.at[i]);
}

/* What a search without a bound that nothing violated says at its deadline. */
static struct outcome late_outcome(const struct session *s, const struct outcome *known)
{
	struct outcome late = *known;
	late.verdict = VERDICT_BOUNDED;
	late.reason = "the search ended: " REASON_TIME;
	late.bounded = true;
	late.bound = s->explored.bound;
	late.beyond = s->explored.beyond;
	return late;
}

/* A run has all obligations, which may be many: drafts with one take a fifth of the time at most. What was proved meanwhile comes with
 * the next one; a violation, and where the work is, are told at once. */
static bool is_too_soon(const struct session *s, const struct outcome *o)
{
	bool news = rank_of_violations(o) > s->rank >> 48 || s->phase != s->told_phase;
	return options_tell_programs(s->options) && !news && clock_now() < s->told + 4 * s->telling;
}

/* Sends what would be the report if the search ended here for a reason that is not known yet. */
static void know(void *context, const struct task *task, const struct outcome *outcome)
{
	struct session *s = context;
	/* Where a violation is known nothing is said of bounds. */
	bool worse = outcome->unreplayed && !s->explored.unreplayed && !(s->rank >> 48);
	note_bound(s, outcome);
	s->explored.unreplayed |= outcome->unreplayed;
	struct message draft = { .rank = rank_of(task, outcome), .reason_at = NO_REASON };
	struct outcome known = *outcome;
	if (worse && draft.rank < s->rank)
		draft.rank = s->rank;
	else if (!worse && draft.rank && draft.rank <= s->rank)
		return;
	if (!worse && is_too_soon(s, outcome))
		return;
	s->rank = draft.rank;
	count(s, task, outcome);
	known.reason = NULL;
	known.verdict = VERDICT_UNKNOWN;
	known.found = (struct findings){ 0 };
	for (size_t i = 0; i < outcome->found.count; i++)
		vec_push(&known.found, outcome->found.at[i]);
	if (is_untold(outcome))
		vec_push(&known.found,
			 ((struct finding){
				 .bug = outcome->bug.original, .violation = outcome->bug.violation, .trace = "" }));
	struct outcome late = late_outcome(s, &known);
	bool bounded =
		s->explored.bounded && !s->explored.unreplayed && s->options->bound == NO_BOUND && !known.found.count;
	double begin = clock_now();
	send_report(s, &draft, task, &known, bounded ? &late : NULL);
	s->told = clock_now();
	s->told_phase = s->phase;
	s->telling = s->told - begin;
	vec_free(&known.found);
}

/* --- one engine with one solver --- */

/* Two solvers side by side, unless it was said which, or there is one processor or more than one engine. */
static bool has_rival(const struct session *s)
{
	cpu_set_t own;
	bool room = sched_getaffinity(0, sizeof own, &own) == 0 && CPU_COUNT(&own) > 1;
	return room && !s->options->solvers && !s->options->solver_command && s->engines.count == 1;
}

/* For a certificate, if one is wanted. */
static void learn(void *context, struct cut *cut)
{
	struct session *s = context;
	if (s->options->certificate || s->options->invariants || s->options->witnesses.count)
		lemmas_take(&s->certified.lemmas, cut);
}

static void learn_contracts(void *context, struct contracts *contracts)
{
	struct session *s = context;
	if (s->options->certificate || s->options->invariants || s->options->witnesses.count)
		lemmas_take_contracts(&s->certified.lemmas, contracts);
}

static struct task make_task(struct session *s, enum solver_kind solver)
{
	const struct options *o = s->options;
	return (struct task){ .limits = { .deadline = s->deadline, .bound = o->bound, .memory_mb = o->memory },
			      .goals = { .solver = solver,
					 .solver_command = o->solver_command,
					 .cross_check = o->cross_check ? &s->cross_check : NULL,
					 .rivalry = has_rival(s) ? &s->rivalry : NULL,
					 .record = o->record ? &s->record : NULL,
					 .profile = s->profile,
					 .tree = o->tree,
					 .full_trace = o->full_trace,
					 .listener = { s, say, know, learn, learn_contracts } },
			      .original = s->input.program,
			      .prepared = s->prepared,
			      .diags = s->diags,
			      .arena = arena_new(),
			      .proved = &s->proved,
			      .causes = &s->causes };
}

/* Before the search: there is no outcome yet, and at first no program. */
static void know_phase(struct session *s, const char *phase)
{
	static const char before[] = "UNKNOWN\nreached: ";
	struct outcome none = { 0 };
	s->phase = phase;
	if (s->input.program) {
		struct task task = make_task(s, s->solvers.at[0]);
		know(s, &task, &none);
		arena_free(task.arena);
		return;
	}
	struct output *out = output_memory();
	output_format(out, "%s%s\n", before, phase);
	struct message draft = { .status = STATUS_UNKNOWN, .reason_at = strlen("UNKNOWN") };
	const char *bytes = output_text(out, &draft.length);
	message_send(s->report, &draft, bytes);
	output_abandon(out);
}

/* Searches, unless a former run has proved the same program. */
static void search(struct session *s, const struct engine *engine, struct task *task, struct outcome *outcome)
{
	struct output *key = cache_proof_key(s->options, task->prepared);
	struct work_result known;
	if (key && cache_find(s->options, key, &known)) {
		say(s, "a former run has proved this (--cache)");
		memory_free(known.report);
		outcome->verdict = VERDICT_SAFE;
	} else {
		engine->search(task, outcome);
		known = cache_proof();
		if (key && outcome->verdict == VERDICT_SAFE && !outcome->found.count)
			cache_keep(s->options, key, &known, s->diags);
	}
	if (key)
		output_abandon(key);
}

static int run_engine(void *context, size_t index, int report)
{
	struct session *s = context;
	s->report = report;
	know_phase(s, "searching");
	profile_enter(s->profile, "searching");
	struct task task = make_task(s, s->solvers.at[index / s->engines.count]);
	struct outcome outcome = { 0 };
	struct message final = { .final = true, .reason_at = NO_REASON };
	const struct engine *engine = s->engines.at[index % s->engines.count];
	const char *name = engine_name(engine);
	if (name)
		profile_enter(s->profile, name);
	uint32_t open = program_open_count(task.prepared);
	search(s, engine, &task, &outcome);
	outcome_credit(&outcome, engine, open);
	if (name)
		profile_leave(s->profile);
	if (outcome.verdict == VERDICT_UNSAFE && s->options->replay)
		s->replay = replay_text(s, &outcome);
	if (outcome.verdict == VERDICT_UNSAFE)
		witnessed_violation(&s->witnessed, s->options, s->input.program, &outcome);
	if (outcome.verdict == VERDICT_UNSAFE)
		task_keep_finding(&task, &outcome);
	if (s->options->all)
		task_find_all(&task, engine, &outcome);
	outcome_find_vacuity(&task, &outcome);
	if (wants_certificate(s, &task, &outcome))
		make_certificate(s, &task, &outcome);
	if (outcome.verdict == VERDICT_UNKNOWN && outcome.out_of_memory)
		outcome.reason = "memory";
	else if (outcome.verdict == VERDICT_UNKNOWN && s->cross_check.unconfirmed)
		outcome.reason = s->cross_check.reason;
	profile_leave(s->profile);
	final.out_of_time = outcome.verdict == VERDICT_BOUNDED && outcome.out_of_time;
	final.out_of_memory = outcome.verdict == VERDICT_UNKNOWN && outcome.out_of_memory;
	int status = s->diags->errors ? end_with_diagnostics(s) : send_report(s, &final, &task, &outcome, NULL);
	status = end_of_records(s, status);
	if (s->replay)
		output_close(s->replay, NULL);
	certified_release(&s->certified);
	witnessed_release(&s->witnessed);
	source_texts_release(&s->sources);
	outcome_release(&outcome);
	vec_free(&s->explored.beyond);
	task_release(&task);
	table_free(&s->proved);
	causes_free(&s->causes);
	return status;
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
	return end_with_diagnostics(s);
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

/* IR that was made with other checks: those that were not asked for are dropped. */
static void drop_other_checks(struct program *p, const struct options *o)
{
	if (!o->checks.given)
		return;
	program_for_each_statement(p, at) {
		const char *check = attribute_get_string(at.statement->attributes, ATTRIBUTE_CHECK);
		const char *reached = attribute_get_string(at.statement->attributes, ATTRIBUTE_REACHED);
		if (at.statement->kind == STATEMENT_ASSERT &&
		    !check_set_asks(&o->checks, check ? check : "assert", reached)) {
			at.statement->kind = STATEMENT_ASSUME;
			at.statement->term = term_true(p->bank);
		}
	}
}

static bool has_fact(const struct program *p, const char *key, const char *value)
{
	for (const struct attribute *a = p->attributes; a; a = a->next)
		if (!strcmp(a->key, key) && a->count && a->values[0].string && !strcmp(a->values[0].string, value))
			return true;
	return false;
}

/* IR was made for certain error functions and entries: it cannot be asked about others. */
static bool is_about(struct session *s)
{
	const struct check_set *asked = &s->options->checks;
	const struct program *p = s->input.program;
	unsigned before = s->diags->errors;
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
static void know_less(void *context, const struct program *p)
{
	struct session *s = context;
	s->prepared = (struct program *)(uintptr_t)p;
	know_phase(s, "preparing the program");
	s->prepared = NULL;
}

/* The program as it was read, as counterexamples and certificates are about it. */
static bool prepare_input(struct session *s)
{
	if (!is_about(s))
		return false;
	drop_other_checks(s->input.program, s->options);
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
	s->places = program_open_count(s->input.program);
	struct program *unfinished;
	struct program *whole =
		task_prepare_first(s->input.program, s->deadline, s->diags, s->profile, know_less, s, &unfinished);
	s->prepared = whole ? whole : unfinished;
	return whole != NULL;
}

/* The time was up before any engine began: s->prepared, if there is one, says what is open. */
static int report_late(struct session *s)
{
	struct task task = make_task(s, SOLVER_Z3);
	struct outcome outcome = { 0 };
	struct message final = { .final = true, .reason_at = NO_REASON };
	outcome_unknown(&outcome, "time");
	int status = send_report(s, &final, &task, &outcome, NULL);
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
		return end_with_diagnostics(s);
	know_phase(s, "checking the certificate");
	struct task task = make_task(s, s->solvers.at[0]);
	struct outcome outcome = { 0 };
	struct message final = { .final = true, .reason_at = NO_REASON };
	certified_check(&s->certified, s->options, &task, &outcome, text, length);
	if (!wants_certificate(s, &task, &outcome))
		certified_release(&s->certified);
	outcome_find_vacuity(&task, &outcome);
	memory_free(text);
	if (outcome.verdict == VERDICT_UNKNOWN && s->cross_check.unconfirmed)
		outcome.reason = s->cross_check.reason;
	int status = s->diags->errors ? end_with_diagnostics(s) : send_report(s, &final, &task, &outcome, NULL);
	status = end_of_records(s, status);
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
	return run_engine(s, index, report);
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
	know_phase(s, "reading the program");
	profile_enter(s->profile, "reading the program");
	bool loaded = input_load(s->options, &s->input, s->diags);
	profile_leave(s->profile);
	return loaded;
}

static bool prepare_in_phase(struct session *s)
{
	know_phase(s, "preparing the program");
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
		return end_with_diagnostics(s);
	if (job->options->cross_check && *job->options->cross_check)
		session.cross_check.command = job->options->cross_check;
	if (!load(s))
		return s->input.status ? s->input.status : end_with_diagnostics(s);
	diagnostics_print(s->diags, "verify", stderr);
	if (s->input.script)
		return run_script(s);
	board_show(s->board);
	if (job->options->check_certificate)
		return check_certificate(s);
	if (!prepare_in_phase(s))
		return s->diags->errors ? end_with_diagnostics(s) : report_late(s);
	return s->engines.count * s->solvers.count == 1 ? run_engine(s, 0, report) : run_portfolio(s);
}

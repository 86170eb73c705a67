/* One engine with one solver, from the prepared program to the report. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "session.h"

#include <sched.h>
#include <stdio.h>

#include "harness.h"
#include "pass.h"
#include "result_cache.h"
#include "visible.h"

static void say(void *context, const char *line)
{
	if (!((const struct session *)context)->options->verbose)
		return;
	fputs("verify: ", stderr);
	visible_print(stderr, line);
	fputs("\n", stderr);
	fflush(stderr);
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

static void make_certificate(struct session *s, struct task *task, struct outcome *outcome)
{
	witnessed_proof(&s->witnessed, s->options, s->input.program);
	s->certified.why = "the time, or the memory, was not enough to make it";
	session_know_safe(s, task, outcome);
	profile_enter(s->profile, "certificate");
	struct certificate_taker taker = witnessed_taker(&s->witnessed);
	certified_make(&s->certified, s->options, task, outcome, &taker);
	profile_leave(s->profile);
}

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

struct task session_task(struct session *s, enum solver_kind solver)
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
					 .listener = { s, say, session_know, learn, learn_contracts } },
			      .original = s->input.program,
			      .prepared = s->prepared,
			      .interpreted = &s->interpreted,
			      .diags = s->diags,
			      .arena = arena_new(),
			      .proved = &s->proved,
			      .preparation = s->preparation,
			      .causes = &s->causes };
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

/* Once an engine has ended: the files that are about its violation, the other violations, the certificate. */
static void follow_up(struct session *s, const struct engine *engine, struct task *task, struct outcome *outcome)
{
	bool violated = outcome->verdict == VERDICT_UNSAFE;
	if (violated && s->options->replay && !attribute_find(s->input.program->attributes, ATTRIBUTE_THREADS))
		s->replay = replay_text(s, outcome);
	if (violated)
		witnessed_violation(&s->witnessed, s->options, s->input.program, outcome);
	if (violated)
		task_keep_finding(task, outcome);
	if (s->options->all)
		task_find_all(task, engine, outcome);
	outcome_find_vacuity(task, outcome);
	if (session_wants_certificate(s, task, outcome))
		make_certificate(s, task, outcome);
	if (outcome->verdict == VERDICT_UNKNOWN && outcome->out_of_memory)
		outcome->reason = "memory";
	else if (outcome->verdict == VERDICT_UNKNOWN && s->cross_check.unconfirmed)
		outcome->reason = s->cross_check.reason;
}

static void run(struct session *s, const struct engine *engine, struct task *task, struct outcome *outcome)
{
	const char *name = engine_name(engine);
	profile_enter(s->profile, "searching");
	if (name)
		profile_enter(s->profile, name);
	uint32_t open = program_open_count(task->prepared);
	search(s, engine, task, outcome);
	outcome_credit(outcome, engine, open);
	if (name)
		profile_leave(s->profile);
	follow_up(s, engine, task, outcome);
	profile_leave(s->profile);
}

static int send_final(struct session *s, const struct task *task, const struct outcome *o)
{
	struct message final = { .final = true,
				 .reason_at = NO_REASON,
				 .out_of_time = o->verdict == VERDICT_BOUNDED && o->out_of_time,
				 .out_of_memory = o->verdict == VERDICT_UNKNOWN && o->out_of_memory };
	int status = s->diags->errors ? session_end_with_diagnostics(s) : session_send_report(s, &final, task, o, NULL);
	return session_end_of_records(s, status);
}

static void release(struct session *s)
{
	if (s->replay)
		output_close(s->replay, NULL);
	certified_release(&s->certified);
	witnessed_release(&s->witnessed);
	source_texts_release(&s->sources);
	vec_free(&s->explored.beyond);
	table_free(&s->proved);
	causes_free(&s->causes);
}

int session_run_engine(struct session *s, size_t index, int report)
{
	s->report = report;
	session_know_phase(s, "searching");
	struct task task = session_task(s, s->solvers.at[index / s->engines.count]);
	struct outcome outcome = { 0 };
	run(s, s->engines.at[index % s->engines.count], &task, &outcome);
	int status = send_final(s, &task, &outcome);
	outcome_release(&outcome);
	task_release(&task);
	release(s);
	return status;
}

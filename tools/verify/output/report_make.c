#include "report_make.h"

#include <stdlib.h>
#include <string.h>

#include "fingerprint.h"
#include "iterate.h"
#include "ledger.h"
#include "lines_report.h"
#include "obligation.h"
#include "open_places.h"
#include "uri.h"

struct making {
	const struct report_options *options;
	const struct task *task;
	const struct outcome *outcome;
	struct open_places open;
	struct report_run *run;
	TABLE(const char *, const char *) uris; /* of files' names, by where they are */
};

/* ---- places ---- */

static struct report_place place_of(struct making *m, struct location at, const char *function)
{
	if (!at.line)
		return (struct report_place){ .function = function };
	const char *uri = table_get(&m->uris, at.file, NULL);
	if (!uri) {
		uri = uri_of(m->task->arena, at.file);
		table_put(&m->uris, at.file, uri);
	}
	return (struct report_place){ at.file, uri, function, at.line, at.column };
}

static int64_t cwe_of(const char *check)
{
	enum check known = check_find(check, strlen(check));
	return known == CHECK_COUNT ? 0 : check_cwe(known);
}

/* ---- obligations ---- */

static bool is_violated(const struct outcome *o, const struct statement *assertion)
{
	for (size_t i = 0; i < o->found.count; i++)
		if (o->found.at[i].bug == assertion)
			return true;
	return false;
}

/* The text of a line ends in its values, in brackets. */
static struct report_step step_of(struct making *m, const struct trace_step *s)
{
	struct report_step step = { place_of(m, s->location, s->function), s->text, NULL, s->depth };
	size_t length = strlen(s->values), blanks = strspn(s->values, " ");
	if (length < blanks + 2 || s->values[blanks] != '[')
		return step;
	step.text = arena_string(m->task->arena, s->text, strlen(s->text) - length);
	step.values = arena_string(m->task->arena, s->values + blanks + 1, length - blanks - 2);
	return step;
}

static void add_trace(struct making *m, struct report_obligation *to, const struct finding *f)
{
	for (size_t i = 0; i < f->steps.count; i++) {
		const struct trace_step *s = &f->steps.at[i];
		vec_push(&to->trace, step_of(m, s));
	}
}

static void add_violation(struct making *m, const struct finding *f)
{
	const struct violation *v = &f->violation;
	struct report_spot spot = lines_spot(f);
	struct report_obligation o = { .verdict = OBLIGATION_VIOLATED,
				       .check = v->check,
				       .message = v->message,
				       .library = spot.library,
				       .cwe = cwe_of(v->check),
				       .count = 1,
				       .place = place_of(m, spot.location, spot.function) };
	add_trace(m, &o, f);
	vec_push(&m->run->obligations, o);
}

/* Of what is not violated. */
static enum obligation_verdict verdict_of(const struct making *m, const struct statement *assertion)
{
	enum verdict others = m->outcome->verdict;
	bool known = !m->options->strict || !ledger_find(m->task->original->attributes);
	if (others == VERDICT_SAFE || (known && open_places_has_proved(&m->open, m->task, assertion)))
		return OBLIGATION_PROVED;
	return others == VERDICT_BOUNDED ? OBLIGATION_BOUNDED : OBLIGATION_OPEN;
}

static const char *cause_of(const struct making *m, const struct statement *assertion)
{
	const char *cause = open_places_cause(&m->open, assertion);
	if (*cause)
		return cause;
	return m->outcome->verdict == VERDICT_UNSAFE ? "not decided: the search ended at the violation" : NULL;
}

static void add_assertion(struct making *m, const struct program_at *at, const char *check)
{
	const struct statement *s = at->statement;
	const char *message = attribute_get_string(s->attributes, ATTRIBUTE_MESSAGE);
	struct report_obligation o = { .verdict = verdict_of(m, s),
				       .check = check,
				       .message = message ? message : "assertion can be violated",
				       .cwe = cwe_of(check),
				       .count = 1 };
	o.place = place_of(m, attribute_location(s->attributes), violation_function(at->procedure, s->attributes));
	o.cause = o.verdict == OBLIGATION_PROVED ? NULL : cause_of(m, s);
	vec_push(&m->run->obligations, o);
}

/* What was proved before verify had the program (ir-opt) is known by number alone. */
static void add_proved_before(struct making *m, const struct obligation *o, uint64_t met)
{
	struct report_obligation proved = { .verdict = OBLIGATION_PROVED,
					    .check = o->check,
					    .cwe = cwe_of(o->check),
					    .count = (int64_t)(o->places - met) };
	if (o->places > met && check_set_has(m->options->checks, o->check))
		vec_push(&m->run->obligations, proved);
}

/* Assertions that nobody asked for, and violated ones with others at the same place, are assumptions by now, which keep their check. */
static void add_obligations(struct making *m)
{
	const struct program *p = m->task->original;
	TABLE(const char *, uint64_t) met = { 0 };
	for (size_t i = 0; i < m->outcome->found.count; i++)
		add_violation(m, &m->outcome->found.at[i]);
	program_for_each_statement(p, at) {
		const char *check = attribute_get_string(at.statement->attributes, ATTRIBUTE_CHECK);
		bool asserted = at.statement->kind == STATEMENT_ASSERT;
		if (!asserted && (at.statement->kind != STATEMENT_ASSUME || !check))
			continue;
		check = intern_string(p->strings, check ? check : "assert");
		table_put(&met, check, table_get(&met, check, 0) + 1);
		if (asserted && check_set_has(m->options->checks, check) && !is_violated(m->outcome, at.statement))
			add_assertion(m, &at, check);
	}
	struct obligations all = program_obligations(p);
	for (size_t i = 0; i < all.count; i++)
		add_proved_before(m, &all.at[i], table_get(&met, intern_string(p->strings, all.at[i].check), 0));
	vec_free(&all);
	table_free(&met);
}

/* By place, as a reader of the file meets them; what has none comes last. */
static int compare(const void *a, const void *b)
{
	const struct report_obligation *x = a, *y = b;
	int by_file =
		x->place.file && y->place.file ? strcmp(x->place.file, y->place.file) : !x->place.file - !y->place.file;
	if (by_file)
		return by_file;
	if (x->place.line != y->place.line)
		return x->place.line < y->place.line ? -1 : 1;
	if (x->place.column != y->place.column)
		return x->place.column < y->place.column ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void sort_obligations(struct report_obligations *list)
{
	for (size_t i = 0; i < list->count; i++)
		list->at[i].order = i;
	if (list->count)
		qsort(list->at, list->count, sizeof *list->at, compare);
}

/* ---- the run ---- */

static void add_assumptions(struct making *m)
{
	for (const struct attribute *a = m->task->original->attributes; (a = ledger_find(a)); a = a->next) {
		struct report_assumption assumption = { ledger_what(a), place_of(m, ledger_place(a), NULL) };
		vec_push(&m->run->assumptions, assumption);
	}
}

static void add_beyond(struct making *m)
{
	for (size_t i = 0; m->outcome->verdict == VERDICT_BOUNDED && i < m->outcome->beyond.count; i++) {
		struct location at = report_beyond(m->outcome->beyond.at[i]);
		if (at.line)
			vec_push(&m->run->beyond, place_of(m, at, NULL));
	}
}

static void add_solver(struct making *m)
{
	enum solver_kind kind = m->task->goals.solver;
	char version[64];
	m->run->engine = m->outcome->engine;
	m->run->solver = solver_kind_name(kind);
	solver_version(kind, version, sizeof version);
	m->run->solver_version = *version ? arena_format(m->task->arena, "%s", version) : NULL;
}

struct report_run report_make(const struct report_options *options, const struct task *task,
			      const struct outcome *outcome, struct source_texts *sources)
{
	struct outcome settled = report_settle(options, task, outcome);
	struct report_run run = { .verdict = settled.found.count ? VERDICT_UNSAFE : settled.verdict,
				  .others = settled.verdict,
				  .cause = settled.reason,
				  .bound = settled.bounded && settled.verdict != VERDICT_SAFE &&
							   settled.bound != NO_BOUND
						   ? (int64_t)settled.bound
						   : -1 };
	struct making m = {
		.options = options, .task = task, .outcome = &settled, .open = open_places_of(task), .run = &run
	};
	add_obligations(&m);
	sort_obligations(&run.obligations);
	add_assumptions(&m);
	add_beyond(&m);
	add_solver(&m);
	fingerprint_all(&run.obligations, sources, task->arena);
	open_places_release(&m.open);
	table_free(&m.uris);
	return run;
}

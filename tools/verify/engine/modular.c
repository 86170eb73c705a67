/* Obligations that hold in their procedure alone, whatever its callers and callees do within what abstract interpretation knows
 * of them (pass modular). Proofs only; what was proved is left out of task->prepared. docs/engines.md has the argument. */
#include "induction.h"

#include "iterate.h"
#include "label.h"
#include "pass.h"
#include "statement.h"

/* Seconds that one procedure may have at most; else four times its share of what is left, as most need less. */
enum { MOST_SECONDS = 8 };

struct modular {
	struct task *task;
	struct outcome *outcome;
	struct program *whole;   /* every procedure alone, called by the entry */
	struct table all, holds; /* {place} -> procedures that it is in; that it holds in */
};

static uint64_t place_of(const struct statement *s)
{
	return s->kind == STATEMENT_ASSERT ? attribute_get_number(s->attributes, ATTRIBUTE_PLACE, 0) : 0;
}

static void count(struct table *counts, uint64_t place)
{
	table_put(counts, place, table_get(counts, place, 0) + 1);
}

/* --- programs --- */

static bool run_passes(struct modular *m, struct program *p, const char *names)
{
	struct pass_options options = { .stop = task_out_of_time,
					.stop_context = m->task,
					.profile = m->task->goals.profile };
	struct pass_list list = passes_default();
	if (names && !passes_parse(names, &list, m->task->diags))
		return false;
	return passes_run(p, &list, &options, m->task->diags, NULL) && !task_out_of_time(m->task);
}

/* False: there is an assertion that is no place. */
static bool count_all(struct modular *m)
{
	program_for_each_statement(m->whole, at) {
		if (at.statement->kind != STATEMENT_ASSERT || term_is_true(m->whole->bank, at.statement->term))
			continue;
		if (!place_of(at.statement))
			return false;
		count(&m->all, place_of(at.statement));
	}
	return true;
}

/* Nothing of a program that is cut: what abstract interpretation knows of it is not of the executions beyond the cut. The pass
 * gives the program another entry, unless the interpretation gave up. */
static bool make_whole(struct modular *m)
{
	struct task *task = m->task;
	m->whole = program_is_cut(task->original) ? NULL : task_stage(task, "narrow,loops");
	const struct procedure *entry = m->whole ? m->whole->entry : NULL;
	return entry && run_passes(m, m->whole, "modular") && m->whole->entry != entry && count_all(m);
}

static const struct terminator *targets(const struct modular *m)
{
	return &m->whole->entry->blocks[0]->terminator;
}

/* Target number i of the entry, alone and without loops; NULL: there was no time. */
static struct program *alone(struct modular *m, uint32_t i)
{
	struct program *p = program_copy(m->whole);
	struct block *first = p->entry->blocks[0];
	block_goto(p, first, first->terminator.targets[i]);
	if (run_passes(m, p, "unreachable") && run_passes(m, p, NULL) && run_passes(m, p, "narrow,loops"))
		return p;
	program_free(p);
	return NULL;
}

/* --- proofs --- */

/* First with what the program says alone, then with all that may be guessed of its loops. */
static void prove_all(struct modular *m, struct program *p, double seconds, struct table *holding)
{
	static const enum level levels[] = { LEVEL_NOTHING, LEVEL_ALL };
	for (size_t i = 0; i < sizeof levels / sizeof *levels && !task_out_of_time(m->task); i++) {
		struct task sub = *m->task;
		struct outcome o = { 0 };
		double end = clock_after(seconds / 2);
		if (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > end)
			sub.limits.deadline = end;
		sub.prepared = p;
		struct attempt attempt = { .level = levels[i], .holding = holding, .parts = true };
		induction_try(&attempt, &sub, &o);
		m->outcome->solver_seconds += o.solver_seconds;
		m->outcome->checks += o.checks;
		outcome_release(&o);
	}
}

/* The places of the procedure that are in `p` no more hold by its passes. */
static void note_holding(struct modular *m, const struct procedure *procedure, const struct program *p,
			 const struct table *holding)
{
	struct table left = { 0 };
	program_for_each_statement(p, at)
		if (place_of(at.statement) && !term_is_true(p->bank, at.statement->term))
			table_put(&left, place_of(at.statement), 1);
	for (uint32_t b = 0; b < procedure->block_count; b++)
		for (uint32_t i = 0; i < procedure->blocks[b]->statement_count; i++) {
			const struct statement *s = &procedure->blocks[b]->statements[i];
			uint64_t place = place_of(s);
			if (place && !term_is_true(m->whole->bank, s->term) &&
			    (!table_has(&left, place) || table_has(holding, place)))
				count(&m->holds, place);
		}
	table_free(&left);
}

static void prove_procedure(struct modular *m, uint32_t i, const struct procedure *procedure)
{
	struct program *p = alone(m, i);
	struct table holding = { 0 };
	double seconds = MOST_SECONDS, end = m->task->limits.deadline;
	if (end != SOLVER_NO_DEADLINE && 4 * (end - clock_now()) / (targets(m)->target_count - i) < seconds)
		seconds = 4 * (end - clock_now()) / (targets(m)->target_count - i);
	if (!p)
		return;
	if (program_open_count(p))
		prove_all(m, p, seconds, &holding);
	note_holding(m, procedure, p, &holding);
	table_free(&holding);
	program_free(p);
}

/* The procedure that is called there. */
static const struct procedure *procedure_at(const struct modular *m, uint32_t i)
{
	const struct block *b = targets(m)->targets[i];
	return b->statements[b->statement_count - 1].callee;
}

static void take_procedure(struct modular *m, uint32_t i)
{
	const struct procedure *procedure = procedure_at(m, i);
	char label[96];
	procedure_label(procedure, label, sizeof label);
	task_enter(m->task, "%s", label);
	prove_procedure(m, i, procedure);
	task_leave(m->task);
}

/* --- the engine --- */

/* What holds in every procedure that it is in: the same place may be in clones. True: there is some. */
static bool note_proved(struct modular *m)
{
	uint32_t proved = 0, open = 0;
	program_for_each_statement(m->task->prepared, at) {
		uint64_t place = place_of(at.statement);
		if (!place || term_is_true(m->task->prepared->bank, at.statement->term))
			continue;
		bool holds = table_get(&m->all, place, 0) == table_get(&m->holds, place, 0);
		if (holds)
			table_put(m->task->proved, place, 1);
		*(holds ? &proved : &open) += 1;
	}
	task_say(m->task, "modular: %u procedures, %u of %u places proved", targets(m)->target_count, proved,
		 proved + open);
	return proved != 0;
}

static void search(struct task *task, struct outcome *o)
{
	struct modular m = { .task = task, .outcome = o };
	outcome_unknown(o, "not all that is checked holds in its procedure alone");
	if (make_whole(&m)) {
		for (uint32_t i = 0; i < targets(&m)->target_count && !task_out_of_time(task); i++)
			take_procedure(&m, i);
		if (note_proved(&m) && task_prepare_again(task) && !program_open_count(task->prepared)) {
			o->verdict = VERDICT_SAFE;
			o->reason = NULL;
		}
	}
	if (m.whole)
		program_free(m.whole);
	table_free(&m.all);
	table_free(&m.holds);
}

const struct engine engine_modular = { .search = search,
				       .turn = { .taken = true, .part = 0.3, .seconds = 60, .places = 20 },
				       .only_proves = true };

/* Obligations that hold in their procedure alone, whatever its callers and callees do within what abstract interpretation knows
 * of them (pass modular). Proofs only; what was proved is left out of task->prepared. docs/engines.md has the argument. */
#include "induction.h"

#include "iterate.h"
#include "label.h"
#include "pass.h"
#include "statement.h"

/* Seconds that one procedure may have at most at one level; else twice its share of what is left, as most need less. */
enum { MOST_SECONDS = 4 };

struct modular {
	struct task *task;
	struct outcome *outcome;
	struct program *whole;   /* every procedure alone, called by the entry */
	struct table all, holds; /* {place} -> procedures that it is in; that it holds in */
	struct table *holding;   /* by target: the places that hold there */
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

/* The procedure that is called there. */
static const struct procedure *procedure_at(const struct modular *m, uint32_t i)
{
	const struct block *b = targets(m)->targets[i];
	return b->statements[b->statement_count - 1].callee;
}

/* --- proofs --- */

static bool is_open(const struct bank *bank, const struct statement *s)
{
	return place_of(s) && !term_is_true(bank, s->term);
}

/* Do all places of the target hold? */
static bool is_done(const struct modular *m, uint32_t i)
{
	const struct procedure *procedure = procedure_at(m, i);
	for (uint32_t b = 0; b < procedure->block_count; b++)
		for (uint32_t k = 0; k < procedure->blocks[b]->statement_count; k++) {
			const struct statement *s = &procedure->blocks[b]->statements[k];
			if (is_open(m->whole->bank, s) && !table_has(&m->holding[i], place_of(s)))
				return false;
		}
	return true;
}

/* The places that are in `p`, the target alone, no more hold by its passes. */
static void note_passed(struct modular *m, uint32_t i, const struct program *p)
{
	const struct procedure *procedure = procedure_at(m, i);
	struct table left = { 0 };
	program_for_each_statement(p, at)
		if (is_open(p->bank, at.statement))
			table_put(&left, place_of(at.statement), 1);
	for (uint32_t b = 0; b < procedure->block_count; b++)
		for (uint32_t k = 0; k < procedure->blocks[b]->statement_count; k++) {
			const struct statement *s = &procedure->blocks[b]->statements[k];
			if (is_open(m->whole->bank, s) && !table_has(&left, place_of(s)))
				table_put(&m->holding[i], place_of(s), 1);
		}
	table_free(&left);
}

static void prove(struct modular *m, uint32_t i, struct program *p, enum level level)
{
	struct task sub = *m->task;
	struct outcome o = { 0 };
	double end = sub.limits.deadline, soon = clock_after(MOST_SECONDS);
	if (end != SOLVER_NO_DEADLINE)
		end = clock_now() + 2 * (end - clock_now()) / (targets(m)->target_count - i);
	if (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > soon)
		sub.limits.deadline = soon;
	if (end != SOLVER_NO_DEADLINE && sub.limits.deadline > end)
		sub.limits.deadline = end;
	sub.prepared = p;
	struct attempt attempt = { .level = level, .holding = &m->holding[i], .parts = true };
	induction_try(&attempt, &sub, &o);
	m->outcome->solver_seconds += o.solver_seconds;
	m->outcome->checks += o.checks;
	outcome_release(&o);
}

static void take_target(struct modular *m, uint32_t i, enum level level)
{
	if (is_done(m, i))
		return;
	char label[96];
	procedure_label(procedure_at(m, i), label, sizeof label);
	task_enter(m->task, "%s", label);
	struct program *p = alone(m, i);
	if (p) {
		note_passed(m, i, p);
		if (program_open_count(p))
			prove(m, i, p, level);
		program_free(p);
	}
	task_leave(m->task);
}

/* First with what the program says alone, then with all that may be guessed of its loops, which takes much longer: where there is no
 * time for that, the other procedures have been asked at least. */
static void take_all(struct modular *m)
{
	static const enum level levels[] = { LEVEL_NOTHING, LEVEL_ALL };
	for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
		for (uint32_t i = 0; i < targets(m)->target_count && !task_out_of_time(m->task); i++)
			take_target(m, i, levels[k]);
}

static void count_holding(struct modular *m)
{
	for (uint32_t i = 0; i < targets(m)->target_count; i++) {
		const struct procedure *procedure = procedure_at(m, i);
		for (uint32_t b = 0; b < procedure->block_count; b++)
			for (uint32_t k = 0; k < procedure->blocks[b]->statement_count; k++) {
				const struct statement *s = &procedure->blocks[b]->statements[k];
				if (is_open(m->whole->bank, s) && table_has(&m->holding[i], place_of(s)))
					count(&m->holds, place_of(s));
			}
	}
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
		uint32_t targets_count = targets(&m)->target_count;
		m.holding = memory_alloc((targets_count + 1) * sizeof *m.holding);
		take_all(&m);
		count_holding(&m);
		for (uint32_t i = 0; i < targets_count; i++)
			table_free(&m.holding[i]);
		memory_free(m.holding);
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

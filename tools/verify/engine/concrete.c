/* Concrete execution: the program is run in the interpreter with a few inputs, cheap ones first, before any solver is asked.
 *
 * An execution that violates an assertion is a counterexample as it stands, however long it is: a loop of 100,000
 * rounds takes milliseconds. And an execution that ends without having asked for anything unknown is the only one that
 * the program has (but for the identities of objects, which programs can only compare): a proof. */
#include "engine.h"
#include "iterate.h"
#include "sampler.h"

enum {
	LONG_STEPS = 1 << 23, /* of one that did not end in SAMPLE_SHORT steps, and: */
	ALL_STEPS = 1 << 22,  /* after so many none of them begins, */
	TREE_STEPS = 1 << 26, /* or so many, if the first one ended: many calls ask, but not without end */
	VAIN_STEPS = 1 << 28  /* of replays that came to no violation: after so many no execution begins */
};

struct trial {
	struct task *task;
	struct outcome *outcome;
	struct sampler *sampler;
	uint64_t steps; /* of the executions so far */
	uint64_t vain;  /* of replays that came to no violation */
};

/* Not: where ir-opt --unroll cut the program. */
static bool has_ended(const struct run_result *r)
{
	bool cut = r->statement && attribute_find(r->statement->attributes, ATTRIBUTE_BOUND);
	return r->end == RUN_RETURNED || r->end == RUN_EXITED || (r->end == RUN_BLOCKED && !cut);
}

/* The violation, if it can be repeated on the program as it was read. There the loops have more to do, so that rounds over
 * which the execution leapt may have to be executed one by one. */
static bool take_violation(struct trial *t, const struct run_result *r)
{
	if (task_confirm_execution(t->task, t->outcome, sampler_take_inputs(t->sampler), r))
		return true;
	t->vain += t->outcome->bug.replayed;
	return false;
}

static bool may_try(const struct trial *t)
{
	return t->vain < VAIN_STEPS && task_in_time(t->task);
}

static bool note_assertion(void *context, const struct run *run, const struct procedure *proc,
			   const struct block *block, const struct statement *s)
{
	bool *met = context;
	(void)run, (void)proc, (void)block;
	*met = *met || s->kind == STATEMENT_ASSERT;
	return !*met;
}

/* The only execution once more: does it come to an assertion at all? Else the proof is empty (outcome_find_vacuity). */
static void take_proof(struct trial *t, uint32_t number, uint64_t max_steps)
{
	bool met = false;
	struct sample_watcher watcher = { .context = &met, .step = note_assertion, .leaps = true };
	t->outcome->verdict = VERDICT_SAFE;
	sampler_execute(t->sampler, number, max_steps, &watcher);
	if (!met)
		t->outcome->assertions = 0;
}

enum tried { TRIED_NOTHING, TRIED_LONG, TRIED_DECIDED };

/* One execution. TRIED_LONG: it did not end within that many steps. */
static enum tried try_inputs(struct trial *t, uint32_t number, uint64_t max_steps)
{
	const struct run_result *r = sampler_execute(t->sampler, number, max_steps, NULL);
	t->steps += r->steps;
	t->outcome->rounds++;
	bool is_long = r->end == RUN_LIMIT && r->limit == RUN_LIMIT_STEPS;
	bool proved = has_ended(r) && sampler_is_complete(t->sampler) && !sampler_asked(t->sampler);
	bool decided = proved || (r->end == RUN_VIOLATED && take_violation(t, r));
	if (proved)
		take_proof(t, number, max_steps);
	return decided ? TRIED_DECIDED : is_long ? TRIED_LONG : TRIED_NOTHING;
}

/* How many assertions there are; and is the program cut somewhere (ir-opt --unroll)? */
static uint32_t count_assertions(const struct program *p, bool *cut)
{
	uint32_t count = 0;
	*cut = false;
	program_for_each_statement(p, at) {
		count += at.statement->kind == STATEMENT_ASSERT;
		*cut = *cut || attribute_find(at.statement->attributes, ATTRIBUTE_BOUND);
	}
	return count;
}

/* The first one may ask for many inputs, to see whether it ends. */
static void try_longer(struct trial *t, const uint32_t *numbers, size_t count)
{
	enum tried last = TRIED_NOTHING;
	uint64_t most = ALL_STEPS;
	bool asked = true;
	t->steps = 0;
	for (size_t i = 0; last != TRIED_DECIDED && i < count && t->steps < most && asked && may_try(t); i++) {
		sampler_be_patient(t->sampler, !i || most == TREE_STEPS);
		last = try_inputs(t, numbers[i], LONG_STEPS);
		asked = sampler_asked(t->sampler);
		most = !i && last == TRIED_NOTHING && sampler_asked_widely(t->sampler) ? TREE_STEPS : most;
	}
}

/* Many short executions first, then some of those that would have gone on. Where nothing was asked for, those with other
 * inputs are no different. */
static void try_all(struct trial *t)
{
	VEC(uint32_t) longer = { 0 };
	enum tried last = TRIED_NOTHING;
	bool asked = true;
	for (uint32_t i = 0; last != TRIED_DECIDED && i < SAMPLE_ALL && may_try(t); i++) {
		if (asked)
			last = try_inputs(t, i, SAMPLE_SHORT);
		asked = asked && sampler_asked(t->sampler);
		if (last == TRIED_LONG)
			vec_push(&longer, i);
	}
	if (last != TRIED_DECIDED)
		try_longer(t, longer.at, longer.count);
	vec_free(&longer);
}

static void search(struct task *task, struct outcome *o)
{
	struct trial t = { .task = task, .outcome = o };
	outcome_unknown(o, "no violation was met in the executions that were tried");
	bool cut;
	o->assertions = count_assertions(task->prepared, &cut);
	if (o->assertions) {
		t.sampler = sampler_new(task->prepared,
					(struct sample_limits){ task->limits.deadline, task->limits.memory_mb });
		try_all(&t);
		sampler_free(t.sampler);
	}
	if (!o->assertions && !cut) /* the passes have proved them all */
		o->verdict = VERDICT_SAFE;
	if (o->verdict != VERDICT_UNKNOWN)
		o->reason = NULL;
}

/* Not limited by time: it runs first, and counts limit it. */
const struct engine engine_concrete = { .search = search, .turn = { .taken = true } };

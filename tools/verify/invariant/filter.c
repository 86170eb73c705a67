/* Candidates that some execution refutes are dropped before the solver sees them: a few executions, a few dozen states at each
 * head. It saves most of Houdini's rounds and decides nothing. */
#include "cut_parts.h"
#include "heads.h"
#include "invariant.h"
#include "identities.h"
#include "word.h"

enum { RUNS = 32, MAX_STATES = 600, DENSE = 12, EVALUATIONS = 1 << 18 };

/* Of one loop. */
struct seen {
	uint32_t states;
	uint32_t calls;        /* in this execution */
	struct value *entries; /* per in-parameter: at the last entry */
	bool entered;
};

/* The interpreter's program is the prepared one, of which the cut one is a copy: variables correspond by index. */
struct filter {
	struct cut *cut;
	struct table loops; /* procedure's index -> loop's index */
	VEC(struct seen) seen;
	uint32_t evaluations;
	uint64_t last_steps;
	/* the state that is looked at */
	const struct run *run;
	const struct procedure *procedure;
	const struct cut_loop *loop;
	const struct seen *entry;
	term each;
	uint64_t each_value;
	bool unknown;
};

static struct value leaf_value(void *context, term leaf)
{
	struct filter *f = context;
	const struct program *p = f->cut->program, *prepared = run_program(f->run);
	const struct value *value = NULL;
	const struct variable *v = program_variable_of(p, leaf);
	if (leaf == f->each)
		return value_word(term_width(p->bank, leaf), f->each_value);
	if (v && v->kind == VARIABLE_GLOBAL && v->index < prepared->global_count)
		value = run_value(f->run, prepared->globals[v->index]);
	else if (v && v->kind == VARIABLE_IN)
		value = run_value(f->run, f->procedure->variables[v->index]);
	for (uint32_t i = 0; !value && i < f->procedure->in_count; i++)
		if (f->loop->entries[i] && v == f->loop->entries[i])
			value = &f->entry->entries[i];
	if (value)
		return value_copy(value);
	f->unknown = true;
	if (sort_kind(p->bank, term_sort(p->bank, leaf)) != SORT_MAP)
		return value_word(term_width(p->bank, leaf), 0);
	sort s = term_sort(p->bank, leaf), of = sort_value(p->bank, s);
	struct value zero = value_word(sort_kind(p->bank, of) == SORT_BOOL ? 1 : sort_width(p->bank, of), 0);
	struct value map = map_constant(sort_width(p->bank, sort_index(p->bank, s)), zero.width, &zero);
	value_release(&zero);
	return map;
}

static bool refuted(struct filter *f, const struct candidate *c)
{
	f->unknown = false;
	f->evaluations++;
	struct value v = term_eval(f->cut->program->bank, c->condition, leaf_value, f);
	bool holds = f->unknown || v.kind != VALUE_WORD || v.word;
	value_release(&v);
	return !holds;
}

/* For which values of `each` is a candidate tried? The counters, and what is next to them. */
static bool refuted_for_some(struct filter *f, const struct candidate *c)
{
	const struct bank *bank = f->cut->program->bank;
	bool found = false;
	f->each = c->each;
	for (uint32_t i = 0; !found && i < f->procedure->in_count; i++) {
		const struct value *v = run_value(f->run, f->procedure->variables[i]);
		if (!v || v->kind != VALUE_WORD || v->width != term_width(bank, c->each) || !f->loop->changed[i])
			continue;
		uint64_t mask = word_mask(v->width), now = v->word;
		for (uint64_t next = 0; !found && next < 4; next++) {
			f->each_value = (now + next - 2) & mask;
			found = refuted(f, c);
		}
	}
	f->each = 0;
	return found;
}

static void look_at_state(struct filter *f, struct cut_loop *loop)
{
	for (size_t i = 0; i < loop->candidates.count && f->evaluations < EVALUATIONS; i++) {
		struct candidate *c = &loop->candidates.at[i];
		if (!c->dropped)
			c->dropped = c->each ? refuted_for_some(f, c) : refuted(f, c);
	}
}

static void note_entry(struct filter *f, struct seen *seen)
{
	for (uint32_t i = 0; i < f->procedure->in_count; i++) {
		const struct value *v = run_value(f->run, f->procedure->variables[i]);
		value_release(&seen->entries[i]);
		seen->entries[i] = v ? value_copy(v) : (struct value){ 0 };
	}
	seen->entered = true;
}

static void see_call(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	struct filter *f = context;
	(void)site;
	uint64_t index = table_get(&f->loops, callee->index, UINT64_MAX);
	if (index == UINT64_MAX)
		return;
	struct seen *seen = &f->seen.at[index];
	const struct statement *call;
	f->run = run;
	f->procedure = callee;
	f->loop = &f->cut->loops.at[index];
	f->entry = seen;
	if (run_steps(run) < f->last_steps) /* another execution */
		for (size_t i = 0; i < f->seen.count; i++)
			f->seen.at[i].calls = 0;
	f->last_steps = run_steps(run);
	if (run_depth(run) < 2 || run_frame(run, run_depth(run) - 2, &call) != callee)
		note_entry(f, seen);
	seen->calls++;
	/* All at first, then fewer and fewer. */
	bool sparse = seen->calls > DENSE && (seen->calls & (seen->calls - 1)) && seen->calls % 97;
	if (!seen->entered || sparse || seen->states >= MAX_STATES)
		return;
	seen->states++;
	look_at_state(f, &f->cut->loops.at[index]);
}

static uint32_t missing_loops(const void *context)
{
	const struct filter *f = context;
	uint32_t missing = 0;
	for (size_t i = 0; i < f->seen.count && f->evaluations < EVALUATIONS; i++)
		missing += !f->seen.at[i].states;
	return missing;
}

void candidates_filter(struct cut *cut, struct program *prepared, struct sample_limits limits)
{
	struct filter f = { .cut = cut };
	for (size_t i = 0; i < cut->loops.count; i++) {
		uint32_t ins = cut->loops.at[i].procedure->in_count;
		table_put(&f.loops, cut->loops.at[i].procedure->index, i);
		vec_push(&f.seen, (struct seen){ .entries = memory_alloc((ins + 1) * sizeof(struct value)) });
	}
	struct sample_watcher watcher = { .context = &f, .call = see_call };
	struct sampler *sampler = sampler_new(prepared, limits);
	sampler_execute_some(sampler, RUNS, &watcher);
	if (cut->heads && cut->heads->far)
		sampler_execute_far(sampler, &watcher, missing_loops);
	sampler_free(sampler);
	for (size_t i = 0; i < cut->loops.count; i++) {
		for (uint32_t k = 0; k < cut->loops.at[i].procedure->in_count; k++)
			value_release(&f.seen.at[i].entries[k]);
		memory_free(f.seen.at[i].entries);
	}
	vec_free(&f.seen);
	table_free(&f.loops);
}

/* --- identities --- */

static void equate_entries(struct identities *in, const struct cut *cut, const struct cut_loop *loop)
{
	for (uint32_t i = 0; i < loop->procedure->in_count; i++)
		if (loop->entries[i])
			identities_equate(in, loop->entries[i]->term, loop->procedure->variables[i]->term);
	if (loop->given_entry)
		identities_equate(in, loop->given_entry->term, cut->given->term);
}

/* Candidates must not look at identities. The state of an execution at a head is shown to be one of the cut program by renaming what
 * `fresh` gave, each time in another way (docs/engines.md, "Why that is a proof"): what a candidate says has to stay true. `p < 2`
 * of a pointer p, which is true of the first object that symbolic execution makes, does not. */
void cut_keep_opaque(struct cut *cut)
{
	struct identities *in = identities_new(cut->program);
	for (size_t i = 0; i < cut->loops.count; i++)
		equate_entries(in, cut, &cut->loops.at[i]);
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; k < cut->loops.at[i].candidates.count; k++) {
			struct candidate *c = &cut->loops.at[i].candidates.at[k];
			c->dropped = c->dropped || !identities_take(in, c->condition);
		}
	identities_free(in);
}

#include "heads.h"

#include "observe.h"

enum { RUNS = 48, MOST_ROWS = 400, DENSE = 24 };

/* The last row of a loop that is being executed. */
struct round {
	const uint64_t *entry; /* the in-parameters at its beginning; NULL: it has not begun */
	uint32_t calls;        /* since then */
	bool kept;             /* the round before has a row */
};

struct watch {
	struct heads *heads;
	const struct program *prepared;
	struct table loops; /* procedure's index -> loop's index + 1 */
	struct round *rounds;
	uint64_t last_steps;
};

static uint64_t word_of(const struct run *run, const struct variable *v)
{
	const struct value *value = run_value(run, v);
	return value && value->kind == VALUE_WORD ? value->word : 0;
}

static uint64_t *row_of(struct watch *w, const struct run *run, const struct procedure *callee, const uint64_t *entry)
{
	uint32_t ins = callee->in_count, globals = w->prepared->global_count;
	uint64_t *row = arena_alloc(w->heads->arena, (2 * ins + globals + 1) * sizeof *row);
	for (uint32_t i = 0; i < ins; i++) {
		row[i] = word_of(run, callee->variables[i]);
		row[ins + i] = entry ? entry[i] : row[i];
	}
	for (uint32_t i = 0; i < globals; i++)
		row[2 * ins + i] = word_of(run, w->prepared->globals[i]);
	return row;
}

/* Another execution begins. */
static void forget_rounds(struct watch *w, const struct run *run)
{
	if (run_steps(run) < w->last_steps)
		for (size_t i = 0; i < w->heads->count; i++)
			w->rounds[i] = (struct round){ 0 };
	w->last_steps = run_steps(run);
}

static void see_call(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	struct watch *w = context;
	uint64_t loop = table_get(&w->loops, callee->index, 0);
	const struct statement *call;
	(void)site;
	if (!loop--)
		return;
	forget_rounds(w, run);
	struct head_rows *rows = &w->heads->loops[loop];
	struct round *round = &w->rounds[loop];
	bool first = run_depth(run) < 2 || run_frame(run, run_depth(run) - 2, &call) != callee;
	if (first)
		*round = (struct round){ 0 };
	round->calls++;
	bool kept = round->kept;
	/* All at first, then fewer, but two in a row. */
	round->kept = (first || round->entry) && rows->rows.count < MOST_ROWS &&
		      (round->calls <= DENSE || round->calls % 61 < 2);
	if (!round->kept && !first)
		return;
	const uint64_t *row = row_of(w, run, callee, first ? NULL : round->entry);
	if (first)
		round->entry = row;
	if (round->kept) {
		vec_push(&rows->rows, row);
		vec_push(&rows->follows, kept && !first);
	}
}

static uint32_t missing_loops(const void *context)
{
	const struct watch *w = context;
	uint32_t missing = 0;
	for (size_t i = 0; i < w->heads->count; i++)
		missing += !w->heads->loops[i].rows.count;
	return missing;
}

struct heads *heads_observe(const struct cut *cut, struct program *prepared, struct sample_limits limits)
{
	struct heads *heads = memory_alloc(sizeof *heads);
	*heads = (struct heads){ .arena = arena_new(), .count = cut->loops.count };
	heads->loops = memory_alloc((heads->count + 1) * sizeof *heads->loops);
	struct watch w = { .heads = heads, .prepared = prepared };
	w.rounds = memory_alloc((heads->count + 1) * sizeof *w.rounds);
	for (size_t i = 0; i < heads->count; i++)
		table_put(&w.loops, cut->loops.at[i].procedure->index, i + 1);
	struct sample_watcher watcher = { .context = &w, .call = see_call };
	struct sampler *sampler = sampler_new(prepared, limits);
	sampler_execute_some(sampler, RUNS, &watcher);
	heads->far = sampler_execute_far(sampler, &watcher, missing_loops);
	sampler_free(sampler);
	table_free(&w.loops);
	memory_free(w.rounds);
	return heads;
}

bool heads_go_down(const struct heads *heads, size_t loop, uint32_t parameter, uint32_t width)
{
	const struct head_rows *seen = &heads->loops[loop];
	for (size_t i = 1; i < seen->rows.count; i++) {
		uint64_t step = seen->rows.at[i][parameter] - seen->rows.at[i - 1][parameter];
		if (seen->follows.at[i] && word_signed(step & word_mask(width), width) < 0)
			return true;
	}
	return false;
}

bool heads_show_flag(const struct heads *heads, size_t loop, uint32_t parameter)
{
	const struct head_rows *seen = &heads->loops[loop];
	bool is[2] = { false, false };
	for (size_t i = 0; i < seen->rows.count; i++) {
		if (seen->rows.at[i][parameter] > 1)
			return false;
		is[seen->rows.at[i][parameter]] = true;
	}
	return is[0] && is[1];
}

void heads_free(struct heads *heads)
{
	if (!heads)
		return;
	for (size_t i = 0; i < heads->count; i++) {
		vec_free(&heads->loops[i].rows);
		vec_free(&heads->loops[i].follows);
	}
	memory_free(heads->loops);
	arena_free(heads->arena);
	memory_free(heads);
}

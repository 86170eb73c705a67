/* deadstore: values that are overwritten, or the procedure left, before anything reads them.
 *
 *	t := f; havoc u; M := M[i := a];          M := M[i := b];
 *	M := M[i := b]; assert M[j] == t'   =>    assert M[j] == t'
 *
 * Inside one procedure, by live variables; globals are live where it returns and where a callee may read
 * them. A store to a cell of a map is dead if the same cell is stored again in the same block before anything
 * reads the map. What a trace shows ({shows}, named variables), what the program prints ({output}) and its
 * exit status stay: only slice removes such, where no assertion depends on it. */
#include "bitset.h"
#include "ids.h"
#include "live.h"
#include "pass.h"
#include "role.h"
#include "statement.h"

/* A cell that is written again further on, and not read in between. */
struct cell {
	struct variable *map;
	term index;
};

struct cells VEC_BODY(struct cell);

static bool is_removable(const struct program *p, const struct statement *s)
{
	return !variable_is_named(s->target) && !attribute_find(s->attributes, ATTRIBUTE_SHOWS) &&
	       !attribute_find(s->attributes, ATTRIBUTE_OUTPUT) && !statement_is_mark(p, s) &&
	       variable_role(p, s->target) != GLOBAL_STATUS && !statement_may_exhaust(p, s);
}

/* Is it M := M[i := v] where neither i nor v reads M? */
static bool is_store(const struct bank *bank, struct uses *uses, const struct statement *s)
{
	return s->kind == STATEMENT_ASSIGN && term_op(bank, s->term) == OP_STORE &&
	       term_arg(bank, s->term, 0) == s->target->term &&
	       !uses_mention(uses, term_arg(bank, s->term, 1), s->target) &&
	       !uses_mention(uses, term_arg(bank, s->term, 2), s->target);
}

static bool finds(const struct cells *cells, const struct variable *map, term index)
{
	for (size_t i = 0; i < cells->count; i++)
		if (cells->at[i].map == map && cells->at[i].index == index)
			return true;
	return false;
}

/* Forgets cells whose map the term reads, except for `but`. */
static void forget_read(struct cells *cells, struct uses *uses, term t, const struct variable *but)
{
	size_t n = 0;
	for (size_t i = 0; i < cells->count; i++)
		if (cells->at[i].map == but || !uses_mention(uses, t, cells->at[i].map))
			cells->at[n++] = cells->at[i];
	cells->count = n;
}

/* Forgets cells that are no longer the same when v has changed (`but` is not taken as changed as a whole). */
static void forget_written(struct cells *cells, struct uses *uses, const struct variable *v, const struct variable *but)
{
	size_t n = 0;
	for (size_t i = 0; i < cells->count; i++)
		if ((cells->at[i].map != v || v == but) && !uses_mention(uses, cells->at[i].index, v))
			cells->at[n++] = cells->at[i];
	cells->count = n;
}

/* Backwards over one statement. True if it only writes cells that are written again. */
static bool is_overwritten(struct cells *cells, const struct program *p, struct uses *uses, const struct statement *s)
{
	bool store = is_store(p->bank, uses, s);
	const struct variable *map = store ? s->target : NULL;
	if (s->kind == STATEMENT_CALL) {
		vec_clear(cells);
		return false;
	}
	term index = store ? term_arg(p->bank, s->term, 1) : 0;
	if (store && finds(cells, map, index) && is_removable(p, s))
		return true;
	if (s->target)
		forget_written(cells, uses, s->target, map);
	if (s->term)
		forget_read(cells, uses, s->term, map);
	if (store && cells->count < 64)
		vec_push(cells, (struct cell){ s->target, index });
	return false;
}

static bool clean_block(struct live *live, const struct table *shared, struct cells *cells, struct block *b)
{
	const struct program *p = live->procedure->program;
	bool *keep = memory_alloc(b->statement_count * sizeof *keep);
	uint64_t *set = live_at_end(live, b->index);
	vec_clear(cells);
	for (uint32_t i = b->statement_count; i-- > 0;) {
		const struct statement *s = &b->statements[i];
		keep[i] = live_is_needed(live, set, s) || ids_is_shared(shared, s->attributes);
		keep[i] = keep[i] && !is_overwritten(cells, p, live->uses, s);
		if (keep[i])
			live_before(live, set, s);
	}
	bool changed = block_filter(b, keep);
	memory_free(keep);
	return changed;
}

static bool clean_procedure(struct procedure *proc, struct uses *uses, const struct effects *effects,
			    const struct table *shared)
{
	struct cfg *cfg = cfg_new(proc);
	struct live *live = live_new(cfg, uses, effects, is_removable);
	struct cells cells = { 0 };
	bool changed = false;
	for (uint32_t i = 0; i < proc->block_count; i++)
		if (cfg_reachable(cfg, i))
			changed |= clean_block(live, shared, &cells, proc->blocks[i]);
	vec_free(&cells);
	live_free(live);
	cfg_free(cfg);
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	struct uses uses;
	uses_init(&uses, p);
	struct callgraph *graph = callgraph_new(p);
	struct effects *effects = effects_new(graph);
	struct table shared = { 0 };
	ids_find_shared(p, &shared);
	bool changed = false;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= clean_procedure(p->procedures[i], &uses, effects, &shared);
	table_free(&shared);
	effects_free(effects);
	callgraph_free(graph);
	uses_release(&uses);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= procedure_remove_unused_locals(p->procedures[i]);
	return changed;
}

const struct pass pass_deadstore = {
	.name = "deadstore",
	.about = "remove assignments that are overwritten before they are read",
	.run = run,
	.keeps = FACTS_ALL,
};

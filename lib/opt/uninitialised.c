/* uninitialised: variables of a procedure that may be read before they are assigned get an unknown value where it begins.
 *
 *	procedure f() returns (r : bv8) {            procedure f() returns (r : bv8) {
 *	a: branch c, b, d;                      =>   a: havoc r; branch c, b, d;
 *	b: r := 1bv8; return;                        b: r := 1bv8; return;
 *	d: return; }                                 d: return; }
 *
 * Exact: they have arbitrary values there (ir-spec/execution.md). As a `havoc` each has an {id}, so that a counterexample
 * says what it was, and no other pass has to know of such values. */
#include "cfg.h"
#include "live.h"
#include "pass.h"
#include "statement.h"

/* A block that is executed once, at the beginning. */
static struct block *first_block(struct program *p, struct procedure *proc, const struct cfg *cfg)
{
	struct block *first = proc->blocks[0];
	if (cfg->predecessor_start[0] == cfg->predecessor_start[1])
		return first;
	struct block *b = procedure_add_block(proc, procedure_fresh_block_name(proc, first->name));
	block_goto(p, b, first);
	for (uint32_t i = proc->block_count - 1; i > 0; i--)
		proc->blocks[i] = proc->blocks[i - 1];
	proc->blocks[0] = b;
	procedure_reindex(proc);
	return b;
}

static bool run_procedure(struct program *p, struct procedure *proc, struct uses *uses)
{
	VEC(struct variable *) unset = { 0 };
	struct cfg *cfg = cfg_new(proc);
	struct live *live = live_new(cfg, uses, NULL, NULL);
	for (uint32_t i = proc->in_count; i < proc->variable_count; i++)
		if (live_at_start(live, 0, proc->variables[i]))
			vec_push(&unset, proc->variables[i]);
	live_free(live);
	struct block *first = unset.count ? first_block(p, proc, cfg) : NULL;
	for (size_t i = 0; i < unset.count; i++)
		block_insert(p, first, (uint32_t)i, STATEMENT_HAVOC)->target = unset.at[i];
	cfg_free(cfg);
	bool changed = unset.count != 0;
	vec_free(&unset);
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options, (void)diags;
	bool changed = false;
	struct uses uses;
	uses_init(&uses, p);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		changed |= p->procedures[i]->variable_count > p->procedures[i]->in_count &&
			   run_procedure(p, p->procedures[i], &uses);
	uses_release(&uses);
	return changed;
}

const struct pass pass_uninitialised = {
	.name = "uninitialised",
	.about = "havoc what a procedure reads before it assigns it",
	.run = run,
	.keeps = FACT_ACYCLIC,
};

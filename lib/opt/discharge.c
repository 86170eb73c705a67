/* discharge: obligations that abstract interpretation proves (lib/abstract).
 *
 *	i := 0bv32;                                 i := 0bv32;
 *	head: branch bvult(i, 10bv32), body, x;     head: branch bvult(i, 10bv32), body, x;
 *	body: assert bvult(i, 20bv32);       =>     body: assert true;
 *
 * Asserted and assumed conditions that always hold become true, branches that always go one way say so, and what is never
 * reached asserts nothing. Only conditions are decided; a false assertion stays as it is. */
#include "contexts.h"
#include "interpret.h"
#include "iterate.h"
#include "pass.h"

struct discharge {
	struct program *program;
	struct contexts contexts;
	/* of statements of the originals, and of blocks for their branches: NUMBER_MAY_FAIL, NUMBER_MAY_HOLD, in some context */
	TABLE(const void *, unsigned) may;
	struct table reached; /* blocks of the originals: in some context */
	bool changed;
};

static void set(struct discharge *d, term *t, bool value)
{
	term constant = term_bool(d->program->bank, value);
	d->changed |= *t != constant;
	*t = constant;
}

static bool is_condition(const struct statement *s)
{
	return s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSUME;
}

static const struct block *original(const struct discharge *d, const struct procedure *proc, const struct block *b)
{
	return d->contexts.original.at[proc->index]->blocks[b->index];
}

/* What a condition may be in one context, in any case. */
static void visit(void *context, struct place *places, unsigned count, struct procedure *proc, struct block *b,
		  struct statement *s)
{
	struct discharge *d = context;
	const struct block *of = original(d, proc, b);
	if (s ? !is_condition(s) : b->terminator.kind != TERMINATOR_BRANCH)
		return;
	const void *key = s ? (const void *)&of->statements[s - b->statements] : of;
	term t = s ? s->term : b->terminator.term;
	for (unsigned i = 0; i < count && !term_is_constant(d->program->bank, t); i++)
		table_put(&d->may, key, table_get(&d->may, key, 0) | place_decide(&places[i], t));
}

static void note_reached(struct discharge *d, struct interpretation *i)
{
	for (uint32_t k = 0; k < d->program->procedure_count; k++) {
		const struct procedure *proc = d->program->procedures[k];
		for (uint32_t b = 0; b < proc->block_count; b++)
			if (interpretation_reaches(i, proc, proc->blocks[b], NULL))
				table_put(&d->reached, (uintptr_t)original(d, proc, proc->blocks[b]), 1);
	}
}

/* In all contexts together. What nothing comes to asserts nothing. */
static void decide(struct discharge *d, struct block *b)
{
	bool reached = table_has(&d->reached, (uintptr_t)b);
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		unsigned may = table_get(&d->may, s, 0);
		if ((reached && may == NUMBER_MAY_HOLD) || (!reached && s->kind == STATEMENT_ASSERT))
			set(d, &s->term, true);
	}
	unsigned may = table_get(&d->may, b, 0);
	if (may == NUMBER_MAY_HOLD || may == NUMBER_MAY_FAIL)
		set(d, &b->terminator.term, may == NUMBER_MAY_HOLD);
}

static bool stop(void *context)
{
	const struct pass_options *options = context;
	return options->stop && options->stop(options->stop_context);
}

static enum haste haste(void *context)
{
	const struct pass_options *options = context;
	enum haste haste = options->haste ? options->haste(options->haste_context) : HASTE_NONE;
	if (options->rough)
		return haste ? HASTE_MOST : HASTE_SOME;
	return haste;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)diags;
	struct discharge d = { .program = p };
	struct interpret_options how = { .together = options->rough,
					 .stop = stop,
					 .haste = haste,
					 .context = (void *)(uintptr_t)options,
					 .profile = options->profile };
	(options->rough ? contexts_none : contexts_separate)(&d.contexts, p);
	struct interpretation *i = interpret(p, &how);
	bool is_known = i && interpretation_visit(i, visit, &d);
	if (is_known)
		note_reached(&d, i);
	interpretation_free(i);
	contexts_release(&d.contexts);
	if (is_known)
		program_for_each_block(p, at)
			decide(&d, at.block);
	table_free(&d.may);
	table_free(&d.reached);
	return d.changed;
}

const struct pass pass_discharge = {
	.name = "discharge",
	.about = "remove assertions that abstract interpretation proves",
	.run = run,
	.keeps = FACTS_ALL,
};

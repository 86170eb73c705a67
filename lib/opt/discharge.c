/* discharge: obligations that abstract interpretation proves (lib/abstract).
 *
 *	i := 0bv32;                                 i := 0bv32;
 *	head: branch bvult(i, 10bv32), body, x;     head: branch bvult(i, 10bv32), body, x;
 *	body: assert bvult(i, 20bv32);       =>     body: assert true;
 *
 * Asserted and assumed conditions that always hold become true, branches that always go one way say so, and what is never
 * reached asserts nothing. Only conditions are decided; a false assertion stays as it is. */
#include "interpret.h"
#include "pass.h"

struct discharge {
	struct program *program;
	bool changed;
};

static void set(struct discharge *d, term *t, bool value)
{
	term constant = term_bool(d->program->bank, value);
	d->changed |= *t != constant;
	*t = constant;
}

static void visit(void *context, struct place *place, struct procedure *proc, struct block *b, struct statement *s)
{
	struct discharge *d = context;
	(void)proc;
	if (s && s->kind != STATEMENT_ASSERT && s->kind != STATEMENT_ASSUME)
		return;
	if (!s && b->terminator.kind != TERMINATOR_BRANCH)
		return;
	term *t = s ? &s->term : &b->terminator.term;
	if (term_is_constant(d->program->bank, *t))
		return;
	unsigned may = place_decide(place, *t);
	if (may == NUMBER_MAY_HOLD || (may == NUMBER_MAY_FAIL && !s))
		set(d, t, may == NUMBER_MAY_HOLD);
}

/* Nothing comes here. */
static void silence(struct discharge *d, struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (b->statements[i].kind == STATEMENT_ASSERT)
			set(d, &b->statements[i].term, true);
}

static bool stop(void *context)
{
	const struct pass_options *options = context;
	return options->stop && options->stop(options->stop_context);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)diags;
	struct discharge d = { .program = p };
	struct interpret_options how = { stop, (void *)(uintptr_t)options };
	struct interpretation *i = interpret(p, &how);
	if (!i)
		return false;
	interpretation_visit(i, visit, &d);
	for (uint32_t k = 0; k < p->procedure_count; k++)
		for (uint32_t b = 0; b < p->procedures[k]->block_count; b++)
			if (!interpretation_reaches(i, p->procedures[k], p->procedures[k]->blocks[b], NULL))
				silence(&d, p->procedures[k]->blocks[b]);
	interpretation_free(i);
	return d.changed;
}

const struct pass pass_discharge = {
	.name = "discharge",
	.about = "remove assertions that abstract interpretation proves",
	.run = run,
	.keeps = FACTS_ALL,
};

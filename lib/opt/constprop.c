/* constprop: constants and copies, conditionally and through calls.
 *
 *	procedure f(n: bv32) ...        (every call is f(3))
 *	t := bvadd(n, 1bv32);           t := 4bv32;
 *	branch eq(t, 4bv32) a b    =>   branch true a b
 *	u := x; y := bvadd(u, t)        u := x; y := bvadd(x, 4bv32)
 *
 * What a trace shows stays visible: in statements only temporaries are replaced, and only by what was not computed
 * from a named C variable (attribute {c}) or by a statement with {shows}. Constants of those are used to decide
 * branches, assumes, and assertions that hold. With full_propagation all variables are alike.
 * A program without an entry is left as it is.
 *
 * Sound because the analysis (constants.h) covers every execution: optimistic, but at a fixed point. */
#include "constants.h"
#include "pass.h"
#include "statement.h"

struct rewriter {
	struct constants *c;
	const struct procedure_constants *proc;
	term *replacement; /* slot -> term, or 0 */
	bool changed;
};

static term replaced(void *context, term leaf)
{
	struct rewriter *r = context;
	const struct variable *v = program_variable_of(r->c->program, leaf);
	uint32_t slot = v ? ssa_slot(r->proc->ssa, v) : SSA_NONE;
	return slot != SSA_NONE && r->replacement[slot] ? r->replacement[slot] : leaf;
}

/* May a read of this value be replaced by what it is a copy of? Not if a trace shows it. */
static bool copy_is_hidden(const struct rewriter *r, uint32_t value)
{
	const struct ssa_value *v = &r->proc->ssa->values.at[value];
	return r->c->treat_all_alike || (!variable_is_named(r->proc->ssa->variables[v->slot]) &&
					 !attribute_find(v->statement->attributes, ATTRIBUTE_SHOWS));
}

static term rewrite(struct rewriter *r, term t, const uint32_t *reads, const uint32_t *copies)
{
	const struct procedure_constants *proc = r->proc;
	const struct uses_list *used = uses_of(&r->c->uses, t);
	bool some = false;
	for (uint32_t i = 0; i < used->count; i++) {
		const struct variable *v = used->variables[i];
		struct cell cell = proc->cells[reads[i]];
		term with = 0;
		if (cell.kind == CELL_CONSTANT && !cell.shown)
			with = cell.constant;
		else if (cell.kind == CELL_ANY && copies[i] != SSA_NONE && copy_is_hidden(r, reads[i]))
			with = proc->ssa->variables[copies[i]]->term;
		r->replacement[ssa_slot(proc->ssa, v)] = with;
		some |= with != 0;
	}
	return some ? term_substitute(r->c->program->bank, t, replaced, r) : t;
}

/* A condition that is constant is decided, wherever the constant comes from. An assertion that never holds is not:
 * a trace is to show what makes it fail. */
static term rewrite_condition(struct rewriter *r, term t, const uint32_t *reads, const uint32_t *copies, bool is_assert)
{
	const struct bank *bank = r->c->program->bank;
	struct cell cell = constants_evaluate(r->c, r->proc, t, reads);
	if (cell.kind == CELL_CONSTANT && (!is_assert || term_is_true(bank, cell.constant)))
		return cell.constant;
	return rewrite(r, t, reads, copies);
}

static void rewrite_statement(struct rewriter *r, struct statement *s, const uint32_t **reads, const uint32_t **copies)
{
	for (uint32_t i = 0; i < statement_term_count(s); i++) {
		term old = statement_term(s, i), new;
		uint32_t n = uses_of(&r->c->uses, old)->count;
		if (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
			new = rewrite_condition(r, old, *reads, *copies, s->kind == STATEMENT_ASSERT);
		else
			new = rewrite(r, old, *reads, *copies);
		statement_set_term(s, i, new);
		r->changed |= new != old;
		*reads += n;
		*copies += n;
	}
}

static void rewrite_block(struct rewriter *r, struct block *b)
{
	const struct ssa_block *overlay = &r->proc->ssa->blocks[b->index];
	const uint32_t *reads = overlay->reads, *copies = overlay->copies;
	for (uint32_t i = 0; i < b->statement_count; i++)
		rewrite_statement(r, &b->statements[i], &reads, &copies);
	if (b->terminator.kind != TERMINATOR_BRANCH)
		return;
	term new = rewrite_condition(r, b->terminator.term, reads, copies, false);
	r->changed |= new != b->terminator.term;
	b->terminator.term = new;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)diags;
	struct constants c;
	constants_init(&c, p, options->full_propagation);
	bool changed = false;
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		const struct procedure_constants *proc = &c.procedures[i];
		if (!proc->ssa)
			continue;
		struct rewriter r = { .c = &c, .proc = proc };
		r.replacement = memory_alloc(proc->ssa->slot_count * sizeof *r.replacement);
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++)
			if (proc->executed[k])
				rewrite_block(&r, p->procedures[i]->blocks[k]);
		memory_free(r.replacement);
		changed |= r.changed;
	}
	constants_release(&c);
	return changed;
}

const struct pass pass_constprop = {
	.name = "constprop",
	.about = "propagate constants and copies, through calls too",
	.run = run,
	.keeps = FACTS_ALL,
};

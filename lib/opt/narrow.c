/* narrow: inputs of which only a remainder is used.
 *
 *	havoc t;                        havoc t; assume bvult(t, 3bv32);
 *	x := bvurem(t, 3bv32)      =>   x := t
 *
 * where t is a local that nothing else sets or reads. Solvers divide badly, and programs ask for inputs in a range just
 * so. Sound and complete for violations: an execution that is lost, with t outside the range, has the same
 * effects as the one with the remainder for t, which is kept. The same for signed remainders, whose results are in
 * (-k, k). It loses executions, so it is for verification conditions, not for running the program. */
#include "pass.h"
#include "statement.h"

struct census {
	const struct program *program;
	/* How many statements set it, how many terms read it. */
	TABLE(const struct variable *, uint32_t) definitions, uses;
};

static void count_use(void *context, term leaf)
{
	struct census *c = context;
	const struct variable *v = program_variable_of(c->program, leaf);
	if (v)
		table_put(&c->uses, v, table_get(&c->uses, v, 0) + 1);
}

static void count_definition(struct census *c, const struct variable *v)
{
	table_put(&c->definitions, v, table_get(&c->definitions, v, 0) + 1);
}

static void count_statement(struct census *c, const struct statement *s)
{
	const struct bank *bank = c->program->bank;
	if (s->term)
		term_leaves(bank, s->term, count_use, c);
	if (s->target)
		count_definition(c, s->target);
	for (uint32_t i = 0; i < s->argument_count; i++)
		term_leaves(bank, s->arguments[i], count_use, c);
	for (uint32_t i = 0; i < s->out_count; i++)
		count_definition(c, s->outs[i]);
}

static void count_procedure(struct census *c, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++) {
		const struct block *block = proc->blocks[b];
		for (uint32_t i = 0; i < block->statement_count; i++)
			count_statement(c, &block->statements[i]);
		if (block->terminator.kind == TERMINATOR_BRANCH)
			term_leaves(c->program->bank, block->terminator.term, count_use, c);
	}
}

/* Is s `x := t % k` for a constant k that is not 0 (for the signed remainder: positive)? Gives t and the range. */
static struct variable *remainder_of(const struct program *p, const struct statement *s, term *range)
{
	struct bank *bank = p->bank;
	if (s->kind != STATEMENT_ASSIGN)
		return NULL;
	enum op op = term_op(bank, s->term);
	if (op != OP_BVUREM && op != OP_BVSREM)
		return NULL;
	term t = term_arg(bank, s->term, 0), k = term_arg(bank, s->term, 1);
	term zero = term_bv(bank, term_width(bank, t), 0);
	if (term_op(bank, t) != OP_VARIABLE || !term_is_constant(bank, k) || k == zero)
		return NULL;
	if (op == OP_BVUREM) {
		*range = term_binary(bank, OP_BVULT, t, k);
	} else {
		if (!term_is_true(bank, term_binary(bank, OP_BVSLT, zero, k)))
			return NULL;
		*range = term_and(bank, term_binary(bank, OP_BVSLT, term_unary(bank, OP_BVNEG, k), t),
				  term_binary(bank, OP_BVSLT, t, k));
	}
	return program_variable_of(p, t);
}

static bool seen_once(const struct census *c, const struct variable *v)
{
	return v->kind == VARIABLE_LOCAL && table_get(&c->definitions, v, 0) == 1 && table_get(&c->uses, v, 0) == 1;
}

/* The havoc of v before statement `end` of the block; UINT32_MAX: there is none. */
static uint32_t havoc_before(const struct block *b, uint32_t end, const struct variable *v)
{
	while (end-- > 0)
		if (b->statements[end].kind == STATEMENT_HAVOC && b->statements[end].target == v)
			return end;
	return UINT32_MAX;
}

static bool narrow_block(struct program *p, struct census *c, struct block *b)
{
	bool changed = false;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		term range;
		struct variable *v = remainder_of(p, &b->statements[i], &range);
		uint32_t at = v && seen_once(c, v) ? havoc_before(b, i, v) : UINT32_MAX;
		if (at == UINT32_MAX)
			continue;
		b->statements[i].term = v->term;
		block_insert(p, b, at + 1, STATEMENT_ASSUME)->term = range;
		i++;
		changed = true;
	}
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options, (void)diags;
	bool changed = false;
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		struct census c = { .program = p };
		count_procedure(&c, p->procedures[i]);
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++)
			changed |= narrow_block(p, &c, p->procedures[i]->blocks[b]);
		table_free(&c.definitions);
		table_free(&c.uses);
	}
	return changed;
}

const struct pass pass_narrow = {
	.name = "narrow",
	.about = "ask for inputs in the range that is used of them",
	.run = run,
	.keeps = FACTS_ALL,
};

/* fresh: where a program looks at identities, or may run out of them, `fresh` becomes what it says.
 *
 *	fresh x;      =>      havoc x;
 *	                      assume and(bvule(F, x), not($given[x]));      F: the program's first_fresh
 *	                      $given := $given[x := true];
 *
 * and at the beginning nothing is given: $given := constmap(w, false). So every number that is not taken is tried, and
 * where none is left the execution is blocked (ir-spec/execution.md). A program that only compares identities with one
 * another cannot tell which ones it gets (docs/vc.md, "Identities"): there `fresh` stays, and costs a constant. */
#include "identities.h"
#include "iterate.h"
#include "pass.h"
#include "statement.h"

struct rewriting {
	struct program *program;
	struct variable *given;
	uint32_t width; /* of the widest identity, hence of the index of `given` */
	uint64_t first;
};

static bool may_run_out(const struct program *p)
{
	program_for_each_statement(p, at)
		if (statement_may_exhaust(p, at.statement))
			return true;
	return false;
}

/* 0: there is no `fresh`. */
static uint32_t widest_identity(const struct program *p)
{
	uint32_t widest = 0;
	program_for_each_statement(p, at) {
		if (at.statement->kind != STATEMENT_FRESH)
			continue;
		uint32_t width = sort_width(p->bank, at.statement->target->sort);
		widest = width > widest ? width : widest;
	}
	return widest;
}

static term may_be_given(const struct rewriting *r, term x)
{
	struct bank *bank = r->program->bank;
	uint32_t width = term_width(bank, x);
	if (!fresh_available(r->program, width))
		return term_false(bank);
	term index = term_zero_extend(bank, r->width, x);
	return term_and(bank, term_binary(bank, OP_BVULE, term_bv(bank, width, r->first), x),
			term_not(bank, term_select(bank, r->given->term, index)));
}

static void rewrite(const struct rewriting *r, struct block *b, uint32_t at)
{
	struct program *p = r->program;
	term x = b->statements[at].target->term;
	b->statements[at].kind = STATEMENT_HAVOC;
	b->statements[at].attributes = attribute_list(
		p, attribute_remove(p, b->statements[at].attributes, ATTRIBUTE_CREATES), ATTRIBUTE_IDENTITY, NULL, 0);
	block_insert(p, b, at + 1, STATEMENT_ASSUME)->term = may_be_given(r, x);
	struct statement *noted = block_insert(p, b, at + 2, STATEMENT_ASSIGN);
	noted->target = r->given;
	noted->term = term_store(p->bank, r->given->term, term_zero_extend(p->bank, r->width, x), term_true(p->bank));
}

/* The new entry, which nobody calls: the old one may be called again. */
static void begin_with_none(const struct rewriting *r)
{
	struct program *p = r->program;
	struct procedure *old = p->entry, *start = program_add_procedure(p, program_fresh_name(p, old->name));
	VEC(struct variable *) outs = { 0 };
	for (uint32_t i = 0; i < old->out_count; i++) {
		const struct variable *out = old->variables[old->in_count + i];
		vec_push(&outs, procedure_clone_variable(start, out, VARIABLE_LOCAL));
	}
	struct block *b = procedure_add_block(start, "start");
	block_assign(p, b, r->given, term_const_map(p->bank, r->width, term_false(p->bank)));
	block_call(p, b, old, NULL, 0, outs.at, old->out_count);
	block_return(b);
	vec_free(&outs);
	p->entry = start;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options, (void)diags;
	struct rewriting r = { .program = p, .width = widest_identity(p), .first = fresh_first(p) };
	if (!r.width)
		return false;
	if (!may_run_out(p) && identities_are_opaque(p))
		return false;
	sort given = sort_map(p->bank, sort_bitvector(p->bank, r.width), sort_bool(p->bank));
	r.given = program_add_global(p, program_fresh_name(p, "$given"), given);
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_FRESH)
			rewrite(&r, at.block, (uint32_t)(at.statement - at.block->statements));
	begin_with_none(&r);
	return true;
}

const struct pass pass_fresh = {
	.name = "fresh",
	.about = "identities that are looked at become any numbers that are not taken",
	.run = run,
	.keeps = FACTS_ALL,
};

/* count: identities are counted, so that a program without `fresh` is left, for who knows states and values only.
 *
 *	fresh x;      =>      assume not(eq($next, 0));
 *	                      x := $next;
 *	                      $next := $next + 1;
 *
 * and $next := F at the beginning, F: the program's first_fresh; for each width of identities one such global. The
 * executions are the same but for the names of objects, which the program does not look at. A program that looks at
 * them, and one whose entry is called again, stays as it is. */
#include "identities.h"
#include "iterate.h"
#include "pass.h"
#include "statement.h"

struct counting {
	struct program *program;
	TABLE(uint32_t, struct variable *) next; /* by width */
	VEC(struct variable *) all;
};

static struct variable *next_of(struct counting *c, sort s)
{
	uint32_t width = sort_width(c->program->bank, s);
	struct variable *next = table_get(&c->next, width, NULL);
	if (next)
		return next;
	next = program_add_global(c->program, program_fresh_name(c->program, "$next"), s);
	table_put(&c->next, width, next);
	vec_push(&c->all, next);
	return next;
}

static void rewrite(struct counting *c, struct block *b, uint32_t at)
{
	struct bank *bank = c->program->bank;
	struct variable *next = next_of(c, b->statements[at].target->sort);
	uint32_t width = sort_width(bank, next->sort);
	b->statements[at].kind = STATEMENT_ASSIGN;
	b->statements[at].term = next->term;
	b->statements[at].attributes = attribute_remove(
		c->program, attribute_remove(c->program, b->statements[at].attributes, ATTRIBUTE_CREATES),
		ATTRIBUTE_ID);
	struct statement *counted = block_insert(c->program, b, at + 1, STATEMENT_ASSIGN);
	counted->target = next;
	counted->term = term_binary(bank, OP_BVADD, next->term, term_bv(bank, width, 1));
	block_insert(c->program, b, at, STATEMENT_ASSUME)->term =
		term_not(bank, term_eq(bank, next->term, term_bv(bank, width, 0)));
}

static bool is_called(const struct program *p, const struct procedure *proc)
{
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_CALL && at.statement->callee == proc)
			return true;
	return false;
}

static void begin(struct counting *c)
{
	struct program *p = c->program;
	struct block *first = procedure_put_first(p->entry, "count");
	for (size_t i = 0; i < c->all.count; i++)
		block_assign(p, first, c->all.at[i],
			     term_bv(p->bank, sort_width(p->bank, c->all.at[i]->sort), fresh_first(p)));
	block_goto(p, first, p->entry->blocks[1]);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct counting c = { .program = p };
	(void)options, (void)diags;
	if (is_called(p, p->entry) || !identities_are_opaque(p))
		return false;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++)
			for (uint32_t s = 0; s < p->procedures[i]->blocks[b]->statement_count; s++)
				if (p->procedures[i]->blocks[b]->statements[s].kind == STATEMENT_FRESH)
					rewrite(&c, p->procedures[i]->blocks[b], s);
	if (c.all.count)
		begin(&c);
	bool changed = c.all.count;
	table_free(&c.next);
	vec_free(&c.all);
	return changed;
}

const struct pass pass_count = {
	.name = "count",
	.about = "identities are counted: no `fresh` is left",
	.run = run,
	.keeps = FACTS_ALL,
};

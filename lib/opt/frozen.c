/* frozen: a read of memory that only the beginning of the program writes, at a constant index, is what was written there.
 *
 *	m := m[3bv8 := 7bv32];                        m := m[3bv8 := 7bv32];
 *	call f();                               =>    call f();
 *	procedure f() { x := m[3bv8]; }               procedure f() { x := 7bv32; }
 *
 * Exact: the entry is called by nobody, and no block is executed twice in one call, so each execution writes the map in its beginning and
 * comes to what reads it later. Of programs whose loops are procedures. */
#include "frozen.h"

#include "callgraph.h"
#include "iterate.h"
#include "pass.h"
#include "statement.h"

/* Most statements of the beginning that write frozen maps: a read looks at all of them. */
enum { MOST_WRITES = 10000 };

static bool ends_beginning(const struct statement *s)
{
	return s->kind == STATEMENT_CALL;
}

static bool is_called(const struct program *p)
{
	struct callgraph *graph = callgraph_new(p);
	uint32_t entry = p->entry->index;
	bool called = graph->caller_start[entry] != graph->caller_start[entry + 1];
	callgraph_free(graph);
	return called;
}

struct writes {
	uint32_t *all, *early; /* by global */
};

static void count_writes(const struct program *p, struct writes *w)
{
	program_for_each_statement(p, at)
		for (uint32_t i = 0; i < statement_target_count(at.statement); i++)
			if (!statement_target(at.statement, i)->procedure)
				w->all[statement_target(at.statement, i)->index]++;
	const struct block *b = p->entry->blocks[0];
	for (uint32_t i = 0; i < b->statement_count && !ends_beginning(&b->statements[i]); i++)
		if (b->statements[i].kind == STATEMENT_ASSIGN && !b->statements[i].target->procedure)
			w->early[b->statements[i].target->index]++;
}

static bool is_frozen(const struct program *p, const struct writes *w, uint32_t global)
{
	return sort_kind(p->bank, p->globals[global]->sort) == SORT_MAP && w->all[global] &&
	       w->all[global] == w->early[global] && w->all[global] <= MOST_WRITES;
}

static term contents_leaf(void *context, term leaf)
{
	term contents = frozen_contents(context, leaf);
	return contents ? contents : leaf;
}

struct others {
	term leaf;
	bool some;
};

static void note_other(void *context, term leaf)
{
	struct others *o = context;
	o->some |= leaf != o->leaf;
}

/* Variables change in the beginning: what is made of other ones than the map itself is not known later. */
static bool reads_others(const struct program *p, const struct statement *s)
{
	struct others o = { .leaf = s->target->term };
	term_leaves(p->bank, s->term, note_other, &o);
	return o.some;
}

static void execute_beginning(struct frozen *f, const struct program *p)
{
	const struct block *b = p->entry->blocks[0];
	for (uint32_t i = 0; i < b->statement_count && !ends_beginning(&b->statements[i]); i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind != STATEMENT_ASSIGN || s->target->procedure || !f->contents[s->target->index])
			continue;
		f->contents[s->target->index] =
			reads_others(p, s) ? 0 : term_substitute(p->bank, s->term, contents_leaf, f);
	}
}

struct frozen frozen_find(const struct program *p)
{
	struct frozen f = { .program = p };
	if (!p->entry || is_called(p))
		return f;
	struct writes w = { memory_alloc((p->global_count + 1) * sizeof *w.all),
			    memory_alloc((p->global_count + 1) * sizeof *w.early) };
	count_writes(p, &w);
	for (uint32_t g = 0; g < p->global_count; g++) {
		if (!is_frozen(p, &w, g))
			continue;
		if (!f.contents)
			f.contents = memory_alloc((p->global_count + 1) * sizeof *f.contents);
		f.contents[g] = p->globals[g]->term;
	}
	memory_free(w.all);
	memory_free(w.early);
	if (f.contents)
		execute_beginning(&f, p);
	return f;
}

void frozen_release(struct frozen *frozen)
{
	memory_free(frozen->contents);
}

/* Is the block one in which the maps may not be what they are later? */
static bool begins(const struct frozen *frozen, const struct block *b)
{
	return b == frozen->program->entry->blocks[0];
}

term frozen_contents(const struct frozen *frozen, term leaf)
{
	const struct variable *v = frozen->contents ? program_variable_of(frozen->program, leaf) : NULL;
	return v && !v->procedure ? frozen->contents[v->index] : 0;
}

/* --- the pass --- */

struct rewriter {
	struct frozen frozen;
	struct bank *bank;
	struct table memo, seen;
	bool changed;
};

/* A read that is a constant has it in the memo. */
static void visit(void *context, term t)
{
	struct rewriter *r = context;
	if (term_op(r->bank, t) != OP_SELECT || !term_is_constant(r->bank, term_arg(r->bank, t, 1)))
		return;
	term contents = term_op(r->bank, term_arg(r->bank, t, 0)) == OP_VARIABLE
				? frozen_contents(&r->frozen, term_arg(r->bank, t, 0))
				: 0;
	term value = contents ? term_select(r->bank, contents, term_arg(r->bank, t, 1)) : 0;
	if (value && term_is_constant(r->bank, value))
		table_put(&r->memo, t, value);
}

static term same(void *context, term leaf)
{
	(void)context;
	return leaf;
}

static term rewrite(struct rewriter *r, term t)
{
	term_visit(r->bank, t, &r->seen, visit, r);
	term other = term_substitute_memo(r->bank, t, &r->memo, same, NULL);
	r->changed |= other != t;
	return other;
}

static void rewrite_block(struct rewriter *r, struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++)
		for (uint32_t k = 0; k < statement_term_count(&b->statements[i]); k++)
			statement_set_term(&b->statements[i], k, rewrite(r, statement_term(&b->statements[i], k)));
	if (b->terminator.kind == TERMINATOR_BRANCH)
		b->terminator.term = rewrite(r, b->terminator.term);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options, (void)diags;
	if (!program_holds(p, FACT_ACYCLIC))
		return false;
	struct rewriter r = { .frozen = frozen_find(p), .bank = p->bank };
	program_for_each_block(p, at)
		if (r.frozen.contents && !begins(&r.frozen, at.block))
			rewrite_block(&r, at.block);
	table_free(&r.memo);
	table_free(&r.seen);
	frozen_release(&r.frozen);
	return r.changed;
}

const struct pass pass_frozen = {
	.name = "frozen",
	.about = "read what only the beginning of the program writes",
	.run = run,
	.keeps = FACTS_ALL,
};

/* A program cut at the heads of its loops.
 *
 *	procedure f$loop(i, n) {                    procedure f$loop(i, n) {
 *	head: branch bvult(i, n), body, exit;       cut:  i' := i; assert I(i, n); havoc i; havoc globals; assume I(i, n);
 *	body: ...                               =>        goto head;
 *	      call f$loop(i + 1, n); return;        head: branch bvult(i, n), body, exit;
 *	exit: return; }                             body: ...
 *	                                                  assert I(i + 1, n); assume false; return;
 *	                                            exit: return; }
 *
 * What is changed by iterations is unknown but for I; the body is executed once, from any such state, and leads back to such a
 * state or out. I is the conjunction of the candidates that are in use. Where a candidate is about all values of `each`,
 * asserting it for that leaf, which is like any other unknown, asserts it for all; assumed, it is instantiated
 * for the leaf itself and, at every later read of a map, for what is read: so what it is about is kept in
 * globals when the head is passed. */
#include "cut_parts.h"

#include "identities.h"
#include "iterate.h"
#include "statement.h"

enum { MAX_CANDIDATES = 6000 };

/* --- from beginning to end --- */

/* The attribute is ours. */
static void forget_candidates(struct program *p)
{
	program_for_each_statement(p, at)
		if (attribute_find(at.statement->attributes, ATTRIBUTE_CANDIDATE))
			at.statement->attributes = attribute_remove(p, at.statement->attributes, ATTRIBUTE_CANDIDATE);
}

static void add_given(struct cut *cut)
{
	struct given given;
	given_add(&given, cut->program, "$given");
	cut->given = given.map;
	cut->sites = given.sites;
	cut->heap_sites = given.heap_sites;
	cut->object_bits = given.object_bits;
	cut->pointer_bits = given.pointer_bits;
}

/* Is the object of heap site `site` (0: of any)? */
term cut_is_given(const struct cut *cut, term given, term object, uint32_t site)
{
	const struct given sites = { .heap_sites = cut->heap_sites };
	return given_is(&sites, cut->program->bank, given, object, site);
}

bool cut_begin(struct cut *cut, const struct program *prepared)
{
	*cut = (struct cut){ 0 };
	if (!identities_are_opaque(prepared))
		return false;
	struct program *p = cut->program = program_copy(prepared);
	forget_candidates(p);
	add_given(cut);
	cut->graph = callgraph_new(p);
	cut->effects = effects_new(cut->graph);
	/* What is put at the beginning of the entry must be executed once. */
	if (cut->graph->recursive[p->entry->index])
		return false;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		cut_add_loop(cut, p->procedures[i]);
	cut->each_index[0] = term_variable(p->bank, sort_bitvector(p->bank, 32), "each");
	cut->each_index[1] = term_variable(p->bank, sort_bitvector(p->bank, 64), "each");
	if (cut->given)
		cut->each_object = term_variable(p->bank, sort_bitvector(p->bank, cut->object_bits), "each");
	return true;
}

void cut_release(struct cut *cut)
{
	for (size_t i = 0; i < cut->loops.count; i++) {
		struct cut_loop *loop = &cut->loops.at[i];
		vec_free(&loop->agains);
		memory_free(loop->changed);
		memory_free(loop->entries);
		vec_free(&loop->written);
		vec_free(&loop->candidates);
		table_free(&loop->kept);
	}
	vec_free(&cut->loops);
	effects_free(cut->effects);
	callgraph_free(cut->graph);
	if (cut->program)
		program_free(cut->program);
}

void candidate_add(struct cut *cut, struct cut_loop *loop, term condition, term each)
{
	struct bank *bank = cut->program->bank;
	if (cut->candidates >= MAX_CANDIDATES || term_is_constant(bank, condition))
		return;
	term use = term_variable(bank, sort_bool(bank), "use");
	vec_push(&loop->candidates, (struct candidate){ .condition = condition,
							.each = each,
							.use = use,
							.number = (uint32_t)loop->candidates.count });
	cut->candidates++;
}

/* --- the cut --- */

term cut_conjunction(struct bank *bank, struct conditions *list)
{
	while (list->count > 1) {
		size_t n = 0;
		for (size_t i = 0; i < list->count; i += 2)
			list->at[n++] =
				i + 1 < list->count ? term_and(bank, list->at[i], list->at[i + 1]) : list->at[i];
		list->count = n;
	}
	term all = list->count ? list->at[0] : term_true(bank);
	vec_free(list);
	return all;
}

/* All candidates as they are at the head. */
static term assumption(struct bank *bank, const struct cut_loop *loop)
{
	struct conditions list = { 0 };
	for (size_t i = 0; i < loop->candidates.count; i++)
		vec_push(&list, term_implies(bank, loop->candidates.at[i].use, loop->candidates.at[i].condition));
	return cut_conjunction(bank, &list);
}

/* A recursive call, whose arguments stand for the in-parameters. */
struct call_site {
	const struct cut_loop *loop;
	const struct statement *call;
};

static term argument_leaf(void *context, term leaf)
{
	const struct call_site *at = context;
	for (uint32_t i = 0; i < at->loop->procedure->in_count; i++)
		if (at->loop->procedure->variables[i]->term == leaf)
			return at->call->arguments[i];
	return leaf;
}

/* Asserts the candidates before statement `at`; `call`: of its arguments, else of the in-parameters. */
static uint32_t insert_assertions(struct cut *cut, struct cut_loop *loop, struct block *b, uint32_t at,
				  const struct statement *call)
{
	struct program *p = cut->program;
	struct statement arguments = call ? *call : (struct statement){ 0 };
	struct call_site site = { loop, &arguments };
	struct table memo = { 0 };
	for (size_t i = 0; i < loop->candidates.count; i++, at++) {
		const struct candidate *c = &loop->candidates.at[i];
		term condition =
			call ? term_substitute_memo(p->bank, c->condition, &memo, argument_leaf, &site) : c->condition;
		struct statement *s = block_insert(p, b, at, STATEMENT_ASSERT);
		s->term = term_implies(p->bank, c->use, condition);
		s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, i);
	}
	table_free(&memo);
	return at;
}

/* The recursive call is the block's last statement. */
static void cut_again(struct cut *cut, struct cut_loop *loop, struct block *b)
{
	uint32_t last = b->statement_count - 1;
	uint32_t at = insert_assertions(cut, loop, b, last, &b->statements[last]);
	b->statements[at] = (struct statement){ .kind = STATEMENT_ASSUME, .term = term_false(cut->program->bank) };
}

struct keeping {
	struct cut *cut;
	struct cut_loop *loop;
	struct block *block;
};

static void keep_leaf(void *context, term leaf)
{
	struct keeping *k = context;
	struct program *p = k->cut->program;
	const struct variable *v = program_variable_of(p, leaf);
	if (!v || table_has(&k->loop->kept, leaf))
		return;
	struct variable *kept = program_add_global(p, program_fresh_name(p, "$kept"), v->sort);
	table_put(&k->loop->kept, leaf, kept);
	block_assign(p, k->block, kept, leaf);
}

/* What the candidates for all values are about, for instances of them later on. */
static void keep_state(struct cut *cut, struct cut_loop *loop, struct block *head)
{
	struct program *p = cut->program;
	struct keeping k = { cut, loop, head };
	bool some = false;
	for (size_t i = 0; i < loop->candidates.count; i++)
		if (loop->candidates.at[i].each) {
			term_leaves(p->bank, loop->candidates.at[i].condition, keep_leaf, &k);
			some = true;
		}
	if (!some)
		return;
	loop->reached = program_add_global(p, program_fresh_name(p, "$reached"), sort_bool(p->bank));
	block_assign(p, head, loop->reached, term_true(p->bank));
	struct statement *not_yet = block_insert(p, p->entry->blocks[0], 0, STATEMENT_ASSIGN);
	not_yet->target = loop->reached;
	not_yet->term = term_false(p->bank);
}

static void make_unknown(struct program *p, struct block *b, struct variable *v)
{
	block_add(p, b, STATEMENT_HAVOC)->target = v;
}

/* The new beginning of the loop's procedure. */
static void cut_head(struct cut *cut, struct cut_loop *loop)
{
	struct program *p = cut->program;
	struct procedure *proc = loop->procedure;
	struct block *first = proc->blocks[0];
	struct block *head = procedure_add_block(proc, procedure_fresh_block_name(proc, "cut"));
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (loop->entries[i])
			block_assign(p, head, loop->entries[i], proc->variables[i]->term);
	if (loop->given_entry)
		block_assign(p, head, loop->given_entry, cut->given->term);
	insert_assertions(cut, loop, head, head->statement_count, NULL);
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (loop->changed[i])
			make_unknown(p, head, proc->variables[i]);
	for (size_t i = 0; i < loop->written.count; i++)
		make_unknown(p, head, loop->written.at[i]);
	keep_state(cut, loop, head);
	block_add(p, head, STATEMENT_ASSUME)->term = assumption(p->bank, loop);
	block_goto(p, head, first);
	for (uint32_t i = proc->block_count - 1; i > 0; i--)
		proc->blocks[i] = proc->blocks[i - 1];
	proc->blocks[0] = head;
	procedure_reindex(proc);
}

static void forget_dropped(struct cut_loop *loop)
{
	size_t n = 0;
	for (size_t i = 0; i < loop->candidates.count; i++)
		if (!loop->candidates.at[i].dropped)
			loop->candidates.at[n++] = loop->candidates.at[i];
	loop->candidates.count = n;
}

void cut_finish(struct cut *cut)
{
	cut_keep_opaque(cut);
	for (size_t i = 0; i < cut->loops.count; i++) {
		forget_dropped(&cut->loops.at[i]);
		cut_head(cut, &cut->loops.at[i]);
	}
	cut_add_instances(cut);
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; k < cut->loops.at[i].agains.count; k++)
			cut_again(cut, &cut->loops.at[i], cut->loops.at[i].agains.at[k]);
}

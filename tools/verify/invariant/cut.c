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
#include "invariant.h"

#include <string.h>

#include "iterate.h"
#include "pass.h"
#include "role.h"
#include "statement.h"

enum { MAX_CANDIDATES = 6000, MAX_INSTANCES = 60000 };

/* --- which procedures are loops --- */

static bool only_returns(const struct block *b)
{
	return !b->statement_count && b->terminator.kind == TERMINATOR_RETURN;
}

/* Is statement s a recursive call behind which nothing but the return of its results comes? */
static bool is_again(const struct procedure *proc, const struct block *b, uint32_t s)
{
	const struct statement *call = &b->statements[s];
	const struct terminator *t = &b->terminator;
	bool last = s + 1 == b->statement_count &&
		    (t->kind == TERMINATOR_RETURN ||
		     (t->kind == TERMINATOR_GOTO && t->target_count == 1 && only_returns(t->targets[0])));
	for (uint32_t i = 0; i < call->out_count; i++)
		last = last && call->outs[i] == proc->variables[proc->in_count + i];
	return last;
}

const struct statement *again_call(const struct block *b)
{
	return &b->statements[b->statement_count - 1];
}

static bool find_agains(struct cut_loop *loop)
{
	const struct procedure *proc = loop->procedure;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++) {
			const struct statement *call = &proc->blocks[b]->statements[s];
			if (call->kind != STATEMENT_CALL || call->callee != proc)
				continue;
			if (!is_again(proc, proc->blocks[b], s))
				return false;
			vec_push(&loop->agains, proc->blocks[b]);
		}
	return loop->agains.count != 0;
}

static bool assigns(const struct procedure *proc, const struct variable *v)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++)
			for (uint32_t i = 0; i < statement_target_count(&proc->blocks[b]->statements[s]); i++)
				if (statement_target(&proc->blocks[b]->statements[s], i) == v)
					return true;
	return false;
}

static void find_changed(struct cut_loop *loop)
{
	struct procedure *proc = loop->procedure;
	loop->changed = memory_alloc((proc->in_count + 1) * sizeof *loop->changed);
	loop->entries = memory_alloc((proc->in_count + 1) * sizeof *loop->entries);
	for (uint32_t i = 0; i < proc->in_count; i++) {
		loop->changed[i] = assigns(proc, proc->variables[i]);
		for (size_t k = 0; k < loop->agains.count; k++) {
			if (again_call(loop->agains.at[k])->arguments[i] != proc->variables[i]->term)
				loop->changed[i] = true;
		}
	}
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (loop->changed[i])
			loop->entries[i] = procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$entry"),
								  proc->variables[i]->sort, VARIABLE_LOCAL);
}

static void add_loop(struct cut *cut, struct procedure *proc)
{
	uint32_t component = cut->graph->component[proc->index];
	bool alone = cut->graph->member_start[component + 1] - cut->graph->member_start[component] == 1;
	struct cut_loop loop = { .procedure = proc };
	if (!alone || !cut->graph->recursive[proc->index] || !cut->graph->reachable[proc->index] ||
	    proc == cut->program->entry || !find_agains(&loop)) {
		vec_free(&loop.agains);
		return;
	}
	find_changed(&loop);
	if (cut->given && effects_writes(cut->effects, proc, cut->given))
		loop.given_entry = procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$entry"),
							  cut->given->sort, VARIABLE_LOCAL);
	for (uint32_t g = 0; g < cut->program->global_count; g++)
		if (effects_writes(cut->effects, proc, cut->program->globals[g]))
			vec_push(&loop.written, cut->program->globals[g]);
	vec_push(&cut->loops, loop);
}

/* --- identities that were given --- */

static uint32_t fresh_width(const struct program *p)
{
	uint32_t width = 0;
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		uint32_t w = s->kind == STATEMENT_FRESH ? sort_width(p->bank, s->target->sort) : 0;
		if (w && width && w != width)
			return 0;
		width = w ? w : width;
	}
	return width;
}

/* fresh x => fresh x; assume given[x] = 0; given[x] := site */
static void note_given(struct cut *cut, struct block *b, uint32_t s, uint32_t site)
{
	struct program *p = cut->program;
	term x = b->statements[s].target->term;
	struct statement *assumed = block_insert(p, b, s + 1, STATEMENT_ASSUME);
	assumed->term = term_eq(p->bank, term_select(p->bank, cut->given->term, x), term_bv(p->bank, SITE_BITS, 0));
	struct statement *noted = block_insert(p, b, s + 2, STATEMENT_ASSIGN);
	noted->target = cut->given;
	noted->term = term_store(p->bank, cut->given->term, x, term_bv(p->bank, SITE_BITS, site));
}

static bool is_heap(const struct statement *fresh)
{
	const char *storage = attribute_get_string(fresh->attributes, "creates");
	return storage && !strcmp(storage, "heap");
}

/* Numbers the sites of the heap first. */
static void note_sites(struct cut *cut, bool heap)
{
	struct program *p = cut->program;
	program_for_each_block(p, at) {
		struct block *block = at.block;
		for (uint32_t k = block->statement_count; k-- > 0;)
			if (block->statements[k].kind == STATEMENT_FRESH && is_heap(&block->statements[k]) == heap) {
				cut->sites += cut->sites < (1u << SITE_BITS) - 1;
				note_given(cut, block, k, cut->sites);
			}
	}
	if (heap)
		cut->heap_sites = cut->sites;
}

static void add_given(struct cut *cut)
{
	struct program *p = cut->program;
	uint32_t width = fresh_width(p);
	if (!width)
		return;
	sort s = sort_map(p->bank, sort_bitvector(p->bank, width), sort_bitvector(p->bank, SITE_BITS));
	cut->given = program_add_global(p, program_fresh_name(p, "$given"), s);
	cut->object_bits = width;
	cut->pointer_bits = width + (uint32_t)attribute_get_number(p->attributes, "pointer", 64);
	note_sites(cut, true);
	note_sites(cut, false);
	struct statement *none = block_insert(p, p->entry->blocks[0], 0, STATEMENT_ASSIGN);
	none->target = cut->given;
	none->term = term_const_map(p->bank, width, term_bv(p->bank, SITE_BITS, 0));
}

/* Is the object of heap site `site` (0: of any)? */
term cut_is_given(const struct cut *cut, term given, term object, uint32_t site)
{
	struct bank *bank = cut->program->bank;
	term at = term_select(bank, given, object), zero = term_bv(bank, SITE_BITS, 0);
	if (site)
		return term_eq(bank, at, term_bv(bank, SITE_BITS, site));
	return term_and(bank, term_not(bank, term_eq(bank, at, zero)),
			term_not(bank, term_binary(bank, OP_BVULT, term_bv(bank, SITE_BITS, cut->heap_sites), at)));
}

/* --- from beginning to end --- */

static bool has_fresh(const struct program *p)
{
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_FRESH)
			return true;
	return false;
}

/* The attribute is ours. */
static void forget_candidates(struct program *p)
{
	program_for_each_statement(p, at)
		if (attribute_find(at.statement->attributes, "candidate"))
			at.statement->attributes = attribute_remove(p, at.statement->attributes, "candidate");
}

/* Does the program tell identities apart only by comparing them? Addresses as numbers make a difference between them,
 * and a program that does not tell its globals' roles may have such addresses. */
static bool identities_are_opaque(const struct program *p)
{
	if (program_role(p, GLOBAL_LAYOUT) || program_role(p, GLOBAL_BASE))
		return false;
	return program_tells_roles(p) || !has_fresh(p);
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
		add_loop(cut, p->procedures[i]);
	cut->each_index[0] = term_variable(p->bank, sort_bitvector(p->bank, 32), "each");
	cut->each_index[1] = term_variable(p->bank, sort_bitvector(p->bank, 64), "each");
	if (cut->given)
		cut->each_object = term_variable(p->bank, sort_bitvector(p->bank, cut->object_bits), "each");
	return cut->loops.count != 0;
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
	vec_push(&loop->candidates,
		 (struct candidate){ condition, each, use, false, (uint32_t)loop->candidates.count });
	cut->candidates++;
}

/* --- the cut --- */

/* What stands for the leaves of a candidate elsewhere. */
struct translation {
	const struct cut_loop *loop;
	const struct statement *call; /* a recursive call: its arguments; NULL: what was kept */
	term each, instance;
};

static term translate_leaf(void *context, term leaf)
{
	const struct translation *t = context;
	if (leaf == t->each)
		return t->instance;
	if (t->call) {
		for (uint32_t i = 0; i < t->loop->procedure->in_count; i++)
			if (t->loop->procedure->variables[i]->term == leaf)
				return t->call->arguments[i];
		return leaf;
	}
	const struct variable *kept = table_get(&t->loop->kept, leaf, NULL);
	return kept ? kept->term : leaf;
}

struct conditions VEC_BODY(term);

static term conjunction(struct bank *bank, struct conditions *list)
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
	return conjunction(bank, &list);
}

/* Asserts the candidates before statement `at`; `call`: of its arguments, else of the in-parameters. */
static uint32_t insert_assertions(struct cut *cut, struct cut_loop *loop, struct block *b, uint32_t at,
				  const struct statement *call)
{
	struct program *p = cut->program;
	struct statement arguments = call ? *call : (struct statement){ 0 };
	struct translation t = { loop, &arguments, 0, 0 };
	struct table memo = { 0 };
	for (size_t i = 0; i < loop->candidates.count; i++, at++) {
		const struct candidate *c = &loop->candidates.at[i];
		term condition =
			call ? term_substitute_memo(p->bank, c->condition, &memo, translate_leaf, &t) : c->condition;
		struct statement *s = block_insert(p, b, at, STATEMENT_ASSERT);
		s->term = term_implies(p->bank, c->use, condition);
		s->attributes = attribute_number(p, NULL, "candidate", i);
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

/* --- instances at reads --- */

struct instances {
	struct cut *cut;
	struct conditions seen; /* what candidates are instantiated for, in one statement */
	struct conditions list;
};

static void add_instance(struct instances *in, term value)
{
	for (size_t i = 0; i < in->seen.count; i++)
		if (in->seen.at[i] == value)
			return;
	vec_push(&in->seen, value);
}

static void add_index(void *context, term leaf)
{
	struct instances *in = context;
	const struct program *p = in->cut->program;
	uint32_t width = sort_kind(p->bank, term_sort(p->bank, leaf)) == SORT_BITVECTOR ? term_width(p->bank, leaf) : 0;
	if (width == 32 || width == 64)
		add_instance(in, leaf);
}

/* A read at `index`: its object, and the variables in its offset. */
static void add_read(struct instances *in, term index)
{
	struct cut *cut = in->cut;
	struct bank *bank = cut->program->bank;
	uint32_t width = term_width(bank, index);
	if (cut->given && width == cut->object_bits)
		add_instance(in, index);
	if (cut->given && width == cut->pointer_bits) {
		add_instance(in, term_extract(bank, width - 1, width - cut->object_bits, index));
		term_leaves(bank, term_extract(bank, width - cut->object_bits - 1, 0, index), add_index, in);
	} else {
		term_leaves(bank, index, add_index, in);
	}
}

static void find_reads(struct instances *in, term start)
{
	const struct bank *bank = in->cut->program->bank;
	struct table seen = { 0 };
	struct conditions stack = { 0 };
	vec_push(&stack, start);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		if (term_op(bank, t) == OP_SELECT)
			add_read(in, term_arg(bank, t, 1));
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&stack, term_arg(bank, t, i));
	}
	table_free(&seen);
	vec_free(&stack);
}

/* What loop's head said of the value. */
static void instantiate(struct instances *in, const struct cut_loop *loop, term value)
{
	struct bank *bank = in->cut->program->bank;
	struct conditions list = { 0 };
	struct table memo = { 0 };
	struct translation t = { .loop = loop, .instance = value };
	for (size_t i = 0; i < loop->candidates.count; i++) {
		const struct candidate *c = &loop->candidates.at[i];
		if (!c->each || term_sort(bank, c->each) != term_sort(bank, value))
			continue;
		if (t.each != c->each)
			table_clear(&memo);
		t.each = c->each;
		vec_push(&list, term_implies(bank, c->use,
					     term_substitute_memo(bank, c->condition, &memo, translate_leaf, &t)));
	}
	if (list.count)
		vec_push(&in->list, term_implies(bank, loop->reached->term, conjunction(bank, &list)));
	table_free(&memo);
	vec_free(&list);
}

static uint32_t candidates_for_all(const struct cut *cut)
{
	uint32_t count = 0;
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; k < cut->loops.at[i].candidates.count; k++)
			count += cut->loops.at[i].candidates.at[k].each != 0;
	return count;
}

/* Gives the number of statements that were put before `at`: 0 or 1. */
static uint32_t insert_found(struct cut *cut, struct block *b, uint32_t at, struct instances found)
{
	struct instances in = found;
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; cut->loops.at[i].reached && k < in.seen.count; k++)
			instantiate(&in, &cut->loops.at[i], in.seen.at[k]);
	vec_free(&in.seen);
	bool some = in.list.count != 0;
	term all = conjunction(cut->program->bank, &in.list);
	if (!some)
		return 0;
	block_insert(cut->program, b, at, STATEMENT_ASSUME)->term = all;
	return 1;
}

static uint32_t insert_instances(struct cut *cut, struct block *b, uint32_t at, term t)
{
	struct instances in = { .cut = cut };
	find_reads(&in, t);
	return insert_found(cut, b, at, in);
}

/* Where a loop begins: what is known of the objects that it is given. */
static void instances_of_arguments(struct cut *cut, struct cut_loop *loop)
{
	struct bank *bank = cut->program->bank;
	const struct procedure *proc = loop->procedure;
	struct instances in = { .cut = cut };
	for (uint32_t i = 0; cut->given && i < proc->in_count; i++) {
		term t = proc->variables[i]->term;
		uint32_t width = sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR ? term_width(bank, t) : 0;
		if (width == cut->pointer_bits)
			add_instance(&in, term_extract(bank, width - 1, width - cut->object_bits, t));
		else if (width == cut->object_bits)
			add_instance(&in, t);
	}
	insert_found(cut, proc->blocks[0], 0, in);
}

static void instances_in_block(struct cut *cut, struct block *b, uint32_t *left)
{
	uint32_t cost = candidates_for_all(cut);
	for (uint32_t s = 0; s < b->statement_count && cost <= *left; s++) {
		const struct statement *st = &b->statements[s];
		if (attribute_find(st->attributes, "candidate"))
			continue;
		uint32_t count = statement_term_count(st);
		struct conditions terms = { 0 };
		for (uint32_t i = 0; i < count; i++)
			vec_push(&terms, statement_term(st, i));
		for (size_t i = 0; i < terms.count; i++) {
			uint32_t inserted = insert_instances(cut, b, s, terms.at[i]);
			s += inserted;
			*left -= inserted ? cost : 0;
			if (cost > *left)
				break;
		}
		vec_free(&terms);
	}
	if (b->terminator.kind == TERMINATOR_BRANCH && cost <= *left)
		*left -= insert_instances(cut, b, b->statement_count, b->terminator.term) ? cost : 0;
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
	struct program *p = cut->program;
	uint32_t left = MAX_INSTANCES;
	TABLE(const struct block *, bool) heads = { 0 };
	for (size_t i = 0; i < cut->loops.count; i++) {
		forget_dropped(&cut->loops.at[i]);
		cut_head(cut, &cut->loops.at[i]);
		table_put(&heads, cut->loops.at[i].procedure->blocks[0], true);
	}
	for (uint32_t i = 0; candidates_for_all(cut) && i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++)
			if (!table_has(&heads, p->procedures[i]->blocks[b]))
				instances_in_block(cut, p->procedures[i]->blocks[b], &left);
	table_free(&heads);
	for (size_t i = 0; i < cut->loops.count; i++)
		instances_of_arguments(cut, &cut->loops.at[i]);
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; k < cut->loops.at[i].agains.count; k++)
			cut_again(cut, &cut->loops.at[i], cut->loops.at[i].agains.at[k]);
}

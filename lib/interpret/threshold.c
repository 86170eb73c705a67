/* Where widening rests: the constants that a procedure compares with, and those by which it divides. A global, or a cell of memory, that a
 * loop changes may be bounded by what the loop calls, `if (top < 100) stack[top++] = x`: so also what callees compare those with, as the
 * procedures in between are entered with it. */
#include <stdlib.h>

#include "interpretation.h"

enum { MAX_THRESHOLDS = 48, MAX_CONSTANTS = 192, MAX_DEPTH = 6, MOST_CALLED = 32, MOST_BLOCKS = 1000 };

struct values VEC_BODY(uint64_t);

static int compare_values(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

static void collect_constants(const struct bank *bank, term t, struct values *values, unsigned depth)
{
	enum op op = term_op(bank, t);
	if (!depth-- || values->count > MAX_CONSTANTS)
		return;
	for (uint32_t k = 0; k < term_count(bank, t); k++) {
		term a = term_arg(bank, t, k);
		bool compares = op == OP_EQ || op == OP_BVULT || op == OP_BVSLT;
		if (compares && term_is_constant(bank, a) && term_width(bank, a) <= 64) {
			vec_push(values, term_value(bank, a));
			vec_push(values, term_value(bank, a) - 1);
		} else {
			collect_constants(bank, a, values, depth);
		}
	}
}

/* `i = (i + 1) % n` is below n, but only if widening goes no further. */
static void collect_divisors(const struct bank *bank, term t, struct values *values, unsigned depth)
{
	enum op op = term_op(bank, t);
	if (!depth-- || values->count > MAX_CONSTANTS || sort_kind(bank, term_sort(bank, t)) != SORT_BITVECTOR)
		return;
	bool divides = (op == OP_BVUREM || op == OP_BVSREM) && term_width(bank, t) <= 64;
	if (divides && term_is_constant(bank, term_arg(bank, t, 1))) {
		vec_push(values, 0);
		vec_push(values, term_value(bank, term_arg(bank, t, 1)) - 1);
	}
	for (uint32_t k = 0; k < term_count(bank, t); k++)
		collect_divisors(bank, term_arg(bank, t, k), values, depth);
}

static void collect_own(const struct bank *bank, const struct procedure *proc, struct values *values)
{
	for (uint32_t b = 0; b < proc->block_count; b++) {
		const struct block *block = proc->blocks[b];
		for (uint32_t k = 0; k < block->statement_count; k++)
			if (block->statements[k].kind == STATEMENT_ASSUME)
				collect_constants(bank, block->statements[k].term, values, MAX_DEPTH);
			else if (block->statements[k].kind == STATEMENT_ASSIGN)
				collect_divisors(bank, block->statements[k].term, values, MAX_DEPTH);
		if (block->terminator.kind == TERMINATOR_BRANCH)
			collect_constants(bank, block->terminator.term, values, MAX_DEPTH);
	}
}

/* ---- of what it calls ---- */

struct called {
	struct procedure *list[MOST_CALLED];
	uint32_t count, blocks;
};

static void add_callee(struct called *c, struct procedure *callee)
{
	for (uint32_t k = 0; k < c->count; k++)
		if (c->list[k] == callee)
			return;
	if (c->count == MOST_CALLED || c->blocks + callee->block_count > MOST_BLOCKS)
		return;
	c->list[c->count++] = callee;
	c->blocks += callee->block_count;
}

static void add_callees(struct called *c, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t k = 0; k < proc->blocks[b]->statement_count; k++)
			if (proc->blocks[b]->statements[k].kind == STATEMENT_CALL)
				add_callee(c, proc->blocks[b]->statements[k].callee);
}

/* Locals that are given a number that is read of memory, `t = g->count`, or are what is stored there. (Not characters: these count nothing.) */
struct relatives TABLE_BODY(const struct variable *, bool);

static bool is_about_memory(struct uses *uses, term t, const struct relatives *relatives)
{
	const struct uses_list *used = uses_of(uses, t);
	bool is = false;
	for (uint32_t k = 0; k < used->count; k++)
		is |= used->variables[k]->kind == VARIABLE_GLOBAL || table_has(relatives, used->variables[k]);
	return is;
}

static void add_relatives(const struct program *p, const struct statement *s, struct relatives *relatives)
{
	const struct bank *bank = p->bank;
	const struct variable *of = NULL;
	if (s->kind != STATEMENT_ASSIGN)
		return;
	if (term_op(bank, s->term) == OP_SELECT)
		of = s->target;
	else if (term_op(bank, s->term) == OP_STORE)
		of = program_variable_of(p, term_arg(bank, s->term, 2));
	else if (s->target->kind == VARIABLE_GLOBAL || table_has(relatives, s->target))
		of = program_variable_of(p, s->term);
	if (of && sort_kind(bank, of->sort) == SORT_BITVECTOR && sort_width(bank, of->sort) > 8 &&
	    sort_width(bank, of->sort) <= 64)
		table_put(relatives, of, true);
}

/* From the end, as what is stored is copied before. */
static void find_relatives(const struct program *p, const struct procedure *proc, struct relatives *relatives)
{
	for (uint32_t b = proc->block_count; b-- > 0;)
		for (uint32_t k = proc->blocks[b]->statement_count; k-- > 0;)
			add_relatives(p, &proc->blocks[b]->statements[k], relatives);
}

static void collect_called(struct interpretation *i, const struct procedure *proc, struct values *values)
{
	struct called c = { .count = 0 };
	struct relatives relatives = { 0 };
	add_callees(&c, proc);
	for (uint32_t n = 0; n < c.count; n++) {
		table_clear(&relatives);
		find_relatives(i->program, c.list[n], &relatives);
		for (uint32_t b = 0; b < c.list[n]->block_count; b++) {
			const struct terminator *t = &c.list[n]->blocks[b]->terminator;
			if (t->kind == TERMINATOR_BRANCH && is_about_memory(&i->uses, t->term, &relatives))
				collect_constants(i->program->bank, t->term, values, MAX_DEPTH);
		}
		add_callees(&c, c.list[n]);
	}
	table_free(&relatives);
}

/* Adds the values to those that there are, the least first, as long as there is room. */
static void add_thresholds(struct values *values, struct thresholds *to)
{
	size_t before = to->count;
	if (values->count)
		qsort(values->at, values->count, sizeof *values->at, compare_values);
	for (size_t k = 0; k < values->count && to->count < MAX_THRESHOLDS; k++)
		if ((!k || values->at[k] != values->at[k - 1]) &&
		    (!before || !bsearch(&values->at[k], to->values, before, sizeof *to->values, compare_values)))
			to->values[to->count++] = values->at[k];
	if (to->count)
		qsort(to->values, to->count, sizeof *to->values, compare_values);
}

/* Its own constants come before those of what it calls. */
void summary_find_thresholds(struct interpretation *i, struct summary *s)
{
	struct values own = { 0 }, called = { 0 };
	s->thresholds.values = arena_alloc(i->arena, MAX_THRESHOLDS * sizeof *s->thresholds.values);
	collect_own(i->program->bank, s->procedure, &own);
	add_thresholds(&own, &s->thresholds);
	collect_called(i, s->procedure, &called);
	add_thresholds(&called, &s->thresholds);
	vec_free(&own);
	vec_free(&called);
}

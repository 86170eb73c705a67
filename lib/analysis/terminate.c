/* A loop certainly ends if in each iteration it executes one assignment i := i + c and tests a condition on i, and
 * leaves where that is false:
 *
 *	head: branch bvult(i, n), body, out;    body: ...; i := bvadd(i, 1bv32); goto head;
 *
 * The values of i + k that the condition sees go round modulo 2^w in steps of c. The condition compares them with n,
 * which does not change in the loop: it is false on a cyclic interval of values. An odd step hits all
 * values, any other step cannot jump over an interval of at least |c| values. Inner loops count for
 * themselves, as do calls in the loop (those that may not end have an effect). */
#include "terminate.h"

#include "statement.h"

struct counted {
	const struct program *program;
	const struct effects *effects;
	struct uses *uses;
	const struct cfg *cfg;
	const struct dominators *dom;
	const struct loops *loops;
	uint32_t index;                                  /* of the loop */
	TABLE(const struct variable *, uint32_t) writes; /* number of statements in the loop that write it */
	VEC(const struct procedure *) callees;
};

enum { LONGEST_BLOCK = 400 }; /* values are not followed through longer ones */

static const struct loop *the_loop(const struct counted *c)
{
	return &c->loops->loops[c->index];
}

static void count_writes(struct counted *c)
{
	const struct loop *loop = the_loop(c);
	for (uint32_t i = 0; i < loop->block_count; i++) {
		const struct block *b = c->cfg->procedure->blocks[loop->blocks[i]];
		for (uint32_t k = 0; k < b->statement_count; k++) {
			const struct statement *s = &b->statements[k];
			if (s->kind == STATEMENT_CALL)
				vec_push(&c->callees, s->callee);
			for (uint32_t j = 0; j < statement_target_count(s); j++) {
				const struct variable *v = statement_target(s, j);
				table_put(&c->writes, v, table_get(&c->writes, v, 0) + 1);
			}
		}
	}
}

static bool called_writes(const struct counted *c, const struct variable *v)
{
	if (v->kind != VARIABLE_GLOBAL)
		return false;
	for (size_t i = 0; i < c->callees.count; i++)
		if (effects_writes(c->effects, c->callees.at[i], v))
			return true;
	return false;
}

static bool is_written(const struct counted *c, const struct variable *v)
{
	return table_has(&c->writes, v) || called_writes(c, v);
}

/* Is the block executed in each iteration that comes round? */
static bool in_each_iteration(const struct counted *c, uint32_t block)
{
	const struct loop *loop = the_loop(c);
	for (uint32_t i = 0; i < loop->latch_count; i++)
		if (!dominates(c->dom, block, loop->latches[i]))
			return false;
	return true;
}

/* --- values within a block --- */

struct replacement {
	term leaf, with;
};

static term replace_leaf(void *context, term leaf)
{
	const struct replacement *r = context;
	return leaf == r->leaf ? r->with : leaf;
}

static bool reads(struct counted *c, term t, const struct variable *v)
{
	const struct uses_list *used = uses_of(c->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i] == v)
			return true;
	return false;
}

/* t, as it is before statement `count` of the block, in terms of the variables at its beginning; 0: not known. */
static term at_beginning(struct counted *c, const struct block *b, uint32_t count, term t)
{
	if (count > LONGEST_BLOCK)
		return 0;
	for (uint32_t i = count; i-- > 0;) {
		const struct statement *s = &b->statements[i];
		const struct uses_list *used = s->kind == STATEMENT_CALL ? uses_of(c->uses, t) : NULL;
		for (uint32_t k = 0; used && k < used->count; k++)
			if (used->variables[k]->kind == VARIABLE_GLOBAL)
				return 0;
		for (uint32_t k = 0; k < statement_target_count(s); k++) {
			if (!reads(c, t, statement_target(s, k)))
				continue;
			if (s->kind != STATEMENT_ASSIGN)
				return 0;
			struct replacement r = { s->target->term, s->term };
			t = term_substitute(c->program->bank, t, replace_leaf, &r);
		}
	}
	return t;
}

/* --- the condition --- */

static uint64_t mask(uint32_t width)
{
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

/* t - x, if that is a constant. */
static bool constant_difference(struct counted *c, term t, term x, uint64_t *difference)
{
	struct bank *bank = c->program->bank;
	if (term_sort(bank, t) != term_sort(bank, x))
		return false;
	term d = term_binary(bank, OP_BVSUB, t, x);
	if (!term_is_constant(bank, d))
		return false;
	*difference = term_value(bank, d);
	return true;
}

static bool is_invariant(struct counted *c, term t)
{
	const struct uses_list *used = uses_of(c->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (is_written(c, used->variables[i]))
			return false;
	return true;
}

/* The condition `op(a, b)` (`negated`: not that) holds in the loop; v is on the left or right, n on the other
 * side. The number of values of v on which it does not hold, less one: false if there may be none. */
static bool falsifying(const struct bank *bank, enum op op, bool negated, bool v_left, term n, uint64_t *less_one)
{
	uint32_t width = term_width(bank, n);
	bool known = term_is_constant(bank, n);
	uint64_t all = mask(width), value = known ? term_value(bank, n) : 0;
	if (op == OP_EQ) {
		*less_one = negated ? 0 : all - 1; /* of 2^w - 1 values; w >= 1 */
		return true;
	}
	if (op == OP_BVSLT)
		value = (value + (all >> 1) + 1) & all; /* as if unsigned: the sign bit flipped */
	if (!negated) {
		*less_one = !known ? 0 : v_left ? all - value : value; /* v >= n: 2^w - n values; v <= n: n + 1 */
		return true;
	}
	uint64_t count = v_left ? value : all - value; /* v < n: n values; v > n: 2^w - 1 - n */
	*less_one = count - 1;
	return known && count;
}

static bool step_hits(uint64_t step, uint32_t width, uint64_t less_one)
{
	uint64_t back = -step & mask(width), size = step < back ? step : back;
	return step & 1 || (step && size - 1 <= less_one);
}

/* The only assignment to v in the loop: v := v + step, once in each iteration. */
static bool find_step(struct counted *c, const struct variable *v, uint64_t *step)
{
	const struct loop *loop = the_loop(c);
	if (table_get(&c->writes, v, 0) != 1 || called_writes(c, v))
		return false;
	for (uint32_t i = 0; i < loop->block_count; i++) {
		const struct block *b = c->cfg->procedure->blocks[loop->blocks[i]];
		for (uint32_t k = 0; k < b->statement_count; k++) {
			const struct statement *s = &b->statements[k];
			if (s->kind != STATEMENT_ASSIGN || s->target != v)
				continue;
			term value = at_beginning(c, b, k, s->term);
			return value && c->loops->innermost[b->index] == c->index && in_each_iteration(c, b->index) &&
			       constant_difference(c, value, v->term, step);
		}
	}
	return false;
}

static bool compares(struct counted *c, enum op op, bool negated, term v_side, term n_side, bool v_left)
{
	const struct bank *bank = c->program->bank;
	const struct variable *v = NULL;
	const struct uses_list *used = uses_of(c->uses, v_side);
	uint64_t offset, step, less_one;
	for (uint32_t i = 0; i < used->count; i++)
		if (is_written(c, used->variables[i]))
			v = used->variables[i];
	return v && sort_kind(bank, v->sort) == SORT_BITVECTOR && sort_width(bank, v->sort) <= 64 &&
	       constant_difference(c, v_side, v->term, &offset) && is_invariant(c, n_side) && find_step(c, v, &step) &&
	       falsifying(bank, op, negated, v_left, n_side, &less_one) &&
	       step_hits(step, sort_width(bank, v->sort), less_one);
}

/* Is the condition certainly false (`negated`: true) after some iterations? */
static bool becomes_false(struct counted *c, term condition, bool negated)
{
	const struct bank *bank = c->program->bank;
	for (; term_op(bank, condition) == OP_NOT; negated = !negated)
		condition = term_arg(bank, condition, 0);
	enum op op = term_op(bank, condition);
	if (op != OP_EQ && op != OP_BVULT && op != OP_BVSLT)
		return false;
	term a = term_arg(bank, condition, 0), b = term_arg(bank, condition, 1);
	if (sort_kind(bank, term_sort(bank, a)) != SORT_BITVECTOR)
		return false;
	return compares(c, op, negated, a, b, true) || compares(c, op, negated, b, a, false);
}

static bool leaves_loop(struct counted *c, uint32_t block)
{
	const struct block *b = c->cfg->procedure->blocks[block];
	const struct terminator *t = &b->terminator;
	if (t->kind != TERMINATOR_BRANCH || !in_each_iteration(c, block))
		return false;
	bool yes = loops_contain(c->loops, c->index, t->targets[0]->index);
	bool no = loops_contain(c->loops, c->index, t->targets[1]->index);
	if (yes == no)
		return false;
	term condition = at_beginning(c, b, b->statement_count, t->term);
	return condition && becomes_false(c, condition, no);
}

static bool loop_ends(struct counted *c)
{
	const struct loop *loop = the_loop(c);
	bool ends = false;
	count_writes(c);
	for (uint32_t i = 0; i < loop->block_count && !ends; i++)
		ends = leaves_loop(c, loop->blocks[i]);
	table_free(&c->writes);
	vec_free(&c->callees);
	return ends;
}

bool *endless_headers(const struct program *p, const struct effects *effects, struct uses *uses, const struct cfg *cfg)
{
	bool *endless = memory_alloc(cfg->block_count * sizeof *endless), any = false;
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t b = cfg->order[i];
		for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
			if (cfg->rank[cfg->successors[e]] <= i)
				endless[cfg->successors[e]] = any = true;
	}
	if (!any)
		return endless;
	struct dominators *dom = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	for (uint32_t i = 0; i < loops->count && loops_reducible(loops); i++) {
		struct counted c = { .program = p,
				     .effects = effects,
				     .uses = uses,
				     .cfg = cfg,
				     .dom = dom,
				     .loops = loops,
				     .index = i };
		if (loop_ends(&c))
			endless[loops->loops[i].header] = false;
	}
	loops_free(loops);
	dominators_free(dom);
	return endless;
}

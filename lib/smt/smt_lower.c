#include "smt_lower.h"

#include <assert.h>

#include "hash.h"
#include "vec.h"

enum {
	NEAR = 40,       /* reads are pushed through at most so many operations on maps */
	LIMIT = 1 << 21, /* steps, and terms made, in one smt_lower's life */
};

struct smt_lower {
	struct bank *bank;
	bool failed;
	uint32_t steps, made;
	uint32_t size;        /* of the bank when it was last looked at */
	struct table result;  /* term -> lowered term */
	struct table pushed;  /* read -> the read pushed through one operation */
	struct table depth;   /* map -> operations on the longest way down to the last block operation in it */
	struct table below;   /* map -> itself or the next map below it that is no store */
	struct table covered; /* (map, index) -> its conditions are made or in `pending` */
	VEC(term) stack, maps, conditions;
	VEC(uint64_t) pending; /* (block operation, index) pairs whose condition is to be made */
};

struct smt_lower *smt_lower_new(struct bank *bank)
{
	struct smt_lower *l = memory_alloc(sizeof *l);
	l->bank = bank;
	return l;
}

void smt_lower_free(struct smt_lower *l)
{
	if (!l)
		return;
	table_free(&l->result);
	table_free(&l->pushed);
	table_free(&l->depth);
	table_free(&l->below);
	table_free(&l->covered);
	vec_free(&l->stack);
	vec_free(&l->maps);
	vec_free(&l->conditions);
	vec_free(&l->pending);
	memory_free(l);
}

const term *smt_lower_conditions(const struct smt_lower *l, size_t *count)
{
	*count = l->conditions.count;
	return l->conditions.at;
}

static bool is_block(const struct smt_lower *l, term map)
{
	enum op op = term_op(l->bank, map);
	return op == OP_FILL || op == OP_COPY || op == OP_CONST_MAP;
}

static bool is_map(const struct smt_lower *l, term t)
{
	return sort_kind(l->bank, term_sort(l->bank, t)) == SORT_MAP;
}

/* The maps that a map is made of, up to two of them. */
static uint32_t map_children(const struct smt_lower *l, term map, term child[2])
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < term_count(l->bank, map); i++) {
		term arg = term_arg(l->bank, map, i);
		if (is_map(l, arg))
			child[count++] = arg;
	}
	return count;
}

/* 0: no block operation in it. */
static uint32_t map_depth(struct smt_lower *l, term map)
{
	l->maps.count = 0;
	vec_push(&l->maps, map);
	while (l->maps.count) {
		term m = vec_last(&l->maps), child[2];
		uint32_t count = map_children(l, m, child), deepest = 0;
		bool ready = true;
		for (uint32_t i = 0; i < count; i++) {
			uint64_t depth = table_get(&l->depth, child[i], UINT64_MAX);
			if (depth == UINT64_MAX) {
				vec_push(&l->maps, child[i]);
				ready = false;
			} else if (depth > deepest) {
				deepest = (uint32_t)depth;
			}
		}
		if (!ready)
			continue;
		table_put(&l->depth, m, deepest || is_block(l, m) ? deepest + 1 : 0);
		(void)vec_pop(&l->maps);
	}
	return (uint32_t)table_get(&l->depth, map, 0);
}

/* --- one read through one operation --- */

/* Is cell i in the run of n cells from p? *distance: low_k(i) - low_k(p). */
static term in_run(struct bank *b, term i, term p, term n, term *distance)
{
	uint32_t k = term_width(b, n), w = term_width(b, i);
	*distance = term_binary(b, OP_BVSUB, term_extract(b, k - 1, 0, i), term_extract(b, k - 1, 0, p));
	term inside = term_binary(b, OP_BVULT, *distance, n);
	if (k == w)
		return inside;
	return term_and(b, term_eq(b, term_extract(b, w - 1, k, i), term_extract(b, w - 1, k, p)), inside);
}

/* The cell `distance` cells after q, within q's block of 2^k cells. */
static term cell_behind(struct bank *b, term q, term distance)
{
	uint32_t k = term_width(b, distance), w = term_width(b, q);
	term low = term_binary(b, OP_BVADD, term_extract(b, k - 1, 0, q), distance);
	return k == w ? low : term_concat(b, term_extract(b, w - 1, k, q), low);
}

/* The read (select m i) of a map that is made by an operation, in terms of reads of what it is made of. */
static term push_read(struct bank *b, term m, term i)
{
	enum op op = term_op(b, m);
	if (op == OP_CONST_MAP)
		return term_arg(b, m, 0);
	if (op == OP_ITE)
		return term_ite(b, term_arg(b, m, 0), term_select(b, term_arg(b, m, 1), i),
				term_select(b, term_arg(b, m, 2), i));
	term distance, hit, value, miss = term_select(b, term_arg(b, m, 0), i);
	if (op == OP_STORE) {
		hit = term_eq(b, i, term_arg(b, m, 1));
		value = term_arg(b, m, 2);
	} else if (op == OP_FILL) {
		hit = in_run(b, i, term_arg(b, m, 1), term_arg(b, m, 2), &distance);
		value = term_arg(b, m, 3);
	} else {
		assert(op == OP_COPY);
		hit = in_run(b, i, term_arg(b, m, 1), term_arg(b, m, 4), &distance);
		value = term_select(b, term_arg(b, m, 2), cell_behind(b, term_arg(b, m, 3), distance));
	}
	return term_ite(b, hit, value, miss);
}

/* --- reads from afar: a leaf for each block operation, a condition for each cell --- */

static bool step(struct smt_lower *l)
{
	uint32_t size = bank_size(l->bank);
	l->made += size - l->size;
	l->size = size;
	if (++l->steps > LIMIT || l->made > LIMIT)
		l->failed = true;
	return !l->failed;
}

/* The first map at or below `map` that is no store. */
static term below_stores(struct smt_lower *l, term map)
{
	term m = map;
	while (term_op(l->bank, m) == OP_STORE) {
		term known = (term)table_get(&l->below, m, 0);
		if (known) {
			m = known;
			break;
		}
		m = term_arg(l->bank, m, 0);
	}
	for (term on_way = map; on_way != m && !table_has(&l->below, on_way); on_way = term_arg(l->bank, on_way, 0))
		table_put(&l->below, on_way, m);
	return m;
}

/* Each block operation that the read of `map` at `index` may reach, through stores and ites, needs its condition. */
static void cover(struct smt_lower *l, term map, term index)
{
	VEC(term) maps = { 0 };
	vec_push(&maps, map);
	while (maps.count && step(l)) {
		term m = below_stores(l, vec_pop(&maps)), child[2];
		uint64_t pair = (uint64_t)m << 32 | index;
		if (!map_depth(l, m) || table_has(&l->covered, pair))
			continue;
		table_put(&l->covered, pair, 1);
		if (is_block(l, m)) {
			vec_push(&l->pending, pair);
			continue;
		}
		uint32_t count = map_children(l, m, child);
		for (uint32_t i = 0; i < count; i++)
			vec_push(&maps, child[i]);
	}
	vec_free(&maps);
}

/* --- the rewriting --- */

static term rebuild(struct smt_lower *l, term t)
{
	term args[5];
	uint32_t indices[2], count = term_count(l->bank, t);
	bool changed = false;
	for (uint32_t i = 0; i < count; i++) {
		args[i] = (term)table_get(&l->result, term_arg(l->bank, t, i), 0);
		changed |= args[i] != term_arg(l->bank, t, i);
	}
	if (!changed)
		return t;
	for (uint32_t i = 0; i < op_indices(term_op(l->bank, t)); i++)
		indices[i] = term_index(l->bank, t, i);
	return term_make(l->bank, term_op(l->bank, t), args, indices);
}

/* Puts what t's result depends on and is not there yet on the stack. */
static bool needs_arguments(struct smt_lower *l, term t)
{
	size_t before = l->stack.count;
	for (uint32_t i = term_count(l->bank, t); i-- > 0;) {
		term arg = term_arg(l->bank, t, i);
		if (!table_has(&l->result, arg))
			vec_push(&l->stack, arg);
	}
	return l->stack.count > before;
}

/* The read t pushed through one operation. */
static term pushed(struct smt_lower *l, term t)
{
	term p = (term)table_get(&l->pushed, t, 0);
	if (!p && step(l)) {
		p = push_read(l->bank, term_arg(l->bank, t, 0), term_arg(l->bank, t, 1));
		table_put(&l->pushed, t, p);
	}
	return p;
}

/* The result for t, or 0 after pushing on the stack what must be done before it. */
static term try_lower(struct smt_lower *l, term t)
{
	if (term_op(l->bank, t) == OP_SELECT) {
		uint32_t depth = map_depth(l, term_arg(l->bank, t, 0));
		if (depth && depth <= NEAR) {
			term p = pushed(l, t), result = (term)table_get(&l->result, p, 0);
			if (p && !result)
				vec_push(&l->stack, p);
			return result;
		}
		if (depth)
			cover(l, term_arg(l->bank, t, 0), term_arg(l->bank, t, 1));
	} else if (is_block(l, t)) {
		return term_variable(l->bank, term_sort(l->bank, t), "block");
	}
	return needs_arguments(l, t) ? 0 : rebuild(l, t);
}

static term run(struct smt_lower *l, term t)
{
	l->stack.count = 0;
	vec_push(&l->stack, t);
	while (l->stack.count && !l->failed) {
		term top = vec_last(&l->stack);
		if (!table_has(&l->result, top)) {
			term result = try_lower(l, top);
			if (!result)
				continue;
			table_put(&l->result, top, result);
		}
		(void)vec_pop(&l->stack);
	}
	return l->failed ? 0 : (term)table_get(&l->result, t, 0);
}

term smt_lower_term(struct smt_lower *l, term t)
{
	l->size = bank_size(l->bank);
	term result = run(l, t);
	while (l->pending.count && !l->failed) {
		uint64_t pair = vec_pop(&l->pending);
		term map = (term)(pair >> 32), index = (term)pair;
		term cell = term_select(l->bank, run(l, map), index);
		term condition = run(l, term_eq(l->bank, cell, push_read(l->bank, map, index)));
		if (condition)
			vec_push(&l->conditions, condition);
	}
	return l->failed ? 0 : result;
}

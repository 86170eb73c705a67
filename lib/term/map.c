/* Maps: select, store, constant maps, block operations.
 *
 * A read of a cell is resolved over the writes that made the map, as far as comparisons of indices fold: what is left
 * are ites over values, and selects of map variables. Chains of writes and ites are walked with an explicit stack,
 * and each (map, index) pair that a walk goes through is remembered, so that many reads of a long chain
 * cost linear time together, and a cell that neither side of an ite writes is one term (the ite vanishes). */
#include <assert.h>

#include "simplify.h"
#include "vec.h"

enum {
	MEMO_EVERY = 16,      /* writes to other cells that are skipped between two remembered pairs */
	MAX_UNDECIDED = 4096, /* comparisons that one read may leave open before it stays a select */
	LOOK_BACK = 4,        /* stores below a store among which one to the same cell is looked for */
	SPLIT_DEPTH = 6       /* height of ite trees of objects that an index is split into */
};

static uint64_t pair_key(term map, term index)
{
	return (uint64_t)map << 32 | index;
}

static term raw_select(struct bank *bank, term map, term index)
{
	sort s = bank->sorts[bank_node(bank, map)->sort].value;
	return bank_raw(bank, OP_SELECT, s, map, index, 0);
}

/* --- runs of block operations --- */

/* The distance of index i from the start p of a run whose count has k bits, and whether i is in
 * the run's part of the index space at all (op.def). */
static term run_distance(struct bank *bank, term i, term p, uint32_t k)
{
	return term_binary(bank, OP_BVSUB, term_extract(bank, k - 1, 0, i), term_extract(bank, k - 1, 0, p));
}

static term in_run(struct bank *bank, term i, term p, term count)
{
	uint32_t width = bank_width(bank, i), k = bank_width(bank, count);
	term same = bank->the_true;
	if (k < width)
		same = term_eq(bank, term_extract(bank, width - 1, k, i), term_extract(bank, width - 1, k, p));
	if (same == bank->the_false)
		return same;
	return term_and(bank, same, term_binary(bank, OP_BVULT, run_distance(bank, i, p, k), count));
}

/* The index that COPY reads for index i. */
static term copied_index(struct bank *bank, term i, term p, term q, uint32_t k)
{
	uint32_t width = bank_width(bank, i);
	term low = term_binary(bank, OP_BVADD, term_extract(bank, k - 1, 0, q), run_distance(bank, i, p, k));
	return k < width ? term_concat(bank, term_extract(bank, width - 1, k, q), low) : low;
}

/* --- splitting an index that is one of several constant objects --- */

static bool is_object(const struct bank *bank, term index, uint32_t depth)
{
	const struct node *n = bank_node(bank, index);
	if (n->leaves || (n->op == OP_CONCAT && bank_node(bank, n->a)->leaves))
		return true;
	return n->op == OP_ITE && depth && is_object(bank, n->b, depth - 1) && is_object(bank, n->c, depth - 1);
}

/* index = ite(*condition, *yes, *no), where both are pointers into constant objects. */
static bool split_index(struct bank *bank, term index, term *condition, term *yes, term *no)
{
	const struct node *n = bank_node(bank, index), *h;
	if (n->op == OP_ITE && is_object(bank, index, SPLIT_DEPTH)) {
		*condition = n->a;
		*yes = n->b;
		*no = n->c;
		return true;
	}
	if (n->op != OP_CONCAT)
		return false;
	h = bank_node(bank, n->a);
	if (h->op != OP_ITE || !h->leaves)
		return false;
	*condition = h->a;
	*yes = term_concat(bank, h->b, n->b);
	*no = term_concat(bank, h->c, n->b);
	return true;
}

/* --- the walk --- */

/* Work that waits for the result of the pair that is being visited. */
struct visit {
	term map, index; /* the pair whose result this gives */
	term condition;  /* 0: the result as it is, to be remembered */
	term yes;        /* 0: the result that is awaited is this one, then `next` is visited */
	term next_map, next_index;
};

struct walk {
	struct bank *bank;
	VEC(struct visit) stack;
	term map, index; /* being visited */
	bool is_new;     /* the index has not been looked at for splitting */
	uint32_t skipped, undecided;
};

static void walk_push(struct walk *w, term condition, term yes, term next_map, term next_index)
{
	struct visit f = { w->map, w->index, condition, yes, next_map, next_index };
	vec_push(&w->stack, f);
}

static void walk_to(struct walk *w, term map, term index)
{
	w->is_new = w->is_new || index != w->index;
	w->map = map;
	w->index = index;
}

/* The cell was not written by the map's outermost operation. */
static void walk_skip(struct walk *w, term below)
{
	if (w->skipped++ % MEMO_EVERY == 0)
		walk_push(w, 0, 0, 0, 0);
	w->map = below;
}

/* `condition`: the cell has value `yes`; otherwise that of the map below. Gives `yes` when that is certain. */
static term walk_write(struct walk *w, term condition, term yes, term below)
{
	if (condition == w->bank->the_true)
		return yes;
	if (condition == w->bank->the_false) {
		walk_skip(w, below);
		return 0;
	}
	w->undecided++;
	walk_push(w, condition, yes, 0, 0);
	w->map = below;
	return 0;
}

static void walk_copy(struct walk *w, const struct node *n)
{
	term m = n->args[0], p = n->args[1], from = n->args[2], q = n->args[3], count = n->args[4];
	term in = in_run(w->bank, w->index, p, count);
	if (in == w->bank->the_false) {
		walk_skip(w, m);
		return;
	}
	term j = copied_index(w->bank, w->index, p, q, bank_width(w->bank, count));
	if (in == w->bank->the_true) {
		walk_push(w, 0, 0, 0, 0);
	} else {
		w->undecided++;
		walk_push(w, in, 0, m, w->index);
	}
	walk_to(w, from, j);
}

/* One step from the pair being visited: its result, or 0 when another pair is to be visited first. */
static term walk_step(struct walk *w)
{
	struct bank *bank = w->bank;
	const struct node *n = bank_node(bank, w->map);
	term condition, yes, no;
	if (n->op == OP_STORE && n->b == w->index)
		return n->c;
	if (n->op == OP_CONST_MAP)
		return n->a;
	if (w->is_new && split_index(bank, w->index, &condition, &yes, &no)) {
		walk_push(w, condition, 0, w->map, no);
		walk_to(w, w->map, yes);
		return 0;
	}
	w->is_new = false;
	switch ((int)n->op) {
	case OP_STORE:
		return walk_write(w, term_eq(bank, w->index, n->b), n->c, n->a);
	case OP_FILL:
		return walk_write(w, in_run(bank, w->index, n->args[1], n->args[2]), n->args[3], n->args[0]);
	case OP_COPY:
		walk_copy(w, n);
		return 0;
	case OP_ITE:
		walk_push(w, n->a, 0, n->c, w->index);
		w->map = n->b;
		return 0;
	}
	return raw_select(bank, w->map, w->index);
}

static term walk_visit(struct walk *w)
{
	term known = (term)table_get(&w->bank->selects, pair_key(w->map, w->index), 0);
	return known ? known : walk_step(w);
}

/* Hands a result to the frames that wait for it. 0: another pair is to be visited. */
static term walk_return(struct walk *w, term result)
{
	while (w->stack.count) {
		struct visit *f = &vec_last(&w->stack);
		if (f->condition && !f->yes) {
			f->yes = result;
			w->is_new = true;
			w->map = f->next_map;
			w->index = f->next_index;
			return 0;
		}
		struct visit done = vec_pop(&w->stack);
		if (done.condition)
			result = term_ite(w->bank, done.condition, done.yes, result);
		table_put(&w->bank->selects, pair_key(done.map, done.index), result);
	}
	return result;
}

/* Too many open comparisons: a select of the first map that may have written the cell. */
static term walk_give_up(struct walk *w, term map, term index)
{
	const struct node *n = bank_node(w->bank, map);
	while (n->op == OP_STORE && term_eq(w->bank, index, n->b) == w->bank->the_false) {
		map = n->a;
		n = bank_node(w->bank, map);
	}
	return raw_select(w->bank, map, index);
}

term term_select(struct bank *bank, term map, term index)
{
	assert(sort_kind(bank, term_sort(bank, map)) == SORT_MAP &&
	       sort_index(bank, term_sort(bank, map)) == term_sort(bank, index));
	struct walk w = { .bank = bank, .map = map, .index = index, .is_new = true };
	term result;
	do {
		result = walk_visit(&w);
		if (w.undecided > MAX_UNDECIDED) {
			result = walk_give_up(&w, map, index);
			table_put(&bank->selects, pair_key(map, index), result);
			break;
		}
	} while (!result || !(result = walk_return(&w, result)));
	vec_free(&w.stack);
	return result;
}

/* --- stores --- */

static term raw_store(struct bank *bank, term map, term index, term value)
{
	return bank_raw(bank, OP_STORE, bank_node(bank, map)->sort, map, index, value);
}

/* value is what the cell holds already: a select of the map itself, or of one below it that differs in few other
 * cells. (Not by the memory of earlier walks: what is built must not depend on what was built before.) */
static bool is_held(struct bank *bank, term map, term index, term value)
{
	const struct node *m = bank_node(bank, map), *v = bank_node(bank, value);
	if (m->op == OP_CONST_MAP && m->a == value)
		return true;
	if (v->op != OP_SELECT || v->b != index)
		return false;
	for (uint32_t i = 0; i < LOOK_BACK && map != v->a; i++, m = bank_node(bank, map)) {
		if (m->op != OP_STORE || term_eq(bank, m->b, index) != bank->the_false)
			return false;
		map = m->a;
	}
	return map == v->a;
}

/* The map without an earlier store to the same cell that only few stores to other cells cover. */
static term without_earlier(struct bank *bank, term map, term index)
{
	term above[LOOK_BACK], base = map;
	for (uint32_t i = 0; i <= LOOK_BACK; i++) {
		const struct node *n = bank_node(bank, base);
		if (n->op != OP_STORE)
			return map;
		if (n->b == index) {
			base = n->a;
			while (i-- > 0) {
				n = bank_node(bank, above[i]);
				base = raw_store(bank, base, n->b, n->c);
			}
			return base;
		}
		if (i == LOOK_BACK || term_eq(bank, n->b, index) != bank->the_false)
			return map;
		above[i] = base;
		base = n->a;
	}
	return map;
}

term term_store(struct bank *bank, term map, term index, term value)
{
	assert(sort_kind(bank, term_sort(bank, map)) == SORT_MAP &&
	       sort_index(bank, term_sort(bank, map)) == term_sort(bank, index) &&
	       sort_value(bank, term_sort(bank, map)) == term_sort(bank, value));
	const struct node *n = bank_node(bank, map);
	if (n->op == OP_STORE && n->b == index && n->c == value)
		return map;
	if (is_held(bank, map, index, value))
		return map;
	map = without_earlier(bank, map, index);
	return is_held(bank, map, index, value) ? map : raw_store(bank, map, index, value);
}

term term_const_map(struct bank *bank, uint32_t index_width, term value)
{
	sort s = sort_map(bank, sort_bitvector(bank, index_width), term_sort(bank, value));
	return bank_raw(bank, OP_CONST_MAP, s, value, index_width, 0);
}

/* --- block operations --- */

static bool is_map_of(const struct bank *bank, term map, term index)
{
	sort s = term_sort(bank, map);
	return sort_kind(bank, s) == SORT_MAP && sort_index(bank, s) == term_sort(bank, index);
}

static bool is_count_for(const struct bank *bank, term count, term index)
{
	return sort_kind(bank, term_sort(bank, count)) == SORT_BITVECTOR &&
	       bank_width(bank, count) <= bank_width(bank, index);
}

term term_fill(struct bank *bank, term map, term at, term count, term value)
{
	assert(is_map_of(bank, map, at) && is_count_for(bank, count, at) &&
	       sort_value(bank, term_sort(bank, map)) == term_sort(bank, value));
	const struct node *n = bank_node(bank, map);
	if (constant_is_zero(bank, count) || (n->op == OP_CONST_MAP && n->a == value))
		return map;
	if (constant_is_one(bank, count))
		return term_store(bank, map, at, value);
	if (n->op == OP_FILL && n->args[1] == at && n->args[2] == count)
		map = n->args[0];
	term args[] = { map, at, count, value };
	return bank_raw_block(bank, OP_FILL, bank_node(bank, map)->sort, args, 4);
}

term term_copy(struct bank *bank, term map, term at, term from, term from_at, term count)
{
	assert(is_map_of(bank, map, at) && is_count_for(bank, count, at) &&
	       term_sort(bank, at) == term_sort(bank, from_at) && term_sort(bank, map) == term_sort(bank, from));
	const struct node *n = bank_node(bank, from);
	if (constant_is_zero(bank, count) || (map == from && at == from_at))
		return map;
	if (constant_is_one(bank, count))
		return term_store(bank, map, at, term_select(bank, from, from_at));
	if (n->op == OP_CONST_MAP)
		return term_fill(bank, map, at, count, n->a);
	term args[] = { map, at, from, from_at, count };
	return bank_raw_block(bank, OP_COPY, bank_node(bank, map)->sort, args, 5);
}

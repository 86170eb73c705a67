/* Maps: how selects are resolved, and that long chains cost linear time; terms that are very deep. */
#include "hash.h"
#include "eval.h"
#include "memory.h"
#include "tap.h"
#include "term.h"

static struct bank *k;
static sort map_sort; /* [bv96]bv32, as C memory */
static term M, N, i, j, v, w, p, q, offset;

static term pointer(uint32_t object, uint64_t at)
{
	return term_concat(k, term_bv(k, 32, object), term_bv(k, 64, at));
}

static term plus(term address, uint64_t by)
{
	return term_concat(k, term_extract(k, 95, 64, address),
			   term_binary(k, OP_BVADD, term_extract(k, 63, 0, address), term_bv(k, 64, by)));
}

static term in_object(uint32_t object)
{
	return term_concat(k, term_bv(k, 32, object), offset);
}

static term sel(term m, term at)
{
	return term_select(k, m, at);
}

static term sto(term m, term at, term value)
{
	return term_store(k, m, at, value);
}

static void begin(void)
{
	k = bank_new();
	sort index = sort_bitvector(k, 96), value = sort_bitvector(k, 32);
	map_sort = sort_map(k, index, value);
	M = term_variable(k, map_sort, "M");
	N = term_variable(k, map_sort, "N");
	i = term_variable(k, index, "i");
	j = term_variable(k, index, "j");
	v = term_variable(k, value, "v");
	w = term_variable(k, value, "w");
	p = term_variable(k, sort_bool(k), "p");
	q = term_variable(k, sort_bool(k), "q");
	offset = term_variable(k, sort_bitvector(k, 64), "offset");
}

static void stores(void)
{
	ok(sel(sto(M, i, v), i) == v, "the cell that was written");
	ok(sel(sto(M, pointer(1, 0), v), pointer(2, 0)) == sel(M, pointer(2, 0)), "another object");
	ok(sel(sto(M, pointer(1, 0), v), pointer(1, 4)) == sel(M, pointer(1, 4)), "another offset");
	ok(sel(sto(M, in_object(1), v), in_object(2)) == sel(M, in_object(2)), "another object, unknown offset");
	ok(sel(sto(M, i, v), plus(i, 4)) == sel(M, plus(i, 4)), "an unknown pointer and its neighbour");
	ok(sel(sto(M, plus(i, 8), v), plus(i, 4)) == sel(M, plus(i, 4)), "two neighbours");
	ok(sel(sto(M, plus(plus(i, 4), 4), v), plus(i, 8)) == v, "one neighbour by two ways");
	ok(sel(sto(M, i, v), j) == term_ite(k, term_eq(k, i, j), v, sel(M, j)), "undecided");
	ok(sel(term_const_map(k, 96, v), i) == v, "a constant map");
	ok(sto(sto(M, i, v), i, w) == sto(M, i, w), "a store hides the one before");
	ok(sto(sto(sto(M, pointer(1, 0), v), pointer(2, 0), v), pointer(1, 0), w) ==
		   sto(sto(M, pointer(2, 0), v), pointer(1, 0), w),
	   "also below one to another cell");
	ok(sto(M, i, sel(M, i)) == M, "a store of what is there");
	ok(sto(term_const_map(k, 96, v), i, v) == term_const_map(k, 96, v), "a store of what is everywhere");
	term s = sto(sto(M, i, v), plus(i, 4), w);
	ok(sto(s, plus(i, 8), sel(s, plus(i, 8))) == s, "a store of what is there, below other cells");
}

static void choices(void)
{
	term a = sto(M, pointer(1, 0), v), b = sto(M, pointer(2, 0), w), m = term_ite(k, p, a, b);
	ok(sel(m, pointer(3, 0)) == sel(M, pointer(3, 0)), "a cell that neither side writes");
	ok(sel(m, pointer(1, 0)) == term_ite(k, p, v, sel(M, pointer(1, 0))), "one that a side writes");
	term at = term_ite(k, p, pointer(1, 0), pointer(2, 8));
	ok(sel(M, at) == term_ite(k, p, sel(M, pointer(1, 0)), sel(M, pointer(2, 8))), "one of two objects is read");
	ok(sel(sto(sto(M, pointer(1, 0), v), pointer(2, 8), w), at) == term_ite(k, p, v, w), "both are written");
	term object = term_ite(k, p, term_bv(k, 32, 1), term_ite(k, q, term_bv(k, 32, 2), term_bv(k, 32, 3)));
	term m3 = sto(sto(sto(M, in_object(1), v), in_object(2), w), in_object(3), term_bv(k, 32, 7));
	ok(sel(m3, term_concat(k, object, offset)) == term_ite(k, p, v, term_ite(k, q, w, term_bv(k, 32, 7))),
	   "one of three objects, unknown offset");
	term s = sto(sto(sto(M, in_object(1), v), in_object(2), w), term_concat(k, object, offset), term_bv(k, 32, 9));
	ok(sel(s, in_object(2)) == term_ite(k, term_and(k, term_not(k, p), q), term_bv(k, 32, 9), w),
	   "a write to one of three objects");
	ok(sel(s, in_object(4)) == sel(M, in_object(4)), "the fourth is as it was");
}

static void blocks(void)
{
	term n = term_bv(k, 64, 16), zero = term_bv(k, 32, 0);
	term f = term_fill(k, M, pointer(1, 8), n, zero);
	ok(sel(f, pointer(1, 8)) == zero && sel(f, pointer(1, 23)) == zero, "in a fill");
	ok(sel(f, pointer(1, 7)) == sel(M, pointer(1, 7)) && sel(f, pointer(1, 24)) == sel(M, pointer(1, 24)),
	   "beside a fill");
	ok(sel(f, in_object(2)) == sel(M, in_object(2)), "a fill of another object");
	ok(term_op(k, sel(f, in_object(1))) == OP_ITE, "perhaps in a fill");
	term g = term_fill(k, M, in_object(1), n, zero);
	ok(sel(g, plus(in_object(1), 3)) == zero, "in a fill at an unknown offset");
	ok(sel(g, plus(in_object(1), 16)) == sel(M, plus(in_object(1), 16)), "behind it");
	term c = term_copy(k, M, pointer(1, 8), N, pointer(2, 100), n);
	ok(sel(c, pointer(1, 10)) == sel(N, pointer(2, 102)), "in a copy");
	ok(sel(c, pointer(1, 24)) == sel(M, pointer(1, 24)), "behind it");
	ok(sel(c, pointer(2, 102)) == sel(M, pointer(2, 102)), "a copy into another object");
	term d = term_copy(k, M, i, N, j, n);
	ok(sel(d, plus(i, 4)) == sel(N, plus(j, 4)), "a copy between unknown pointers");
	ok(sel(term_copy(k, M, i, sto(N, plus(j, 4), v), j, n), plus(i, 4)) == v, "of a cell that was written");
	ok(term_fill(k, M, i, term_bv(k, 64, 0), v) == M, "a fill of nothing");
	ok(term_fill(k, M, i, term_bv(k, 64, 1), v) == sto(M, i, v), "a fill of one cell");
	ok(term_copy(k, M, i, N, j, term_bv(k, 64, 0)) == M, "a copy of nothing");
	ok(term_copy(k, M, i, N, j, term_bv(k, 64, 1)) == sto(M, i, sel(N, j)), "a copy of one cell");
	ok(term_copy(k, M, i, M, i, n) == M, "a copy onto itself");
	ok(term_copy(k, M, i, term_const_map(k, 96, v), j, n) == term_fill(k, M, i, n, v), "a copy of a constant map");
	ok(term_fill(k, term_fill(k, M, i, n, v), i, n, w) == term_fill(k, M, i, n, w), "a fill hides the one before");
}

/* Each step writes one of two cells or another one of 100, and reads one: the number of terms made stays linear. */
static void linear_chain(void)
{
	enum { STEPS = 20000 };
	term m = M, sum = v;
	uint32_t before = bank_size(k);
	for (uint32_t step = 0; step < STEPS; step++) {
		term value = term_binary(k, OP_BVADD, sum, term_bv(k, 32, step));
		term condition = term_variable(k, sort_bool(k), "c");
		term yes = sto(m, pointer(1 + step % 100, 0), value), no = sto(m, pointer(500, 4), value);
		m = term_ite(k, condition, yes, no);
		sum = sel(m, pointer(1 + step % 7, 0));
	}
	uint32_t made = bank_size(k) - before;
	ok(made < 40 * STEPS, "a chain of %d ites of stores with reads makes %u terms", STEPS, made);
	ok(sel(m, pointer(700, 0)) == sel(M, pointer(700, 0)), "a cell that no step writes");
}

static void undecided_chain(void)
{
	enum { STEPS = 5000 };
	term m = M;
	for (uint32_t step = 0; step < STEPS; step++)
		m = sto(m, term_variable(k, sort_bitvector(k, 96), "i"), v);
	uint32_t before = bank_size(k);
	term t = sel(m, i);
	ok(term_op(k, t) == OP_SELECT && bank_size(k) - before < 5000, "a read over %d undecided stores stays a select",
	   STEPS);
	term top = sto(m, i, w);
	ok(sel(top, i) == w, "but the store on top counts");
	ok(sel(sto(m, plus(i, 4), w), i) == t, "and one to another cell does not");
}

/* The terms for the leaves of a deep term. */
static term next_leaf(void *context, term leaf)
{
	(void)context;
	return leaf == v ? w : leaf;
}

static struct value one(void *context, term leaf)
{
	(void)context;
	return value_word(term_width(k, leaf), 1);
}

static void count_leaf(void *context, term leaf)
{
	(void)leaf;
	++*(uint32_t *)context;
}

static void visits(void)
{
	term sum = term_binary(k, OP_BVADD, v, w), both = term_eq(k, term_binary(k, OP_BVMUL, sum, sum), v);
	struct table seen = { 0 };
	uint32_t visited = 0;
	term_visit(k, sum, &seen, count_leaf, &visited);
	is_int(visited, 3, "a sum and what is added");
	term_visit(k, sum, &seen, count_leaf, &visited);
	is_int(visited, 3, "nothing twice");
	term_visit(k, both, &seen, count_leaf, &visited);
	is_int(visited, 5, "what is new");
	table_free(&seen);
}

static void deep_value(void)
{
	enum { DEPTH = 1000000 };
	term t = v;
	for (uint32_t n = 0; n < DEPTH; n++)
		t = n % 2 ? term_binary(k, OP_BVXOR, t, w)
			  : term_binary(k, OP_BVADD, t, term_binary(k, OP_BVMUL, t, w));
	uint32_t leaves = 0;
	term_leaves(k, t, count_leaf, &leaves);
	is_int(leaves, 2, "leaves of a term of 10^6 levels");
	ok(term_dag_size(k, t) > DEPTH, "its size");
	struct value a = term_eval(k, t, one, NULL);
	ok(a.kind == VALUE_WORD, "its value");
	term s = term_substitute(k, t, next_leaf, NULL);
	struct value b = term_eval(k, s, one, NULL);
	ok(value_equal(&a, &b), "its value after a substitution");
	value_release(&a), value_release(&b);
}

static void deep_choice(void)
{
	enum { DEPTH = 300000 };
	term t = v, m = M, b = p;
	for (uint32_t n = 0; n < DEPTH; n++) {
		term c = term_variable(k, sort_bool(k), "c");
		t = term_ite(k, c, term_bv(k, 32, n), t);
		m = term_ite(k, c, sto(m, pointer(n, 0), v), m);
		b = n % 2 ? term_or(k, c, b) : term_and(k, c, b);
	}
	ok(term_eq(k, t, term_bv(k, 32, 5)) != 0, "a comparison with a deep ite");
	ok(term_extract(k, 7, 0, t) != 0 && term_binary(k, OP_BVADD, t, t) != 0, "operators on a deep ite");
	ok(sel(m, pointer(DEPTH + 1, 0)) == sel(M, pointer(DEPTH + 1, 0)), "a read of a deep map");
	ok(term_and(k, b, term_not(k, p)) != 0, "a deep Bool");
}

/* A state that each step may change, compared with each of its values in each step. */
static void growing_state(void)
{
	enum { STEPS = 5000, STATES = 7 };
	term state = term_bv(k, 32, 0), any = term_false(k);
	uint32_t before = bank_size(k);
	for (uint32_t n = 0; n < STEPS; n++) {
		term c = term_variable(k, sort_bool(k), "c"), d = term_variable(k, sort_bool(k), "d");
		term next = term_ite(k, c, term_bv(k, 32, n % STATES), term_bv(k, 32, n % 3));
		state = term_ite(k, d, next, state);
		for (uint32_t s = 0; s < STATES; s++)
			any = term_or(k, any, term_and(k, d, term_eq(k, state, term_bv(k, 32, s))));
	}
	uint32_t made = bank_size(k) - before;
	ok(made < 120 * STEPS, "%d comparisons with a growing state make %u terms", STEPS * STATES, made);
	ok(term_is_false(k, term_eq(k, state, term_bv(k, 32, STATES))), "a value that the state never has");
	ok(term_is_true(k, term_binary(k, OP_BVULT, state, term_bv(k, 32, STATES))), "a bound of all its values");
}

static struct value map_leaf(void *context, term leaf)
{
	(void)context;
	if (leaf != M)
		return value_word(term_width(k, leaf), 3);
	struct value zero = value_word(32, 0), m = map_constant(96, 32, &zero);
	value_release(&zero);
	return m;
}

static void long_evaluation(void)
{
	enum { STORES = 200000 };
	term m = M;
	for (uint32_t n = 0; n < STORES; n++)
		m = sto(m, pointer(n, 0), v);
	struct value a = term_eval(k, m, map_leaf, NULL);
	uint64_t index[] = { 0, STORES / 2 }, cell = 0;
	map_read_words(a.map, index, &cell);
	ok(cell == 3, "stores are evaluated in place");
	value_release(&a);
	term large = term_fill(k, M, i, term_bv(k, 64, UINT64_C(1) << 40), v);
	a = term_eval(k, large, map_leaf, NULL);
	ok(a.kind == VALUE_NONE, "a block operation that is too large has no value");
	a = term_eval(k, term_ite(k, p, M, large), map_leaf, NULL);
	ok(a.kind == VALUE_MAP, "unless it is not needed");
	value_release(&a);
}

int main(void)
{
	static void (*const parts[])(void) = { stores, choices,    blocks,      linear_chain,  undecided_chain,
					       visits, deep_value, deep_choice, growing_state, long_evaluation };
	for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) {
		begin();
		parts[n]();
		bank_free(k);
	}
	return done_testing();
}

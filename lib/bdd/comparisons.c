/* A diagram that has the bits of a and b in turn compares these:
 *
 *   less(k) = bit k of a ? (bit k of b and less(k - 1)) : (bit k of b or less(k - 1))
 *
 * is a < b over the bits up to k, if less(k - 1) is that over those below; a sign counts the other way round. Solvers may be long about such a
 * formula where it meets the program's own comparison. */
#include "comparisons.h"

#include "hash.h"
#include "vec.h"

/* u < v, of unsigned numbers, or not; u 0: none. */
struct less {
	term u, v;
	bool negated;
};

/* The number that the condition is a bit of; 0: it is none. */
static term bit_of(const struct bank *bank, term t, uint32_t *bit)
{
	if (term_op(bank, t) != OP_EQ)
		return 0;
	term slice = term_arg(bank, t, 0), one = term_arg(bank, t, 1);
	if (term_is_constant(bank, slice)) {
		slice = one;
		one = term_arg(bank, t, 0);
	}
	if (term_op(bank, slice) != OP_EXTRACT || term_width(bank, slice) != 1 || !term_is_constant(bank, one) ||
	    !term_value(bank, one))
		return 0;
	*bit = term_index(bank, slice, 0);
	return term_arg(bank, slice, 0);
}

static term slice_of_bit(struct bank *bank, term t)
{
	uint32_t bit;
	term number = bit_of(bank, t, &bit);
	return number ? term_extract(bank, bit, bit, number) : 0;
}

/* q and not p: p < q. q or not p: not q < p. */
static struct less less_of_bits(struct bank *bank, term t, bool negated)
{
	bool is_and = term_op(bank, t) == OP_AND;
	for (uint32_t side = 0; side < 2 && (is_and || term_op(bank, t) == OP_OR); side++) {
		term second = term_arg(bank, t, !side);
		term q = slice_of_bit(bank, term_arg(bank, t, side));
		term p = term_op(bank, second) == OP_NOT ? slice_of_bit(bank, term_arg(bank, second, 0)) : 0;
		if (q && p)
			return is_and ? (struct less){ p, q, negated } : (struct less){ q, p, !negated };
	}
	return (struct less){ 0 };
}

static struct less less_of(struct bank *bank, term t)
{
	bool negated = term_op(bank, t) == OP_NOT;
	if (negated)
		t = term_arg(bank, t, 0);
	if (term_op(bank, t) == OP_BVULT)
		return (struct less){ term_arg(bank, t, 0), term_arg(bank, t, 1), negated };
	return less_of_bits(bank, t, negated);
}

/* With the bit above what was compared, where that of b says true, that of a false; 0: that is no comparison. */
static term with_bits(struct bank *bank, term a, term b, uint32_t bit, struct less below)
{
	uint32_t width = below.u ? term_width(bank, below.u) : 0;
	if (!width || width > bit)
		return 0;
	uint32_t low = bit - width;
	term a_below = term_extract(bank, bit - 1, low, a), b_below = term_extract(bank, bit - 1, low, b);
	bool ordered = below.u == a_below && below.v == b_below;
	if (!ordered && (below.u != b_below || below.v != a_below))
		return 0;
	/* a < b and a <= b: as of numbers without a sign. b < a and b <= a: the bit of b is a sign. */
	enum op op = ordered == below.negated ? OP_BVSLT : OP_BVULT;
	term a_all = term_extract(bank, bit, low, a), b_all = term_extract(bank, bit, low, b);
	term less = term_binary(bank, op, ordered ? a_all : b_all, ordered ? b_all : a_all);
	return below.negated ? term_not(bank, less) : less;
}

/* The part of a conjunction (disjunction) beside Q. */
static term beside(const struct bank *bank, term t, enum op op, term q)
{
	if (term_op(bank, t) != op)
		return 0;
	return term_arg(bank, t, 0) == q ? term_arg(bank, t, 1) : term_arg(bank, t, 1) == q ? term_arg(bank, t, 0) : 0;
}

/* ite(C, and(Q, X), or(Q, X)), where the bit of b is Q; or ite(C, or(not P, X), and(not P, X)), where it is C. */
static term comparison_of(struct bank *bank, term c, term then, term otherwise)
{
	uint32_t bit, other;
	term first = bit_of(bank, c, &bit);
	bool is_first = term_op(bank, then) == OP_OR;
	for (uint32_t side = 0; first && side < 2 && term_count(bank, then) == 2; side++) {
		term q = term_arg(bank, then, side), x = beside(bank, otherwise, is_first ? OP_AND : OP_OR, q);
		term second = is_first ? (term_op(bank, q) == OP_NOT ? bit_of(bank, term_arg(bank, q, 0), &other) : 0)
				       : bit_of(bank, q, &other);
		if (!x || x != beside(bank, then, is_first ? OP_OR : OP_AND, q) || !second || bit != other)
			continue;
		return with_bits(bank, is_first ? second : first, is_first ? first : second, bit, less_of(bank, x));
	}
	return 0;
}

static term found(struct bank *bank, const struct table *memo, term t)
{
	term again = term_rebuild(bank, memo, t);
	bool chooses = term_op(bank, again) == OP_ITE && sort_kind(bank, term_sort(bank, again)) == SORT_BOOL;
	term comparison = chooses ? comparison_of(bank, term_arg(bank, again, 0), term_arg(bank, again, 1),
						  term_arg(bank, again, 2))
				  : 0;
	return comparison ? comparison : again;
}

term comparisons_found(struct bank *bank, term condition)
{
	struct table memo = { 0 };
	VEC(term) stack = { 0 };
	vec_push(&stack, condition);
	while (stack.count) {
		term top = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = 0; i < term_count(bank, top); i++)
			if (!table_has(&memo, term_arg(bank, top, i)))
				vec_push(&stack, term_arg(bank, top, i));
		if (stack.count > before)
			continue;
		if (!table_has(&memo, top))
			table_put(&memo, top, found(bank, &memo, top));
		stack.count--;
	}
	term all = (term)table_get(&memo, condition, condition);
	vec_free(&stack);
	table_free(&memo);
	return all;
}

/* Comparisons: eq on Bool and bit-vectors, unsigned and signed less-than. */
#include <assert.h>

#include "simplify.h"

/* --- eq on Bool --- */

static term eq_bool(struct bank *bank, term a, term b)
{
	if (b == bank->the_true)
		return a;
	if (b == bank->the_false)
		return term_not(bank, a);
	if (is_complement(bank, a, b))
		return bank->the_false;
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op == OP_NOT)
		return term_not(bank, term_eq(bank, na->a, b));
	if (nb->op == OP_NOT)
		return term_not(bank, term_eq(bank, a, nb->a));
	return 0;
}

/* --- eq on bit-vectors, one side a constant --- */

/* x * 2^k f = c with f odd: the low k bits of c are 0 and the others determine x's low w - k bits. */
static term eq_multiple(struct bank *bank, const struct node *n, term c)
{
	uint32_t width = bank_width(bank, c), k = constant_trailing_zeros(bank, n->b);
	if (k >= width)
		return 0;
	if (constant_trailing_zeros(bank, c) < k)
		return bank->the_false;
	term odd = fold_extract(bank, width - 1, k, n->b), target = fold_extract(bank, width - 1, k, c);
	target = fold_binary(bank, OP_BVMUL, target, fold_inverse(bank, odd));
	return term_eq(bank, term_extract(bank, width - 1 - k, 0, n->a), target);
}

/* An extension of x equals c: false where c is no such extension. */
static term eq_extension(struct bank *bank, const struct node *n, term c)
{
	uint32_t width = bank_width(bank, c), narrow = bank_width(bank, n->a);
	term low = fold_extract(bank, narrow - 1, 0, c);
	if (fold_extend(bank, width, low, n->op == OP_SIGN_EXTEND) != c)
		return bank->the_false;
	return term_eq(bank, n->a, low);
}

static term eq_parts(struct bank *bank, term high_a, term high_b, term low_a, term low_b)
{
	term high = term_eq(bank, high_a, high_b);
	if (high == bank->the_false)
		return high;
	return term_and(bank, high, term_eq(bank, low_a, low_b));
}

static term eq_constant(struct bank *bank, term a, term c)
{
	const struct node *n = bank_node(bank, a);
	uint32_t width = bank_width(bank, c), cut;
	switch ((int)n->op) {
	case OP_BVADD:
		return is_constant(bank, n->b) ? term_eq(bank, n->a, fold_binary(bank, OP_BVSUB, c, n->b)) : 0;
	case OP_BVSUB:
		return constant_is_zero(bank, c) ? term_eq(bank, n->a, n->b) : 0;
	case OP_BVNEG:
		return term_eq(bank, n->a, fold_unary(bank, OP_BVNEG, c));
	case OP_BVNOT:
		return term_eq(bank, n->a, fold_unary(bank, OP_BVNOT, c));
	case OP_BVXOR:
		if (is_constant(bank, n->b))
			return term_eq(bank, n->a, fold_binary(bank, OP_BVXOR, c, n->b));
		return constant_is_zero(bank, c) ? term_eq(bank, n->a, n->b) : 0;
	case OP_BVMUL:
		return is_constant(bank, n->b) ? eq_multiple(bank, n, c) : 0;
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND:
		return eq_extension(bank, n, c);
	case OP_CONCAT:
		cut = bank_width(bank, n->b);
		return eq_parts(bank, n->a, fold_extract(bank, width - 1, cut, c), n->b,
				fold_extract(bank, cut - 1, 0, c));
	}
	return 0;
}

/* --- eq on bit-vectors, neither side a constant --- */

/* The term other than x among the arguments of a sum; 0: x is none of them. */
static term other_summand(const struct node *n, term x)
{
	return n->op != OP_BVADD ? 0 : n->a == x ? n->b : n->b == x ? n->a : 0;
}

static term eq_sums(struct bank *bank, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	term c, d, x = split_constant(bank, a, &c), y = split_constant(bank, b, &d), zero, t;
	if (c && d)
		return term_eq(bank, term_binary(bank, OP_BVADD, x, fold_binary(bank, OP_BVSUB, c, d)), y);
	if (c && (t = other_summand(bank_node(bank, x), y)))
		return term_eq(bank, t, fold_unary(bank, OP_BVNEG, c));
	if (d && (t = other_summand(bank_node(bank, y), x)))
		return term_eq(bank, t, fold_unary(bank, OP_BVNEG, d));
	zero = term_bv(bank, bank_width(bank, a), 0);
	if ((t = other_summand(na, b)) || (t = other_summand(nb, a)))
		return term_eq(bank, t, zero);
	if (na->op == OP_BVADD && ((t = other_summand(nb, na->a))))
		return term_eq(bank, na->b, t);
	if (na->op == OP_BVADD && ((t = other_summand(nb, na->b))))
		return term_eq(bank, na->a, t);
	/* x - y = x */
	if (na->op == OP_BVSUB && na->a == b)
		return term_eq(bank, na->b, zero);
	if (nb->op == OP_BVSUB && nb->a == a)
		return term_eq(bank, nb->b, zero);
	return 0;
}

/* One-to-one operators, and x * c = y * c: x and y agree in the bits that c does not shift out. */
static term eq_same_operator(struct bank *bank, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op != nb->op)
		return 0;
	uint32_t width = bank_width(bank, a), k;
	if (na->op == OP_BVNOT || na->op == OP_BVNEG)
		return term_eq(bank, na->a, nb->a);
	if (na->op == OP_BVXOR || na->op == OP_BVSUB) {
		if (na->a == nb->a)
			return term_eq(bank, na->b, nb->b);
		return na->b == nb->b ? term_eq(bank, na->a, nb->a) : 0;
	}
	if (na->op == OP_BVMUL && na->b == nb->b && is_constant(bank, na->b)) {
		k = constant_trailing_zeros(bank, na->b);
		if (k < width)
			return term_eq(bank, term_extract(bank, width - 1 - k, 0, na->a),
				       term_extract(bank, width - 1 - k, 0, nb->a));
	}
	if (na->op == OP_ITE && na->a == nb->a)
		return term_ite(bank, na->a, term_eq(bank, na->b, nb->b), term_eq(bank, na->c, nb->c));
	return 0;
}

/* Both sides extensions of one kind: of the wider one's argument's width. */
static term eq_extensions(struct bank *bank, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op != nb->op || (na->op != OP_ZERO_EXTEND && na->op != OP_SIGN_EXTEND))
		return 0;
	uint32_t wa = bank_width(bank, na->a), wb = bank_width(bank, nb->a), width = wa > wb ? wa : wb;
	if (na->op == OP_SIGN_EXTEND)
		return term_eq(bank, term_sign_extend(bank, width, na->a), term_sign_extend(bank, width, nb->a));
	return term_eq(bank, term_zero_extend(bank, width, na->a), term_zero_extend(bank, width, nb->a));
}

/* t is an extract of x, or that plus something: comparing x in parts says more than as a whole. */
static bool is_part_of(const struct bank *bank, term t, term x)
{
	const struct node *n = bank_node(bank, t);
	if (n->op == OP_BVADD || n->op == OP_BVSUB)
		n = bank_node(bank, n->a);
	return n->op == OP_EXTRACT && n->a == x;
}

/* Where to cut a comparison with the concatenation n in two: both sides then get simpler. */
static bool is_cut_worthwhile(const struct bank *bank, const struct node *n, term other)
{
	const struct node *o = bank_node(bank, other);
	if (o->op == OP_CONCAT)
		return bank_width(bank, o->b) == bank_width(bank, n->b) || o->leaves;
	return o->op == OP_ZERO_EXTEND || o->op == OP_SIGN_EXTEND || o->leaves || is_part_of(bank, n->a, other) ||
	       is_part_of(bank, n->b, other);
}

static term eq_concat(struct bank *bank, term a, term b)
{
	const struct node *n = bank_node(bank, a);
	if (n->op != OP_CONCAT || !is_cut_worthwhile(bank, n, b))
		return 0;
	uint32_t width = bank_width(bank, a), cut = bank_width(bank, n->b);
	return eq_parts(bank, n->a, term_extract(bank, width - 1, cut, b), n->b, term_extract(bank, cut - 1, 0, b));
}

/* ite(c, x, y) = x: c or y = x. */
static term eq_ite_branch(struct bank *bank, term a, term b)
{
	const struct node *n = bank_node(bank, a);
	if (n->op != OP_ITE)
		return 0;
	if (n->b == b)
		return term_or(bank, n->a, term_eq(bank, n->c, b));
	if (n->c == b)
		return term_or(bank, term_not(bank, n->a), term_eq(bank, n->b, b));
	return 0;
}

/* The known bits contradict each other. */
static bool is_known_unequal(const struct bank *bank, term a, term b)
{
	if (bank_width(bank, a) > 64)
		return false;
	struct known x = known_bits(bank, a), y = known_bits(bank, b);
	return (x.zeros & y.ones) || (x.ones & y.zeros) || x.high < y.low || y.high < x.low;
}

static term eq_rules(struct bank *bank, term a, term b)
{
	if (bank_node(bank, a)->sort == bank_node(bank, bank->the_true)->sort)
		return eq_bool(bank, a, b);
	if (tree_applies(bank, a, b))
		return tree_compare(bank, OP_EQ, a, b);
	if (is_known_unequal(bank, a, b))
		return bank->the_false;
	term t = lift_binary(bank, OP_EQ, a, b);
	if (t)
		return t;
	if (is_constant(bank, b))
		return eq_constant(bank, a, b);
	if ((t = eq_sums(bank, a, b)) || (t = eq_same_operator(bank, a, b)) || (t = eq_extensions(bank, a, b)))
		return t;
	if ((t = eq_concat(bank, a, b)) || (t = eq_concat(bank, b, a)))
		return t;
	if ((t = eq_ite_branch(bank, a, b)) || (t = eq_ite_branch(bank, b, a)))
		return t;
	return 0;
}

term term_eq(struct bank *bank, term a, term b)
{
	assert(term_sort(bank, a) == term_sort(bank, b) && sort_kind(bank, term_sort(bank, a)) != SORT_MAP);
	if (a == b)
		return bank->the_true;
	order_arguments(bank, &a, &b);
	if (is_constant(bank, a))
		return bank->the_false;
	term t = 0;
	if (simplify_enter(bank)) {
		t = eq_rules(bank, a, b);
		simplify_leave(bank);
	}
	return t ? t : raw_bool(bank, OP_EQ, a, b);
}

/* --- unsigned less-than --- */

static term plus_one(struct bank *bank, term c)
{
	return fold_binary(bank, OP_BVADD, c, term_bv(bank, bank_width(bank, c), 1));
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Comparison of the arguments of extensions; both extensions keep the order `op` asks for. */
static term less_narrow(struct bank *bank, enum op op, enum op extension, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op != extension || nb->op != extension)
		return 0;
	uint32_t width = larger(bank_width(bank, na->a), bank_width(bank, nb->a));
	if (extension == OP_ZERO_EXTEND)
		return term_binary(bank, op, term_zero_extend(bank, width, na->a),
				   term_zero_extend(bank, width, nb->a));
	return term_binary(bank, op, term_sign_extend(bank, width, na->a), term_sign_extend(bank, width, nb->a));
}

/* a < c. An extended x is compared in its own width; c that no extension equals is beyond all of them, or
 * (sign extensions as unsigned numbers) between the non-negative ones and the negative ones. */
static term ult_constant(struct bank *bank, term a, term c)
{
	const struct node *n = bank_node(bank, a);
	uint32_t width = bank_width(bank, c), narrow;
	if (constant_is_one(bank, c))
		return term_eq(bank, a, term_bv(bank, width, 0));
	if (constant_is_ones(bank, c))
		return term_not(bank, term_eq(bank, a, c));
	if (n->op == OP_ZERO_EXTEND) {
		narrow = bank_width(bank, n->a);
		if (constant_leading_zeros(bank, c) < width - narrow)
			return bank->the_true;
		return compare_ult(bank, n->a, fold_extract(bank, narrow - 1, 0, c));
	}
	if (n->op == OP_SIGN_EXTEND) {
		narrow = bank_width(bank, n->a);
		term low = fold_extract(bank, narrow - 1, 0, c);
		if (fold_extend(bank, width, low, true) == c)
			return compare_ult(bank, n->a, low);
		return compare_slt(bank, constant_ones(bank, narrow), n->a);
	}
	if (n->op == OP_CONCAT && constant_trailing_zeros(bank, c) >= bank_width(bank, n->b))
		return compare_ult(bank, n->a, fold_extract(bank, width - 1, bank_width(bank, n->b), c));
	return 0;
}

static term ult_rules(struct bank *bank, term a, term b)
{
	if (tree_applies(bank, a, b))
		return tree_compare(bank, OP_BVULT, a, b);
	term t = lift_binary(bank, OP_BVULT, a, b);
	if (t)
		return t;
	if (is_constant(bank, a)) /* c < x: not x < c + 1 */
		return term_not(bank, compare_ult(bank, b, plus_one(bank, a)));
	if (bank_width(bank, a) <= 64) {
		struct known x = known_bits(bank, a), y = known_bits(bank, b);
		if (x.high < y.low)
			return bank->the_true;
		if (x.low >= y.high)
			return bank->the_false;
	}
	if (is_constant(bank, b))
		return ult_constant(bank, a, b);
	if ((t = less_narrow(bank, OP_BVULT, OP_ZERO_EXTEND, a, b)))
		return t;
	if ((t = less_narrow(bank, OP_BVULT, OP_SIGN_EXTEND, a, b)))
		return t;
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op == OP_CONCAT && nb->op == OP_CONCAT && na->a == nb->a)
		return compare_ult(bank, na->b, nb->b);
	return 0;
}

term compare_ult(struct bank *bank, term a, term b)
{
	if (a == b || constant_is_zero(bank, b) || constant_is_ones(bank, a))
		return bank->the_false;
	if (is_constant(bank, a) && is_constant(bank, b))
		return fold_binary(bank, OP_BVULT, a, b);
	term t = 0;
	if (simplify_enter(bank)) {
		t = ult_rules(bank, a, b);
		simplify_leave(bank);
	}
	return t ? t : raw_bool(bank, OP_BVULT, a, b);
}

/* --- signed less-than --- */

/* The sign bit is certainly 0. */
static bool is_non_negative(const struct bank *bank, term t)
{
	if (known_leading_zeros(bank, t))
		return true;
	uint32_t width = bank_width(bank, t);
	return width <= 64 && known_bits(bank, t).zeros >> (width - 1) & 1;
}

static bool is_negative(const struct bank *bank, term t)
{
	uint32_t width = bank_width(bank, t);
	if (is_constant(bank, t))
		return bv_bit(term_words(bank, t), width - 1);
	return width <= 64 && known_bits(bank, t).ones >> (width - 1) & 1;
}

static term slt_constant(struct bank *bank, term a, term c)
{
	const struct node *n = bank_node(bank, a);
	uint32_t width = bank_width(bank, c), narrow;
	if (constant_is_max(bank, c))
		return term_not(bank, term_eq(bank, a, c));
	if (width > 1 && bv_bit(term_words(bank, c), width - 1)) {
		term below = fold_binary(bank, OP_BVSUB, c, term_bv(bank, width, 1));
		if (constant_is_min(bank, below))
			return term_eq(bank, a, below);
	}
	if (n->op == OP_SIGN_EXTEND) {
		narrow = bank_width(bank, n->a);
		term low = fold_extract(bank, narrow - 1, 0, c);
		if (fold_extend(bank, width, low, true) == c)
			return compare_slt(bank, n->a, low);
		/* c is above or below all values of n->a */
		return term_bool(bank, !bv_bit(term_words(bank, c), width - 1));
	}
	return 0;
}

static term slt_rules(struct bank *bank, term a, term b)
{
	if (tree_applies(bank, a, b))
		return tree_compare(bank, OP_BVSLT, a, b);
	term t = lift_binary(bank, OP_BVSLT, a, b);
	if (t)
		return t;
	bool positive_a = is_non_negative(bank, a), positive_b = is_non_negative(bank, b);
	bool negative_a = !positive_a && is_negative(bank, a), negative_b = !positive_b && is_negative(bank, b);
	if ((positive_a && positive_b) || (negative_a && negative_b))
		return compare_ult(bank, a, b);
	if ((positive_a && negative_b) || (negative_a && positive_b))
		return term_bool(bank, negative_a);
	if (is_constant(bank, a)) /* c < x: not x < c + 1 */
		return term_not(bank, compare_slt(bank, b, plus_one(bank, a)));
	if (is_constant(bank, b))
		return slt_constant(bank, a, b);
	return less_narrow(bank, OP_BVSLT, OP_SIGN_EXTEND, a, b);
}

term compare_slt(struct bank *bank, term a, term b)
{
	if (a == b || constant_is_min(bank, b) || constant_is_max(bank, a))
		return bank->the_false;
	if (is_constant(bank, a) && is_constant(bank, b))
		return fold_binary(bank, OP_BVSLT, a, b);
	term t = 0;
	if (simplify_enter(bank)) {
		t = slt_rules(bank, a, b);
		simplify_leave(bank);
	}
	return t ? t : raw_bool(bank, OP_BVSLT, a, b);
}

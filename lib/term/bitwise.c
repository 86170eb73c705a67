/* Bitwise operators on bit-vectors. */
#include "simplify.h"

static bool is_bvnot_of(const struct bank *bank, term x, term y)
{
	const struct node *nx = bank_node(bank, x), *ny = bank_node(bank, y);
	return (nx->op == OP_BVNOT && nx->a == y) || (ny->op == OP_BVNOT && ny->a == x);
}

term bitwise_not(struct bank *bank, term a)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_CONSTANT)
		return fold_unary(bank, OP_BVNOT, a);
	if (n->op == OP_BVNOT)
		return n->a;
	if (n->leaves && simplify_enter(bank)) {
		term t = lift_binary(bank, OP_BVXOR, a, constant_ones(bank, bank_width(bank, a)));
		simplify_leave(bank);
		if (t)
			return t;
	}
	return raw_same(bank, OP_BVNOT, a, 0);
}

/* Against a constant: neutral and absorbing elements. */
static term constant_rules(struct bank *bank, enum op op, term a, term c)
{
	bool zero = constant_is_zero(bank, c), ones = !zero && constant_is_ones(bank, c);
	if (zero)
		return op == OP_BVAND ? c : a;
	if (ones)
		return op == OP_BVAND ? a : op == OP_BVOR ? c : bitwise_not(bank, a);
	return 0;
}

static term equal_rules(struct bank *bank, enum op op, term a, term b)
{
	uint32_t width = bank_width(bank, a);
	if (a == b)
		return op == OP_BVXOR ? term_bv(bank, width, 0) : a;
	if (is_bvnot_of(bank, a, b))
		return op == OP_BVAND ? term_bv(bank, width, 0) : constant_ones(bank, width);
	return 0;
}

/* A constant c that keeps a run of low or high bits of a: extraction and extension. */
static term mask_rules(struct bank *bank, term a, term c)
{
	uint32_t width = bank_width(bank, a), k;
	if (constant_low_mask(bank, c, &k))
		return term_zero_extend(bank, width, term_extract(bank, k - 1, 0, a));
	if (constant_low_mask(bank, fold_unary(bank, OP_BVNOT, c), &k))
		return term_concat(bank, term_extract(bank, width - 1, k, a), term_bv(bank, k, 0));
	return 0;
}

/* Two terms of which one ends in zeros where the other has all its ones: x * 2^8 | zext(y) = concat(x', y). */
static term disjoint_rules(struct bank *bank, term a, term b)
{
	uint32_t width = bank_width(bank, a), k = known_trailing_zeros(bank, a), zeros = known_leading_zeros(bank, b);
	if (zeros == 0 || k == 0 || k >= width || zeros >= width || zeros + k < width)
		return 0;
	/* Any cut between the two works; the one at b's top keeps b whole. */
	uint32_t cut = width - zeros;
	return term_concat(bank, term_extract(bank, width - 1, cut, a), term_extract(bank, cut - 1, 0, b));
}

/* op(x, op(x, y)), and absorption of x by its dual. */
static term nested_rules(struct bank *bank, enum op op, term a, term b)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == op && is_constant(bank, n->b) && is_constant(bank, b))
		return bitwise_binary(bank, op, n->a, fold_binary(bank, op, n->b, b));
	if (n->op == op && (n->a == b || n->b == b))
		return op != OP_BVXOR ? a : n->a == b ? n->b : n->a;
	if (((op == OP_BVAND && n->op == OP_BVOR) || (op == OP_BVOR && n->op == OP_BVAND)) && (n->a == b || n->b == b))
		return b;
	if (op == OP_BVXOR && n->op == OP_BVNOT)
		return bitwise_not(bank, bitwise_binary(bank, op, n->a, b));
	return 0;
}

/* Concatenations cut in the same place, and constants, are treated part by part: masks and merged fields
 * fall apart into the parts that they touch. */
static term part_rules(struct bank *bank, enum op op, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	uint32_t width = bank_width(bank, a), cut;
	if (na->op == OP_CONCAT || na->op == OP_ZERO_EXTEND)
		cut = na->op == OP_CONCAT ? bank_width(bank, na->b) : bank_width(bank, na->a);
	else
		return 0;
	bool same_cut = nb->op == OP_CONCAT ? bank_width(bank, nb->b) == cut
					    : nb->op == OP_ZERO_EXTEND && bank_width(bank, nb->a) == cut;
	if (nb->op != OP_CONSTANT && !same_cut)
		return 0;
	term high =
		bitwise_binary(bank, op, term_extract(bank, width - 1, cut, a), term_extract(bank, width - 1, cut, b));
	term low = bitwise_binary(bank, op, term_extract(bank, cut - 1, 0, a), term_extract(bank, cut - 1, 0, b));
	return term_concat(bank, high, low);
}

static term binary_rules(struct bank *bank, enum op op, term a, term b)
{
	term t = lift_binary(bank, op, a, b);
	if (!t && op == OP_BVAND && is_constant(bank, b))
		t = mask_rules(bank, a, b);
	if (!t)
		t = nested_rules(bank, op, a, b);
	if (!t)
		t = nested_rules(bank, op, b, a);
	if (!t)
		t = part_rules(bank, op, a, b);
	if (!t && op != OP_BVAND)
		t = disjoint_rules(bank, a, b);
	if (!t && op != OP_BVAND)
		t = disjoint_rules(bank, b, a);
	return t;
}

term bitwise_binary(struct bank *bank, enum op op, term a, term b)
{
	order_arguments(bank, &a, &b);
	if (is_constant(bank, a))
		return fold_binary(bank, op, a, b);
	term t = is_constant(bank, b) ? constant_rules(bank, op, a, b) : equal_rules(bank, op, a, b);
	if (t)
		return t;
	if (!simplify_enter(bank))
		return raw_same(bank, op, a, b);
	t = binary_rules(bank, op, a, b);
	simplify_leave(bank);
	return t ? t : raw_same(bank, op, a, b);
}

/* Arithmetic on bit-vectors: sums with their constant outermost, x + c; multiples as x * c. */
#include "simplify.h"

static term zero_like(struct bank *bank, term t)
{
	return term_bv(bank, bank_width(bank, t), 0);
}

/* The sum of two constants, each of which may be 0 (no term). */
static term sum_constants(struct bank *bank, term c, term d)
{
	return !c ? d : !d ? c : fold_binary(bank, OP_BVADD, c, d);
}

static term negated(struct bank *bank, term c)
{
	return c ? fold_unary(bank, OP_BVNEG, c) : 0;
}

static term plus(struct bank *bank, term t, term c)
{
	return c ? arithmetic_add(bank, t, c) : t;
}

/* t = x * factor: x; factor is a constant (1 where there is none). */
static term split_factor(struct bank *bank, term t, term *factor)
{
	const struct node *n = bank_node(bank, t);
	if (n->op == OP_BVMUL && is_constant(bank, n->b)) {
		*factor = n->b;
		return n->a;
	}
	*factor = term_bv(bank, bank_width(bank, t), 1);
	return t;
}

/* x * c op x * d, op one of BVADD and BVSUB. */
static term combine_multiples(struct bank *bank, enum op op, term a, term b)
{
	if (a != b && !is_op(bank, a, OP_BVMUL) && !is_op(bank, b, OP_BVMUL))
		return 0;
	term c, d, x = split_factor(bank, a, &c), y = split_factor(bank, b, &d);
	return x == y ? arithmetic_mul(bank, x, fold_binary(bank, op, c, d)) : 0;
}

static term add_constant(struct bank *bank, term a, term c)
{
	const struct node *n = bank_node(bank, a);
	term t = lift_binary(bank, OP_BVADD, a, c);
	if (t)
		return t;
	if (n->op == OP_BVADD && is_constant(bank, n->b))
		return arithmetic_add(bank, n->a, fold_binary(bank, OP_BVADD, n->b, c));
	if (n->op == OP_BVNOT) { /* ~x = -x - 1 */
		term less = fold_binary(bank, OP_BVADD, c, constant_ones(bank, bank_width(bank, c)));
		return arithmetic_add(bank, arithmetic_neg(bank, n->a), less);
	}
	return 0;
}

/* The rules for a + b that look at a as a difference or negation. */
static term add_to_difference(struct bank *bank, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op == OP_BVNEG)
		return arithmetic_sub(bank, b, na->a);
	if (na->op != OP_BVSUB)
		return 0;
	if (na->b == b)
		return na->a;
	return nb->op == OP_BVSUB && na->b == nb->a ? arithmetic_sub(bank, na->a, nb->b) : 0;
}

static term add_rules(struct bank *bank, term a, term b)
{
	if (is_constant(bank, b))
		return add_constant(bank, a, b);
	term c, d, x = split_constant(bank, a, &c), y = split_constant(bank, b, &d);
	if (c || d)
		return plus(bank, arithmetic_add(bank, x, y), sum_constants(bank, c, d));
	term t = add_to_difference(bank, a, b);
	if (!t)
		t = add_to_difference(bank, b, a);
	if (!t)
		t = lift_binary(bank, OP_BVADD, a, b);
	return t ? t : combine_multiples(bank, OP_BVADD, a, b);
}

term arithmetic_add(struct bank *bank, term a, term b)
{
	order_arguments(bank, &a, &b);
	if (is_constant(bank, b)) {
		if (constant_is_zero(bank, b))
			return a;
		if (is_constant(bank, a))
			return fold_binary(bank, OP_BVADD, a, b);
	}
	if (!simplify_enter(bank))
		return raw_same(bank, OP_BVADD, a, b);
	term t = add_rules(bank, a, b);
	simplify_leave(bank);
	return t ? t : raw_same(bank, OP_BVADD, a, b);
}

/* (x + y) - b where b is an argument of the sum, and the like. */
static term sub_from_sum(struct bank *bank, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op == OP_BVADD) {
		if (na->a == b || na->b == b)
			return na->a == b ? na->b : na->a;
		if (nb->op == OP_BVADD) {
			if (na->a == nb->a || na->a == nb->b)
				return arithmetic_sub(bank, na->b, na->a == nb->a ? nb->b : nb->a);
			if (na->b == nb->a || na->b == nb->b)
				return arithmetic_sub(bank, na->a, na->b == nb->a ? nb->b : nb->a);
		}
	}
	if (nb->op == OP_BVADD && (nb->a == a || nb->b == a))
		return arithmetic_neg(bank, nb->a == a ? nb->b : nb->a);
	return 0;
}

static term sub_from_difference(struct bank *bank, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (nb->op == OP_BVNEG)
		return arithmetic_add(bank, a, nb->a);
	if (na->op == OP_BVNEG)
		return arithmetic_neg(bank, arithmetic_add(bank, na->a, b));
	if (na->op == OP_BVSUB && na->a == b)
		return arithmetic_neg(bank, na->b);
	if (nb->op == OP_BVSUB && nb->a == a)
		return nb->b;
	if (na->op == OP_BVSUB && nb->op == OP_BVSUB) {
		if (na->a == nb->a)
			return arithmetic_sub(bank, nb->b, na->b);
		if (na->b == nb->b)
			return arithmetic_sub(bank, na->a, nb->a);
	}
	return 0;
}

static term sub_rules(struct bank *bank, term a, term b)
{
	if (is_constant(bank, a)) {
		term t = lift_binary(bank, OP_BVSUB, a, b);
		return t ? t : arithmetic_add(bank, arithmetic_neg(bank, b), a);
	}
	term c, d, x = split_constant(bank, a, &c), y = split_constant(bank, b, &d);
	if (c || d)
		return plus(bank, arithmetic_sub(bank, x, y), sum_constants(bank, c, negated(bank, d)));
	term t = sub_from_sum(bank, a, b);
	if (!t)
		t = sub_from_difference(bank, a, b);
	if (!t)
		t = lift_binary(bank, OP_BVSUB, a, b);
	return t ? t : combine_multiples(bank, OP_BVSUB, a, b);
}

term arithmetic_sub(struct bank *bank, term a, term b)
{
	if (a == b)
		return zero_like(bank, a);
	if (is_constant(bank, b))
		return arithmetic_add(bank, a, negated(bank, b));
	if (!simplify_enter(bank))
		return raw_same(bank, OP_BVSUB, a, b);
	term t = sub_rules(bank, a, b);
	simplify_leave(bank);
	return t ? t : raw_same(bank, OP_BVSUB, a, b);
}

static term neg_rules(struct bank *bank, term a)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_BVNEG)
		return n->a;
	if (n->op == OP_BVSUB)
		return arithmetic_sub(bank, n->b, n->a);
	if (n->op == OP_BVADD && is_constant(bank, n->b))
		return arithmetic_add(bank, arithmetic_neg(bank, n->a), negated(bank, n->b));
	if (n->op == OP_BVMUL && is_constant(bank, n->b))
		return arithmetic_mul(bank, n->a, negated(bank, n->b));
	if (n->op == OP_BVNOT)
		return arithmetic_add(bank, n->a, term_bv(bank, bank_width(bank, a), 1));
	return lift_binary(bank, OP_BVSUB, zero_like(bank, a), a);
}

term arithmetic_neg(struct bank *bank, term a)
{
	if (is_constant(bank, a))
		return negated(bank, a);
	if (!simplify_enter(bank))
		return raw_same(bank, OP_BVNEG, a, 0);
	term t = neg_rules(bank, a);
	simplify_leave(bank);
	return t ? t : raw_same(bank, OP_BVNEG, a, 0);
}

static term mul_rules(struct bank *bank, term a, term b)
{
	const struct node *n = bank_node(bank, a);
	term t = lift_binary(bank, OP_BVMUL, a, b);
	if (t || !is_constant(bank, b))
		return t;
	if (n->op == OP_BVMUL && is_constant(bank, n->b))
		return arithmetic_mul(bank, n->a, fold_binary(bank, OP_BVMUL, n->b, b));
	if (n->op == OP_BVADD && is_constant(bank, n->b))
		return arithmetic_add(bank, arithmetic_mul(bank, n->a, b), fold_binary(bank, OP_BVMUL, n->b, b));
	if (n->op == OP_BVNEG)
		return arithmetic_mul(bank, n->a, negated(bank, b));
	return 0;
}

term arithmetic_mul(struct bank *bank, term a, term b)
{
	order_arguments(bank, &a, &b);
	if (is_constant(bank, b)) {
		if (is_constant(bank, a))
			return fold_binary(bank, OP_BVMUL, a, b);
		if (constant_is_zero(bank, b))
			return b;
		if (constant_is_one(bank, b))
			return a;
		if (constant_is_ones(bank, b))
			return arithmetic_neg(bank, a);
	}
	if (!simplify_enter(bank))
		return raw_same(bank, OP_BVMUL, a, b);
	term t = mul_rules(bank, a, b);
	simplify_leave(bank);
	return t ? t : raw_same(bank, OP_BVMUL, a, b);
}

/* --- division --- */

static bool is_non_negative(const struct bank *bank, term t)
{
	uint32_t width = bank_width(bank, t);
	if (known_leading_zeros(bank, t) > 0)
		return true;
	return width <= 64 && known_bits(bank, t).zeros >> (width - 1) & 1;
}

/* a is certainly below b (unsigned). */
static bool is_below(const struct bank *bank, term a, term b)
{
	return bank_width(bank, a) <= 64 && known_bits(bank, a).high < known_bits(bank, b).low;
}

/* By a constant 0, 1, -1 or a power of two. */
static term divide_by_constant(struct bank *bank, enum op op, term a, term b)
{
	uint32_t width = bank_width(bank, a), k;
	bool is_signed = op == OP_BVSDIV || op == OP_BVSREM, remainder = op == OP_BVUREM || op == OP_BVSREM;
	if (constant_is_zero(bank, b)) {
		if (remainder)
			return a;
		term ones = constant_ones(bank, width);
		return op == OP_BVUDIV ? ones : term_ite(bank, compare_slt(bank, a, b), term_bv(bank, width, 1), ones);
	}
	if (constant_is_one(bank, b))
		return remainder ? zero_like(bank, a) : a;
	if (is_signed && constant_is_ones(bank, b))
		return remainder ? zero_like(bank, a) : arithmetic_neg(bank, a);
	if (is_signed || !constant_power(bank, b, &k))
		return 0;
	if (!remainder)
		return arithmetic_shift(bank, OP_BVLSHR, a, term_bv(bank, width, k));
	return k == 0 ? zero_like(bank, a) : term_zero_extend(bank, width, term_extract(bank, k - 1, 0, a));
}

/* Unsigned division of zero-extended terms is that of the narrow ones. */
static term divide_narrow(struct bank *bank, enum op op, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op != OP_ZERO_EXTEND)
		return 0;
	uint32_t width = bank_width(bank, a), narrow = bank_width(bank, na->a);
	/* x / 0 has all bits set in the wide type only, so that the divisor must be a constant there. */
	if (is_constant(bank, b) && known_leading_zeros(bank, b) + narrow >= width)
		return term_zero_extend(bank, width,
					arithmetic_divide(bank, op, na->a, fold_extract(bank, narrow - 1, 0, b)));
	if (op == OP_BVUREM && nb->op == OP_ZERO_EXTEND && bank_width(bank, nb->a) == narrow)
		return term_zero_extend(bank, width, arithmetic_divide(bank, op, na->a, nb->a));
	return 0;
}

static term divide_rules(struct bank *bank, enum op op, term a, term b)
{
	term t = lift_binary(bank, op, a, b);
	if (!t && is_constant(bank, b))
		t = divide_by_constant(bank, op, a, b);
	if (t)
		return t;
	if (a == b && (op == OP_BVUREM || op == OP_BVSREM))
		return zero_like(bank, a);
	if (op == OP_BVSDIV || op == OP_BVSREM) {
		if (is_non_negative(bank, a) && is_non_negative(bank, b))
			return arithmetic_divide(bank, op == OP_BVSDIV ? OP_BVUDIV : OP_BVUREM, a, b);
		return 0;
	}
	if (is_below(bank, a, b))
		return op == OP_BVUREM ? a : zero_like(bank, a);
	return divide_narrow(bank, op, a, b);
}

term arithmetic_divide(struct bank *bank, enum op op, term a, term b)
{
	if (is_constant(bank, a) && is_constant(bank, b))
		return fold_binary(bank, op, a, b);
	if (!simplify_enter(bank))
		return raw_same(bank, op, a, b);
	term t = divide_rules(bank, op, a, b);
	simplify_leave(bank);
	return t ? t : raw_same(bank, op, a, b);
}

/* --- shifts --- */

static term shift_by_constant(struct bank *bank, enum op op, term a, term b)
{
	uint32_t width = bank_width(bank, a);
	uint64_t k = term_fits(bank, b) ? term_value(bank, b) : UINT64_MAX;
	if (op == OP_BVASHR) {
		uint32_t by = k < width ? (uint32_t)k : width - 1;
		return term_sign_extend(bank, width, term_extract(bank, width - 1, by, a));
	}
	if (k >= width)
		return zero_like(bank, a);
	if (op == OP_BVLSHR)
		return term_zero_extend(bank, width, term_extract(bank, width - 1, (uint32_t)k, a));
	return arithmetic_mul(bank, a, fold_binary(bank, OP_BVSHL, term_bv(bank, width, 1), b));
}

static term shift_rules(struct bank *bank, enum op op, term a, term b)
{
	term t = lift_binary(bank, op, a, b);
	if (t)
		return t;
	if (is_constant(bank, b))
		return shift_by_constant(bank, op, a, b);
	if (constant_is_zero(bank, a) || (op == OP_BVASHR && constant_is_ones(bank, a)))
		return a;
	uint32_t width = bank_width(bank, a);
	if (op != OP_BVASHR && width <= 64 && known_bits(bank, b).low >= width)
		return zero_like(bank, a);
	return 0;
}

term arithmetic_shift(struct bank *bank, enum op op, term a, term b)
{
	if (is_constant(bank, a) && is_constant(bank, b))
		return fold_binary(bank, op, a, b);
	if (!simplify_enter(bank))
		return raw_same(bank, op, a, b);
	term t = shift_rules(bank, op, a, b);
	simplify_leave(bank);
	return t ? t : raw_same(bank, op, a, b);
}

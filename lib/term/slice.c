/* Operators that move bits: extract, concat, extensions.
 *
 * Extracts are pushed down to where they end in a leaf or an operator that mixes bits. Zeros above are
 * always a ZERO_EXTEND, never a CONCAT with 0. */
#include <assert.h>

#include "simplify.h"

/* Extraction of low bits commutes with these. */
static bool is_low_closed(enum op op)
{
	return op == OP_BVADD || op == OP_BVSUB || op == OP_BVMUL || op == OP_BVNEG;
}

static bool is_bitwise(enum op op)
{
	return op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR || op == OP_BVNOT;
}

/* An extract of t gets rid of t's operator. Looks `depth` levels down. */
static bool is_soft(const struct bank *bank, term t, uint32_t low, uint32_t depth)
{
	const struct node *n = bank_node(bank, t);
	if (n->leaves || n->op == OP_CONCAT || n->op == OP_ZERO_EXTEND || n->op == OP_SIGN_EXTEND ||
	    n->op == OP_EXTRACT)
		return true;
	if (!depth)
		return false;
	if (is_bitwise(n->op) || (low == 0 && is_low_closed(n->op)))
		return is_soft(bank, n->a, low, depth - 1) &&
		       (n->op == OP_BVNOT || n->op == OP_BVNEG || is_soft(bank, n->b, low, depth - 1));
	return n->op == OP_ITE && is_soft(bank, n->b, low, depth - 1) && is_soft(bank, n->c, low, depth - 1);
}

static term extract_concat(struct bank *bank, uint32_t high, uint32_t low, const struct node *n)
{
	uint32_t cut = bank_width(bank, n->b);
	if (low >= cut)
		return term_extract(bank, high - cut, low - cut, n->a);
	if (high < cut)
		return term_extract(bank, high, low, n->b);
	return term_concat(bank, term_extract(bank, high - cut, 0, n->a), term_extract(bank, cut - 1, low, n->b));
}

static term extract_extension(struct bank *bank, uint32_t high, uint32_t low, const struct node *n)
{
	uint32_t width = bank_width(bank, n->a), size = high - low + 1;
	bool is_signed = n->op == OP_SIGN_EXTEND;
	if (high < width)
		return term_extract(bank, high, low, n->a);
	if (low < width) {
		term part = term_extract(bank, width - 1, low, n->a);
		return is_signed ? term_sign_extend(bank, size, part) : term_zero_extend(bank, size, part);
	}
	if (!is_signed)
		return term_bv(bank, size, 0);
	return term_sign_extend(bank, size, term_extract(bank, width - 1, width - 1, n->a));
}

/* Of x * 2^k c: the low k bits are 0; for c = 1 the others are x's. */
static term extract_multiple(struct bank *bank, uint32_t high, uint32_t low, const struct node *n)
{
	uint32_t k;
	if (!constant_power(bank, n->b, &k))
		return high < constant_trailing_zeros(bank, n->b) ? term_bv(bank, high - low + 1, 0) : 0;
	if (low >= k)
		return term_extract(bank, high - k, low - k, n->a);
	if (high < k)
		return term_bv(bank, high - low + 1, 0);
	return term_concat(bank, term_extract(bank, high - k, 0, n->a), term_bv(bank, k - low, 0));
}

static term extract_pushed(struct bank *bank, uint32_t high, uint32_t low, const struct node *n)
{
	term a = term_extract(bank, high, low, n->a);
	if (n->op == OP_BVNOT || n->op == OP_BVNEG)
		return term_unary(bank, n->op, a);
	return term_binary(bank, n->op, a, term_extract(bank, high, low, n->b));
}

static bool is_pushable(const struct bank *bank, uint32_t low, term t)
{
	const struct node *n = bank_node(bank, t);
	if (is_bitwise(n->op)) {
		bool soft = is_soft(bank, n->a, low, 2);
		return n->op == OP_BVNOT ? soft : soft || is_soft(bank, n->b, low, 2);
	}
	return low == 0 && is_low_closed(n->op) && is_soft(bank, t, low, 3);
}

static term extract_rules(struct bank *bank, uint32_t high, uint32_t low, term a)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_EXTRACT)
		return term_extract(bank, high + n->c, low + n->c, n->a);
	if (n->op == OP_CONCAT)
		return extract_concat(bank, high, low, n);
	if (n->op == OP_ZERO_EXTEND || n->op == OP_SIGN_EXTEND)
		return extract_extension(bank, high, low, n);
	if (n->leaves)
		return lift_extract(bank, high, low, a);
	if (n->op == OP_BVMUL && is_constant(bank, n->b)) {
		term t = extract_multiple(bank, high, low, n);
		if (t)
			return t;
	}
	if (is_pushable(bank, low, a))
		return extract_pushed(bank, high, low, n);
	if (n->op == OP_ITE && is_soft(bank, n->b, low, 2) && is_soft(bank, n->c, low, 2))
		return term_ite(bank, n->a, term_extract(bank, high, low, n->b), term_extract(bank, high, low, n->c));
	return 0;
}

term term_extract(struct bank *bank, uint32_t high, uint32_t low, term a)
{
	assert(low <= high && high < bank_width(bank, a));
	uint32_t width = high - low + 1;
	if (width == bank_width(bank, a))
		return a;
	if (is_constant(bank, a))
		return fold_extract(bank, high, low, a);
	term t = 0;
	if (simplify_enter(bank)) {
		t = extract_rules(bank, high, low, a);
		simplify_leave(bank);
	}
	return t ? t : bank_raw(bank, OP_EXTRACT, sort_bitvector(bank, width), a, high, low);
}

/* --- concat --- */

/* An extract of t may have been pushed into t, so that it does not look like one. */
static bool may_be_pushed(const struct bank *bank, term t)
{
	enum op op = bank_node(bank, t)->op;
	return is_bitwise(op) || is_low_closed(op) || op == OP_ITE;
}

/* Neighbouring extracts of one term, and constants. 0: they don't fuse. */
static term fuse(struct bank *bank, term high, term low)
{
	const struct node *h = bank_node(bank, high), *l = bank_node(bank, low);
	uint32_t high_width = bank_width(bank, high), low_width = bank_width(bank, low);
	if (h->op == OP_CONSTANT && l->op == OP_CONSTANT)
		return fold_binary(bank, OP_CONCAT, high, low);
	if (h->op == OP_EXTRACT && l->op == OP_EXTRACT && h->a == l->a && h->c == l->b + 1)
		return term_extract(bank, h->b, l->c, h->a);
	if (h->op == OP_EXTRACT && h->c >= low_width && may_be_pushed(bank, h->a) &&
	    term_extract(bank, h->c - 1, h->c - low_width, h->a) == low)
		return term_extract(bank, h->b, h->c - low_width, h->a);
	if (l->op == OP_EXTRACT && l->b + high_width < bank_width(bank, l->a) && may_be_pushed(bank, l->a) &&
	    term_extract(bank, l->b + high_width, l->b + 1, l->a) == high)
		return term_extract(bank, l->b + high_width, l->c, l->a);
	return 0;
}

/* concat(sign bits of x, x) where the sign bits are an extension of x's own top bit. */
static term concat_sign(struct bank *bank, term high, term low)
{
	const struct node *h = bank_node(bank, high);
	uint32_t width = bank_width(bank, low), total = width + bank_width(bank, high);
	term top = h->op == OP_SIGN_EXTEND ? h->a : high;
	if (bank_width(bank, top) != 1 || is_constant(bank, top))
		return 0;
	return top == term_extract(bank, width - 1, width - 1, low) ? term_sign_extend(bank, total, low) : 0;
}

static term concat_nested(struct bank *bank, term high, term low)
{
	const struct node *h = bank_node(bank, high), *l = bank_node(bank, low);
	term t;
	if (h->op == OP_CONCAT && (t = fuse(bank, h->b, low)))
		return term_concat(bank, h->a, t);
	if (l->op == OP_CONCAT && (t = fuse(bank, high, l->a)))
		return term_concat(bank, t, l->b);
	if (h->op == OP_CONCAT && l->op == OP_CONCAT && (t = fuse(bank, h->b, l->a)))
		return term_concat(bank, term_concat(bank, h->a, t), l->b);
	if (h->op == OP_ZERO_EXTEND)
		return term_zero_extend(bank, bank_width(bank, high) + bank_width(bank, low),
					term_concat(bank, h->a, low));
	return 0;
}

static term concat_rules(struct bank *bank, term high, term low)
{
	const struct node *h = bank_node(bank, high), *l = bank_node(bank, low);
	if (constant_is_zero(bank, high))
		return term_zero_extend(bank, bank_width(bank, high) + bank_width(bank, low), low);
	term t = fuse(bank, high, low);
	if (!t)
		t = concat_nested(bank, high, low);
	if (!t)
		t = lift_binary(bank, OP_CONCAT, high, low);
	if (!t)
		t = concat_sign(bank, high, low);
	if (!t && h->op == OP_ITE && l->op == OP_ITE && h->a == l->a)
		t = term_ite(bank, h->a, term_concat(bank, h->b, l->b), term_concat(bank, h->c, l->c));
	return t;
}

term term_concat(struct bank *bank, term high, term low)
{
	uint32_t width = bank_width(bank, high) + bank_width(bank, low);
	if (is_constant(bank, high) && is_constant(bank, low))
		return fold_binary(bank, OP_CONCAT, high, low);
	term t = 0;
	if (simplify_enter(bank)) {
		t = concat_rules(bank, high, low);
		simplify_leave(bank);
	}
	return t ? t : bank_raw(bank, OP_CONCAT, sort_bitvector(bank, width), high, low, 0);
}

/* --- extensions --- */

static term zero_extend_rules(struct bank *bank, uint32_t width, term a)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_ZERO_EXTEND)
		return term_zero_extend(bank, width, n->a);
	return n->leaves ? lift_extend(bank, width, a, false) : 0;
}

term term_zero_extend(struct bank *bank, uint32_t width, term a)
{
	assert(width >= bank_width(bank, a));
	if (width == bank_width(bank, a))
		return a;
	if (is_constant(bank, a))
		return fold_extend(bank, width, a, false);
	term t = 0;
	if (simplify_enter(bank)) {
		t = zero_extend_rules(bank, width, a);
		simplify_leave(bank);
	}
	return t ? t : bank_raw(bank, OP_ZERO_EXTEND, sort_bitvector(bank, width), a, width, 0);
}

static term sign_extend_rules(struct bank *bank, uint32_t width, term a)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_SIGN_EXTEND)
		return term_sign_extend(bank, width, n->a);
	if (n->op == OP_ZERO_EXTEND) /* to more than its argument's width: the sign is 0 */
		return term_zero_extend(bank, width, n->a);
	return n->leaves ? lift_extend(bank, width, a, true) : 0;
}

term term_sign_extend(struct bank *bank, uint32_t width, term a)
{
	assert(width >= bank_width(bank, a));
	if (width == bank_width(bank, a))
		return a;
	if (is_constant(bank, a))
		return fold_extend(bank, width, a, true);
	term t = 0;
	if (simplify_enter(bank)) {
		t = sign_extend_rules(bank, width, a);
		simplify_leave(bank);
	}
	return t ? t : bank_raw(bank, OP_SIGN_EXTEND, sort_bitvector(bank, width), a, width, 0);
}

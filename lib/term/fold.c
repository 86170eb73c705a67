/* Operators on constants. */
#include <string.h>

#include "memory.h"
#include "simplify.h"

/* Words for a result: in the caller's frame up to 256 bits. */
struct words {
	uint64_t local[4], *at;
};

static uint64_t *words_new(struct words *w, uint32_t width)
{
	uint32_t n = bv_words(width);
	w->at = n <= 4 ? w->local : memory_alloc(n * sizeof *w->at);
	return w->at;
}

static term words_term(struct bank *bank, struct words *w, uint32_t width)
{
	term t = term_bv_words(bank, width, w->at);
	if (w->at != w->local)
		memory_free(w->at);
	return t;
}

bool constant_is_zero(const struct bank *bank, term t)
{
	return is_constant(bank, t) && bv_is_zero(term_words(bank, t), bank_width(bank, t));
}

bool constant_is_one(const struct bank *bank, term t)
{
	return term_fits(bank, t) && term_value(bank, t) == 1;
}

/* Bits `from` up to `to` (not included) are all `bit`. */
static bool bits_are(const uint64_t *a, uint32_t from, uint32_t to, bool bit)
{
	for (uint32_t i = from; i < to;) {
		if (i % 64 == 0 && to - i >= 64) {
			if (a[i / 64] != (bit ? UINT64_MAX : 0))
				return false;
			i += 64;
		} else if (bv_bit(a, i++) != bit) {
			return false;
		}
	}
	return true;
}

bool constant_is_ones(const struct bank *bank, term t)
{
	return is_constant(bank, t) && bits_are(term_words(bank, t), 0, bank_width(bank, t), true);
}

static bool top_and_rest(const struct bank *bank, term t, bool top)
{
	if (!is_constant(bank, t))
		return false;
	const uint64_t *a = term_words(bank, t);
	uint32_t w = bank_width(bank, t);
	return bv_bit(a, w - 1) == top && bits_are(a, 0, w - 1, !top);
}

bool constant_is_min(const struct bank *bank, term t)
{
	return top_and_rest(bank, t, true);
}

bool constant_is_max(const struct bank *bank, term t)
{
	return top_and_rest(bank, t, false);
}

uint32_t constant_trailing_zeros(const struct bank *bank, term t)
{
	const uint64_t *a = term_words(bank, t);
	uint32_t width = bank_width(bank, t);
	for (uint32_t i = 0; i < bv_words(width); i++) {
		if (a[i])
			return 64 * i + (uint32_t)__builtin_ctzll(a[i]);
	}
	return width;
}

uint32_t constant_leading_zeros(const struct bank *bank, term t)
{
	const uint64_t *a = term_words(bank, t);
	uint32_t width = bank_width(bank, t);
	for (uint32_t i = bv_words(width); i-- > 0;) {
		if (a[i])
			return width - (64 * i + 64 - (uint32_t)__builtin_clzll(a[i]));
	}
	return width;
}

bool constant_power(const struct bank *bank, term t, uint32_t *k)
{
	if (!is_constant(bank, t) || constant_is_zero(bank, t))
		return false;
	*k = constant_trailing_zeros(bank, t);
	return constant_leading_zeros(bank, t) + *k + 1 == bank_width(bank, t);
}

bool constant_low_mask(const struct bank *bank, term t, uint32_t *k)
{
	if (!is_constant(bank, t))
		return false;
	*k = bank_width(bank, t) - constant_leading_zeros(bank, t);
	return *k > 0 && *k < bank_width(bank, t) && bits_are(term_words(bank, t), 0, *k, true);
}

term constant_ones(struct bank *bank, uint32_t width)
{
	struct words w;
	uint64_t *r = words_new(&w, width);
	memset(r, 0xff, bv_words(width) * sizeof *r);
	bv_normalize(r, width);
	return words_term(bank, &w, width);
}

term fold_unary(struct bank *bank, enum op op, term a)
{
	struct words w;
	uint32_t width = bank_width(bank, a);
	uint64_t *r = words_new(&w, width);
	if (op == OP_BVNOT)
		bv_not(r, term_words(bank, a), width);
	else
		bv_neg(r, term_words(bank, a), width);
	return words_term(bank, &w, width);
}

static void (*arithmetic_function(enum op op))(uint64_t *, const uint64_t *, const uint64_t *, uint32_t)
{
	switch ((int)op) {
	case OP_BVAND:
		return bv_and;
	case OP_BVOR:
		return bv_or;
	case OP_BVXOR:
		return bv_xor;
	case OP_BVADD:
		return bv_add;
	case OP_BVSUB:
		return bv_sub;
	case OP_BVMUL:
		return bv_mul;
	case OP_BVUDIV:
		return bv_udiv;
	case OP_BVUREM:
		return bv_urem;
	case OP_BVSDIV:
		return bv_sdiv;
	case OP_BVSREM:
		return bv_srem;
	case OP_BVSHL:
		return bv_shl;
	case OP_BVLSHR:
		return bv_lshr;
	case OP_BVASHR:
		return bv_ashr;
	}
	return NULL;
}

term fold_binary(struct bank *bank, enum op op, term a, term b)
{
	const uint64_t *x = term_words(bank, a), *y = term_words(bank, b);
	uint32_t width = bank_width(bank, a), low_width = bank_width(bank, b);
	struct words w;
	switch ((int)op) {
	case OP_EQ:
		return term_bool(bank, a == b);
	case OP_BVULT:
		return term_bool(bank, bv_ult(x, y, width));
	case OP_BVULE:
		return term_bool(bank, !bv_ult(y, x, width));
	case OP_BVSLT:
		return term_bool(bank, bv_slt(x, y, width));
	case OP_BVSLE:
		return term_bool(bank, !bv_slt(y, x, width));
	case OP_CONCAT:
		bv_concat(words_new(&w, width + low_width), x, width, y, low_width);
		return words_term(bank, &w, width + low_width);
	}
	uint64_t *r = words_new(&w, width);
	arithmetic_function(op)(r, x, y, width);
	return words_term(bank, &w, width);
}

term fold_extract(struct bank *bank, uint32_t high, uint32_t low, term a)
{
	struct words w;
	bv_extract(words_new(&w, high - low + 1), term_words(bank, a), high, low);
	return words_term(bank, &w, high - low + 1);
}

term fold_extend(struct bank *bank, uint32_t width, term a, bool is_signed)
{
	struct words w;
	bv_extend(words_new(&w, width), term_words(bank, a), bank_width(bank, a), width, is_signed);
	return words_term(bank, &w, width);
}

/* Newton's iteration: each step doubles the number of correct low bits; x = a is right in 3 bits. */
term fold_inverse(struct bank *bank, term odd)
{
	uint32_t width = bank_width(bank, odd);
	term two = term_bv(bank, width, 2), x = odd;
	for (uint32_t bits = 3; bits < width; bits *= 2)
		x = fold_binary(bank, OP_BVMUL, x,
				fold_binary(bank, OP_BVSUB, two, fold_binary(bank, OP_BVMUL, odd, x)));
	return x;
}

/* --- ite trees with constant leaves --- */

/* The recursion is as deep as the trees are high: fewer levels than they have leaves. */
static term lift_left(struct bank *bank, enum op op, term a, term b)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_CONSTANT)
		return fold_binary(bank, op, a, b);
	term yes = lift_left(bank, op, n->b, b), no = lift_left(bank, op, n->c, b);
	return term_ite(bank, n->a, yes, no);
}

static term lift_right(struct bank *bank, enum op op, term a, term b)
{
	const struct node *n = bank_node(bank, b);
	if (n->op == OP_CONSTANT)
		return fold_binary(bank, op, a, b);
	term yes = lift_right(bank, op, a, n->b), no = lift_right(bank, op, a, n->c);
	return term_ite(bank, n->a, yes, no);
}

term lift_binary(struct bank *bank, enum op op, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (!na->leaves || !nb->leaves)
		return 0;
	if (nb->op == OP_CONSTANT)
		return lift_left(bank, op, a, b);
	if (na->op == OP_CONSTANT)
		return lift_right(bank, op, a, b);
	if (na->a != nb->a)
		return 0;
	term yes = lift_binary(bank, op, na->b, nb->b), no = yes ? lift_binary(bank, op, na->c, nb->c) : 0;
	return no ? term_ite(bank, na->a, yes, no) : 0;
}

term lift_extract(struct bank *bank, uint32_t high, uint32_t low, term a)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_CONSTANT)
		return fold_extract(bank, high, low, a);
	if (!n->leaves)
		return 0;
	term yes = lift_extract(bank, high, low, n->b), no = lift_extract(bank, high, low, n->c);
	return term_ite(bank, n->a, yes, no);
}

term lift_extend(struct bank *bank, uint32_t width, term a, bool is_signed)
{
	const struct node *n = bank_node(bank, a);
	if (n->op == OP_CONSTANT)
		return fold_extend(bank, width, a, is_signed);
	if (!n->leaves)
		return 0;
	term yes = lift_extend(bank, width, n->b, is_signed), no = lift_extend(bank, width, n->c, is_signed);
	return term_ite(bank, n->a, yes, no);
}

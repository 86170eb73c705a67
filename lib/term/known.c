/* What is known of a bit-vector of up to 64 bits without looking deep: bits that are certainly 0 or 1, and
 * unsigned bounds. Every answer is an over-approximation of the term's values; the depth is bounded, so
 * that the time is. */
#include "simplify.h"

enum { DEPTH = 4 };

static uint64_t mask_of(uint32_t width)
{
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static struct known known_nothing(uint32_t width)
{
	return (struct known){ .zeros = ~mask_of(width), .high = mask_of(width) };
}

static struct known known_value(uint64_t value)
{
	return (struct known){ ~value, value, value, value };
}

/* Bits and bounds sharpen each other. */
static struct known known_agree(struct known k)
{
	if (k.ones > k.low)
		k.low = k.ones;
	if (~k.zeros < k.high)
		k.high = ~k.zeros;
	/* Above the highest bit in which the bounds differ, they give the bits. */
	uint64_t differ = k.low ^ k.high;
	uint64_t fixed = differ ? ~(UINT64_MAX >> __builtin_clzll(differ)) : UINT64_MAX;
	k.ones |= k.low & fixed;
	k.zeros |= ~k.low & fixed;
	return k;
}

static struct known known_at(const struct bank *bank, term t, uint32_t depth);

static struct known known_bitwise(enum op op, struct known a, struct known b)
{
	struct known k = { 0, 0, 0, UINT64_MAX };
	if (op == OP_BVAND) {
		k.zeros = a.zeros | b.zeros;
		k.ones = a.ones & b.ones;
		k.high = a.high < b.high ? a.high : b.high;
	} else if (op == OP_BVOR) {
		k.zeros = a.zeros & b.zeros;
		k.ones = a.ones | b.ones;
		k.low = a.low > b.low ? a.low : b.low;
	} else {
		k.zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
		k.ones = (a.zeros & b.ones) | (a.ones & b.zeros);
	}
	return k;
}

/* The low bits of a sum are known as far as those of both arguments are. */
static struct known known_sum(struct known a, struct known b, uint64_t mask)
{
	struct known k = { ~mask, 0, 0, mask };
	uint64_t both = (a.zeros | a.ones) & (b.zeros | b.ones);
	uint32_t low = ~both ? (uint32_t)__builtin_ctzll(~both) : 64;
	uint64_t low_mask = low ? mask_of(low) & mask : 0, sum = a.ones + b.ones;
	k.ones |= sum & low_mask;
	k.zeros |= ~sum & low_mask;
	uint64_t high;
	if (!__builtin_add_overflow(a.high, b.high, &high) && high <= mask) {
		k.high = high;
		k.low = a.low + b.low;
	}
	return k;
}

static struct known known_product(struct known a, struct known b, uint64_t mask)
{
	struct known k = { ~mask, 0, 0, mask };
	uint32_t zeros_a = ~a.zeros ? (uint32_t)__builtin_ctzll(~a.zeros) : 64;
	uint32_t zeros_b = ~b.zeros ? (uint32_t)__builtin_ctzll(~b.zeros) : 64;
	uint32_t zeros = zeros_a + zeros_b;
	k.zeros |= mask_of(zeros);
	uint64_t high;
	if (!__builtin_mul_overflow(a.high, b.high, &high) && high <= mask) {
		k.high = high;
		k.low = a.low * b.low;
	}
	return k;
}

static struct known known_either(struct known a, struct known b)
{
	return (struct known){ a.zeros & b.zeros, a.ones & b.ones, a.low < b.low ? a.low : b.low,
			       a.high > b.high ? a.high : b.high };
}

static struct known known_concat(struct known high, struct known low, uint32_t by)
{
	return (struct known){ high.zeros << by | (low.zeros & mask_of(by)), high.ones << by | low.ones,
			       high.low << by | low.low, high.high << by | low.high };
}

/* With the sign bit known to be 0 a sign extension is a zero extension. */
static struct known known_sign_extend(struct known a, uint32_t from, uint32_t to)
{
	uint64_t sign = UINT64_C(1) << (from - 1), top = mask_of(to) & ~mask_of(from);
	if (a.zeros & sign)
		return a;
	struct known k = { ~mask_of(to) | (a.zeros & mask_of(from)), a.ones, 0, mask_of(to) };
	if (a.ones & sign) {
		k.ones |= top;
		k.low = a.low | top;
		k.high = a.high | top;
	}
	return k;
}

static struct known known_extract(const struct bank *bank, const struct node *n, uint32_t width, uint32_t depth)
{
	if (bank_width(bank, n->a) > 64)
		return known_nothing(width);
	struct known a = known_at(bank, n->a, depth), k = known_nothing(width);
	k.zeros |= a.zeros >> n->c & mask_of(width);
	k.ones |= a.ones >> n->c & mask_of(width);
	if (a.high >> n->c <= mask_of(width)) {
		k.low = a.low >> n->c;
		k.high = a.high >> n->c;
	}
	return k;
}

static struct known known_node(const struct bank *bank, const struct node *n, uint32_t width, uint32_t depth)
{
	struct known k = known_nothing(width), a;
	switch ((int)n->op) {
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
		return known_bitwise(n->op, known_at(bank, n->a, depth), known_at(bank, n->b, depth));
	case OP_BVADD:
		return known_sum(known_at(bank, n->a, depth), known_at(bank, n->b, depth), mask_of(width));
	case OP_BVMUL:
		return known_product(known_at(bank, n->a, depth), known_at(bank, n->b, depth), mask_of(width));
	case OP_BVUREM:
		a = known_at(bank, n->b, depth);
		if (a.low > 0)
			k.high = a.high - 1;
		return k;
	case OP_BVUDIV:
		a = known_at(bank, n->b, depth);
		if (a.low > 0)
			k.high = known_at(bank, n->a, depth).high / a.low;
		return k;
	case OP_ITE:
		return known_either(known_at(bank, n->b, depth), known_at(bank, n->c, depth));
	case OP_CONCAT:
		return known_concat(known_at(bank, n->a, depth), known_at(bank, n->b, depth), bank_width(bank, n->b));
	case OP_ZERO_EXTEND:
		return known_at(bank, n->a, depth);
	case OP_SIGN_EXTEND:
		return known_sign_extend(known_at(bank, n->a, depth), bank_width(bank, n->a), width);
	case OP_EXTRACT:
		return known_extract(bank, n, width, depth);
	}
	return k;
}

static struct known known_at(const struct bank *bank, term t, uint32_t depth)
{
	const struct node *n = bank_node(bank, t);
	uint32_t width = bank->sorts[n->sort].width;
	if (n->op == OP_CONSTANT)
		return known_value(n->value);
	if (depth == 0)
		return known_nothing(width);
	return known_agree(known_node(bank, n, width, depth - 1));
}

struct known known_bits(const struct bank *bank, term t)
{
	return known_at(bank, t, DEPTH);
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t trailing_zeros(const struct bank *bank, term t, uint32_t depth)
{
	const struct node *n = bank_node(bank, t);
	uint32_t width = bank->sorts[n->sort].width, low;
	if (n->op == OP_CONSTANT)
		return constant_trailing_zeros(bank, t);
	if (depth-- == 0)
		return 0;
	switch ((int)n->op) {
	case OP_CONCAT:
		low = bank_width(bank, n->b);
		if (trailing_zeros(bank, n->b, depth) < low)
			return trailing_zeros(bank, n->b, depth);
		return low + trailing_zeros(bank, n->a, depth);
	case OP_BVMUL:
		return least(width, trailing_zeros(bank, n->a, depth) + trailing_zeros(bank, n->b, depth));
	case OP_BVADD:
	case OP_BVOR:
		return least(trailing_zeros(bank, n->a, depth), trailing_zeros(bank, n->b, depth));
	}
	return 0;
}

uint32_t known_trailing_zeros(const struct bank *bank, term t)
{
	return trailing_zeros(bank, t, 3);
}

uint32_t known_leading_zeros(const struct bank *bank, term t)
{
	const struct node *n = bank_node(bank, t);
	if (n->op == OP_CONSTANT)
		return constant_leading_zeros(bank, t);
	if (n->op == OP_ZERO_EXTEND)
		return bank->sorts[n->sort].width - bank_width(bank, n->a);
	return 0;
}

/* And, or, exclusive or. Known bits are exact by themselves; intervals give the extreme results over two ranges (Warren,
 * "Hacker's Delight", 4-3), by parts that ascend as unsigned numbers. */
#include "number_internal.h"

struct range {
	uint64_t low, high;
};

static uint64_t top_bit(uint64_t x)
{
	return UINT64_C(1) << (63 - __builtin_clzll(x));
}

/* The least number above r.low that has the bit, which r.low has not: all below it are 0. */
static uint64_t lifted(struct range r, uint64_t bit)
{
	return (r.low | bit) & -bit;
}

/* The greatest number below r.high that has not the bit, which r.high has: all below it are 1. */
static uint64_t lowered(struct range r, uint64_t bit)
{
	return (r.high - bit) | (bit - 1);
}

/* The highest bit that one low end has and the other can get for nothing: what is below it costs nothing any more. */
static uint64_t least_or(struct range x, struct range y)
{
	for (uint64_t rest = x.low ^ y.low; rest; rest ^= top_bit(rest)) {
		uint64_t bit = top_bit(rest);
		struct range *without = x.low & bit ? &y : &x;
		if (lifted(*without, bit) <= without->high) {
			without->low = lifted(*without, bit);
			break;
		}
	}
	return x.low | y.low;
}

/* A bit that both high ends have need not be in both: the other's lower bits become 1. */
static uint64_t greatest_or(struct range x, struct range y)
{
	for (uint64_t rest = x.high & y.high; rest; rest ^= top_bit(rest)) {
		uint64_t bit = top_bit(rest);
		if (lowered(x, bit) >= x.low)
			return lowered(x, bit) | y.high;
		if (lowered(y, bit) >= y.low)
			return x.high | lowered(y, bit);
	}
	return x.high | y.high;
}

static uint64_t least_xor(struct range x, struct range y)
{
	for (uint64_t bit = top_bit(x.low | y.low | 1); bit; bit >>= 1) {
		struct range *without = x.low & bit ? &y : &x;
		if ((x.low ^ y.low) & bit && lifted(*without, bit) <= without->high)
			without->low = lifted(*without, bit);
	}
	return x.low ^ y.low;
}

static uint64_t greatest_xor(struct range x, struct range y)
{
	for (uint64_t bit = top_bit((x.high & y.high) | 1); bit; bit >>= 1) {
		if (!(x.high & y.high & bit))
			continue;
		if (lowered(x, bit) >= x.low)
			x.high = lowered(x, bit);
		else if (lowered(y, bit) >= y.low)
			y.high = lowered(y, bit);
	}
	return x.high ^ y.high;
}

static struct range complement(struct range r, uint64_t mask)
{
	return (struct range){ ~r.high & mask, ~r.low & mask };
}

static struct range bitwise_range(enum op op, struct range x, struct range y, uint64_t mask)
{
	if (op == OP_BVXOR)
		return (struct range){ least_xor(x, y), greatest_xor(x, y) };
	if (op == OP_BVOR)
		return (struct range){ least_or(x, y), greatest_or(x, y) };
	x = complement(x, mask);
	y = complement(y, mask);
	return complement((struct range){ least_or(x, y), greatest_or(x, y) }, mask);
}

static struct number known_as_number(enum op op, struct number a, struct number b)
{
	struct number n = number_all(a.width);
	if (op == OP_BVAND) {
		n.zeros = a.zeros | b.zeros;
		n.ones = a.ones & b.ones;
	} else if (op == OP_BVOR) {
		n.zeros = a.zeros & b.zeros;
		n.ones = a.ones | b.ones;
	} else {
		n.zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
		n.ones = (a.zeros & b.ones) | (a.ones & b.zeros);
	}
	return n;
}

static struct number bitwise_part(enum op op, struct number a, struct number b)
{
	struct number n = known_as_number(op, a, b);
	struct range x = { a.first, a.last }, y = { b.first, b.last }, r = bitwise_range(op, x, y, number_mask(a));
	return number_with_bits(number_steps(a.width, r.low, r.high - r.low, 1), n.zeros, n.ones);
}

static struct number bitwise_parts(enum op op, struct number a, struct number b)
{
	struct number x[2], y[2], n = number_none(a.width);
	uint32_t p = number_split(a, 0, x), q = number_split(b, 0, y);
	for (uint32_t i = 0; i < p; i++) {
		for (uint32_t j = 0; j < q; j++)
			n = number_join(n, bitwise_part(op, x[i], y[j]));
	}
	return n;
}

/* --- results that are sums --- */

/* Every bit of `a` that b may change is known, and b is known there: the same amount is added to all. */
static bool is_shift_of(enum op op, struct number a, struct number b, struct number *out)
{
	uint64_t changing = op == OP_BVAND ? number_mask(b) & ~b.ones : number_possible(b);
	if (changing & ~((a.zeros | a.ones) & (b.zeros | b.ones)))
		return false;
	uint64_t cleared = op == OP_BVOR ? 0 : a.ones & changing, set = op == OP_BVAND ? 0 : changing & ~a.ones;
	*out = number_sum(a, number_constant(a.width, set - cleared));
	return true;
}

/* a | b and a ^ b of numbers without a common bit are a + b; a ^ b where b has all bits that a may have is b - a. */
static bool is_sum(enum op op, struct number a, struct number b, struct number *out)
{
	if (op != OP_BVAND && !(number_possible(a) & number_possible(b))) {
		*out = number_sum(a, b);
		return true;
	}
	if (op != OP_BVXOR || (number_possible(a) & ~b.ones))
		return false;
	*out = number_difference(b, a);
	return true;
}

/* With a constant whose sign bit is 1: x ^ c = (x ^ (c - sign)) + sign = -1 - (x ^ ~c). */
static struct number flip_sign(struct number a, uint64_t c)
{
	uint64_t sign = number_sign(a), mask = number_mask(a);
	struct number x = number_bitwise(OP_BVXOR, a, number_constant(a.width, c ^ sign));
	struct number y = number_bitwise(OP_BVXOR, a, number_constant(a.width, ~c));
	x = number_sum(x, number_constant(a.width, sign));
	return number_meet(x, number_difference(number_constant(a.width, mask), y));
}

struct number number_bitwise(enum op op, struct number a, struct number b)
{
	struct number sum, n;
	if (number_is_single(a)) {
		n = a;
		a = b;
		b = n;
	}
	if (is_shift_of(op, a, b, &sum) || is_shift_of(op, b, a, &sum))
		return sum;
	if (op == OP_BVXOR && number_is_single(b) && b.ones & number_sign(a))
		return flip_sign(a, b.first);
	n = bitwise_parts(op, a, b);
	return is_sum(op, a, b, &sum) || is_sum(op, b, a, &sum) ? number_meet(n, sum) : n;
}

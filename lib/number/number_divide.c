/* Quotients and remainders: by parts that do not step over a pole, so that their ends are the extreme numbers. */
#include "number_internal.h"

/* The part without 0, its least member. */
static struct number without_zero(struct number b)
{
	if (b.first == b.last)
		return number_none(b.width);
	struct number n = number_steps(b.width, b.first + b.stride, number_span(b) - b.stride, b.stride);
	return number_ascending(number_with_bits(n, b.zeros, b.ones), 0);
}

/* x >> k of bits, where the divisor is 2^k. */
static struct number quotient_bits(struct number n, struct number a, uint64_t divisor)
{
	uint32_t k = trailing_zeros(divisor);
	return number_with_bits(n, a.zeros >> k | ~(number_mask(a) >> k), a.ones >> k);
}

static struct number divide(struct number a, struct number b)
{
	uint64_t low = a.first / b.last, high = a.last / b.first, stride = 1;
	if (b.first == b.last && a.stride % b.first == 0) /* (f + i s) / c = f / c + i (s / c) */
		stride = a.stride / b.first;
	struct number n = number_reduce(number_steps(a.width, low, high - low, stride));
	return b.first == b.last && !(b.first & (b.first - 1)) ? quotient_bits(n, a, b.first) : n;
}

static struct number remainder_bits(struct number n, struct number a, uint64_t divisor)
{
	return number_with_bits(n, a.zeros | ~(divisor - 1), a.ones & (divisor - 1));
}

/* a - q b for a quotient q: congruent to a's first modulo what divides all of stride and divisors. */
static struct number modulo(struct number a, struct number b)
{
	uint64_t q = a.first / b.last, g = gcd(gcd(a.stride, b.stride), b.first), high = least(a.last, b.last - 1);
	if (q == a.last / b.first)
		return number_difference(a, number_product(number_constant(a.width, q), b));
	struct number n = number_progression(a.width, a.first % g, high, g);
	return b.first == b.last && !(b.first & (b.first - 1)) ? remainder_bits(n, a, b.first) : n;
}

/* Both parts ascend as unsigned numbers. x / 0 = 2^w - 1, x % 0 = x. */
static struct number divide_part(enum op op, struct number a, struct number b)
{
	struct number by_zero = number_none(a.width);
	if (b.first == 0) {
		by_zero = op == OP_BVUDIV ? number_constant(a.width, UINT64_MAX) : a;
		b = without_zero(b);
	}
	if (b.none)
		return by_zero;
	return number_join(by_zero, op == OP_BVUDIV ? divide(a, b) : modulo(a, b));
}

static struct number divide_unsigned(enum op op, struct number a, struct number b)
{
	struct number x[2], y[2], n = number_none(a.width);
	uint32_t p = number_split(a, 0, x), q = number_split(b, 0, y);
	for (uint32_t i = 0; i < p; i++) {
		for (uint32_t j = 0; j < q; j++)
			n = number_join(n, divide_part(op, x[i], y[j]));
	}
	return n;
}

/* By magnitudes: the quotient is negative where the signs differ, the remainder has the dividend's. Division by 0 fits in:
 * -(2^w - 1) is 1. */
static struct number divide_magnitudes(enum op op, struct number a, struct number b)
{
	bool negative_a = number_is_negative(a), negative_b = number_is_negative(b);
	struct number x = negative_a ? number_negative(a) : a, y = negative_b ? number_negative(b) : b;
	struct number n = divide_part(op == OP_BVSDIV ? OP_BVUDIV : OP_BVUREM, x, y);
	bool negative = op == OP_BVSDIV ? negative_a != negative_b : negative_a;
	return negative && !n.none ? number_negative(n) : n;
}

static struct number divide_signed(enum op op, struct number a, struct number b)
{
	struct number x[3], y[3], n = number_none(a.width);
	uint32_t p = number_split_signs(a, x), q = number_split_signs(b, y);
	for (uint32_t i = 0; i < p; i++) {
		for (uint32_t j = 0; j < q; j++)
			n = number_join(n, divide_magnitudes(op, x[i], y[j]));
	}
	return n;
}

struct number number_quotient(enum op op, struct number a, struct number b)
{
	if ((op == OP_BVUDIV || op == OP_BVSDIV) && number_is_single(b) && b.first == 1)
		return a;
	return op == OP_BVUDIV || op == OP_BVUREM ? divide_unsigned(op, a, b) : divide_signed(op, a, b);
}

/* Sums, differences and products. */
#include "number_internal.h"

/* --- sums --- */

/* The bits of x + y + carry: those that are known in both and whose carry is the same in the least sum and in the
 * greatest (tristate addition of Vishwanathan et al., in terms of carries). */
static void sum_bits(struct number *n, struct number x, struct number y, uint64_t carry)
{
	uint64_t high_x = number_possible(x), high_y = number_possible(y);
	uint64_t low = x.ones + y.ones + carry, high = high_x + high_y + carry;
	uint64_t carries_differ = (low ^ x.ones ^ y.ones) ^ (high ^ high_x ^ high_y);
	uint64_t same = (x.zeros | x.ones) & (y.zeros | y.ones) & ~carries_differ;
	n->ones = low & same;
	n->zeros = ~low & same;
}

/* The interval that begins with `first` and goes as far as those of x and y together. */
static struct number sum_steps(struct number x, struct number y, uint64_t first)
{
	uint64_t p = number_span(x), q = number_span(y), mask = number_mask(x), stride = gcd(x.stride, y.stride);
	if (q > mask - p)
		return number_congruent(x.width, first, trailing_zeros(stride));
	return number_steps(x.width, first, p + q, stride);
}

static struct number complement(struct number a)
{
	uint64_t mask = number_mask(a);
	return (struct number){ ~a.last & mask, ~a.first & mask, a.stride, a.ones, a.zeros, a.width, false };
}

struct number number_sum(struct number a, struct number b)
{
	struct number n = sum_steps(a, b, a.first + b.first);
	sum_bits(&n, a, b, 0);
	return number_reduce(n);
}

struct number number_difference(struct number a, struct number b)
{
	struct number n = sum_steps(a, b, a.first - b.last);
	sum_bits(&n, a, complement(b), 1); /* a - b = a + ~b + 1 */
	return number_reduce(n);
}

struct number number_negative(struct number a)
{
	return number_difference(number_constant(a.width, 0), a);
}

/* --- products --- */

/* An interval of integers that are the number's modulo 2^w, near 0. */
struct integers {
	__int128 low, high;
};

static struct integers integers_of(struct number n)
{
	__int128 low = number_signed(n.width, n.first), high = number_signed(n.width, n.last);
	if (low <= high)
		return (struct integers){ low, high };
	if (n.first <= n.last) /* over the middle */
		return (struct integers){ n.first, n.last };
	return (struct integers){ (__int128)n.first - number_mask(n) - 1, n.last };
}

static bool is_large(struct integers x)
{
	return x.low < INT64_MIN || x.high > INT64_MAX;
}

/* The extreme products of integers. False if they might not fit in 127 bits. */
static bool product_range(struct integers a, struct integers b, struct integers *out)
{
	if (is_large(a) && is_large(b))
		return false;
	__int128 corner[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
	*out = (struct integers){ corner[0], corner[0] };
	for (int i = 1; i < 4; i++) {
		if (corner[i] < out->low)
			out->low = corner[i];
		if (corner[i] > out->high)
			out->high = corner[i];
	}
	return true;
}

static uint64_t magnitude(__int128 x)
{
	return (uint64_t)(x < 0 ? -x : x);
}

/* (f + i s)(g + j t) = f g + i s g + j t f + i j s t. When the products span less than 2^64, so do s g and t f, which
 * are differences of two of them, unless the interval they belong to is a constant. */
static uint64_t product_stride(struct number a, struct number b, struct integers x, struct integers y)
{
	uint64_t stride = gcd(a.stride * magnitude(y.low), b.stride * magnitude(x.low));
	wide both = (wide)a.stride * b.stride;
	return stride ? gcd(stride, (uint64_t)(both % stride)) : (uint64_t)both;
}

/* Modulo the power of two that divides the stride, products are what the products of first are. */
static struct number product_congruence(struct number a, struct number b)
{
	uint32_t s = trailing_zeros(a.stride), t = trailing_zeros(b.stride);
	uint32_t f = trailing_zeros(a.first), g = trailing_zeros(b.first);
	uint64_t bits = least(least((uint64_t)s + g, (uint64_t)t + f), (uint64_t)s + t);
	return number_congruent(a.width, a.first * b.first, (uint32_t)least(bits, 64));
}

static struct number product_steps(struct number a, struct number b)
{
	struct integers x = integers_of(a), y = integers_of(b), product;
	if (!product_range(x, y, &product) || (wide)product.high - (wide)product.low > number_mask(a))
		return product_congruence(a, b);
	return number_steps(a.width, (uint64_t)product.low, (uint64_t)((wide)product.high - (wide)product.low),
			    product_stride(a, b, x, y));
}

/* The bits of a product: the known ones multiplied, and what each bit that is not known may add to them
 * (multiplication of Vishwanathan et al.: what may be added is a sum of masks without known ones). */
static void product_bits(struct number *n, struct number a, struct number b)
{
	uint64_t open_b = number_possible(b) & ~b.ones, possible = number_possible(a), mask = number_mask(a), open = 0;
	for (uint64_t rest = possible; rest; rest &= rest - 1) {
		uint64_t bit = rest & -rest, add = bit * (a.ones & bit ? open_b : number_possible(b));
		open = ((open + add) | open | add) & mask;
	}
	struct number sum = { .zeros = ~open & mask, .width = a.width };
	sum_bits(n, number_constant(a.width, a.ones * b.ones), sum, 0);
}

struct number number_product(struct number a, struct number b)
{
	struct number n = product_steps(a, b), bits = n;
	product_bits(&bits, a, b);
	return number_with_bits(n, bits.zeros, bits.ones);
}

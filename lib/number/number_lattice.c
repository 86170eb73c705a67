/* Join and meet. Two wrapped intervals have no least upper bound and no greatest lower one (Navas et al., section 3): of
 * the numbers that could be taken the one with fewer steps is, then the one with the shorter way from first to last. */
#include "number_internal.h"

/* --- join --- */

/* One interval that begins with a and reaches over b. False if b ends after a's beginning. */
static bool join_from(struct number a, struct number b, struct number *out)
{
	uint64_t offset = number_offset(a, b.first), span = number_span(b);
	if (span > number_mask(a) - offset)
		return false;
	span = greatest(number_span(a), offset + span);
	*out = number_steps(a.width, a.first, span, gcd(gcd(a.stride, b.stride), offset));
	return true;
}

static struct number with_common_bits(struct number n, struct number a, struct number b)
{
	return number_with_bits(n, a.zeros & b.zeros, a.ones & b.ones);
}

static bool is_better(struct number x, struct number y)
{
	uint64_t p = number_count(x), q = number_count(y);
	return p < q || (p == q && number_span(x) < number_span(y)) ||
	       (p == q && number_span(x) == number_span(y) && x.first <= y.first);
}

struct number number_join(struct number a, struct number b)
{
	if (number_includes(a, b))
		return a;
	if (number_includes(b, a))
		return b;
	struct number x, y;
	bool has_x = join_from(a, b, &x), has_y = join_from(b, a, &y);
	if (!has_x && !has_y) /* together they go round */
		x = number_congruent(a.width, a.first, trailing_zeros(a.stride | b.stride | (a.first - b.first)));
	x = with_common_bits(has_x || !has_y ? x : y, a, b);
	if (!has_x || !has_y)
		return x;
	y = with_common_bits(y, a, b);
	return is_better(x, y) ? x : y;
}

/* --- meet --- */

/* x with value * x = 1 modulo `modulus`, to which `value` is prime: Euclid's algorithm. */
static uint64_t modular_inverse(uint64_t value, uint64_t modulus)
{
	__int128 x = 0, next_x = 1;
	uint64_t r = modulus, next_r = value % modulus;
	while (next_r) {
		uint64_t q = r / next_r, rest = r % next_r;
		__int128 swap = x - (__int128)q * next_x;
		x = next_x;
		next_x = swap;
		r = next_r;
		next_r = rest;
	}
	return (uint64_t)(x < 0 ? x + modulus : x);
}

/* The least k * s that is r modulo t, into *least (Chinese remainder theorem). s, t >= 1. */
static bool common_step(uint64_t s, uint64_t t, uint64_t r, wide *least)
{
	uint64_t g = gcd(s, t);
	if (r % g)
		return false;
	uint64_t modulus = t / g;
	uint64_t k = modulus == 1 ? 0 : (uint64_t)((wide)(r / g % modulus) * modular_inverse(s / g, modulus) % modulus);
	*least = (wide)k * s;
	return true;
}

/* The common members where b begins inside a and for as long as both last. */
static struct number meet_from(struct number a, struct number b)
{
	uint64_t offset = number_offset(a, b.first), span = number_span(a);
	struct number none = number_none(a.width);
	if (offset > span)
		return none;
	span = least(span - offset, number_span(b));
	if (!a.stride || !b.stride) /* one constant: the first number is the only candidate */
		return !a.stride || offset % a.stride == 0 ? number_steps(a.width, b.first, 0, 0) : none;
	uint64_t rest = offset % a.stride;
	wide begin, stride = (wide)b.stride * (a.stride / gcd(a.stride, b.stride));
	if (!common_step(b.stride, a.stride, rest ? a.stride - rest : 0, &begin) || begin > span)
		return none;
	span -= (uint64_t)begin;
	return number_steps(a.width, b.first + (uint64_t)begin, span, stride > span ? 0 : (uint64_t)stride);
}

/* The circle as one that begins where `n` does. */
static struct number turn(struct number circle, struct number n)
{
	circle.first = (n.first + ((circle.first - n.first) & (circle.stride - 1))) & number_mask(n);
	circle.last = (circle.first - circle.stride) & number_mask(n);
	return circle;
}

static struct number meet_with_bits(struct number n, struct number a, struct number b)
{
	return number_with_bits(n, a.zeros | b.zeros, a.ones | b.ones);
}

static struct number fewer(struct number a, struct number b)
{
	return number_count(a) <= number_count(b) ? a : b;
}

struct number number_meet(struct number a, struct number b)
{
	if (number_includes(a, b))
		return b;
	if (number_includes(b, a))
		return a;
	if (number_is_circle(a))
		a = turn(a, b);
	else if (number_is_circle(b))
		b = turn(b, a);
	struct number x = meet_with_bits(meet_from(a, b), a, b);
	if (a.first == b.first)
		return x;
	/* At two places: only an interval that holds both can say so. */
	struct number y = meet_with_bits(meet_from(b, a), a, b), n = meet_with_bits(number_join(x, y), a, b);
	if (x.none || y.none)
		return n;
	return fewer(n, fewer(meet_with_bits(a, a, b), meet_with_bits(b, a, b)));
}

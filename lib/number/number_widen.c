/* Widening: each part of a number that grows takes one of few steps.
 *
 *   interval   an end that moves goes on to the next threshold or limit; each end passes each of them at most once
 *   bits       those that change are given up
 *   stride     of two that follow one another the second divides the first; large ones become powers of two of a short
 *              list
 *
 * A constant becomes the join: the second value of a counter shows its stride, and a flag that a loop sets is a bit.
 * What the interval and the stride say of the bits comes back when the result is reduced. It is lost again only
 * when they change, so the chain is finite. */
#include "number_internal.h"

enum { SMALL_STRIDE = 4096 };

/* --- ends --- */

/* How many of the thresholds are less than x. */
static size_t count_below(const uint64_t *thresholds, size_t count, uint64_t x)
{
	size_t low = 0;
	while (low < count) {
		size_t middle = low + (count - low) / 2;
		if (thresholds[middle] < x)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

static uint64_t limit_below(struct number n, const uint64_t *thresholds, size_t count)
{
	/* That a number is not 0 is often asked. */
	uint64_t limit = n.first >= number_sign(n) ? number_sign(n) : n.first > 0;
	size_t below = count_below(thresholds, count, n.first);
	if (below < count && thresholds[below] == n.first)
		return n.first;
	return below ? greatest(limit, thresholds[below - 1]) : limit;
}

static uint64_t limit_above(struct number n, const uint64_t *thresholds, size_t count)
{
	uint64_t limit = n.last < number_sign(n) ? number_sign(n) - 1 : number_mask(n);
	size_t below = count_below(thresholds, count, n.last);
	return below < count ? least(limit, thresholds[below]) : limit;
}

/* n with its ends moved outwards by multiples of `stride`. */
static struct number stretch(struct number n, uint64_t left, uint64_t right, uint64_t stride)
{
	uint64_t mask = number_mask(n);
	left -= left % stride;
	if ((wide)left + number_span(n) + right > mask)
		return number_steps(n.width, n.first, mask, stride & -stride);
	return number_steps(n.width, n.first - left, left + number_span(n) + right, stride);
}

/* --- stride --- */

static uint64_t fewer_strides(uint64_t stride)
{
	static const uint8_t exponents[] = { 32, 16, 12, 6, 4, 3, 2, 1 };
	uint32_t zeros = trailing_zeros(stride);
	for (uint32_t i = 0; i < sizeof exponents; i++) {
		if (exponents[i] <= zeros)
			return UINT64_C(1) << exponents[i];
	}
	return 1;
}

static uint64_t widen_stride(struct number old, struct number next)
{
	if (!old.stride || old.stride == next.stride || next.stride <= SMALL_STRIDE)
		return next.stride;
	return fewer_strides(next.stride);
}

/* --- bits --- */

/* Are they neighbours? There is one. */
static bool is_run(uint64_t bits)
{
	bits >>= trailing_zeros(bits);
	return !(bits & (bits + 1));
}

/* Of the bits that both know, which ones to keep. When an end moves, those above all that are open say no more than
 * the interval did, unless there is a known bit between open ones: flags, no counter. */
static uint64_t widen_bits(struct number old, struct number next, uint64_t stride)
{
	uint64_t kept = ~(old.zeros ^ next.zeros) & ~(old.ones ^ next.ones) & (old.zeros | old.ones);
	uint64_t open = ~kept & number_mask(old);
	bool moved = old.first != next.first || old.last != next.last;
	if (open && moved && is_run(open))
		kept &= UINT64_MAX >> __builtin_clzll(open);
	/* The low bits say no more than the stride, which they would restore. */
	uint32_t low = trailing_zeros(stride), run = trailing_zeros(~kept);
	if (run > low)
		kept &= ~(word_mask(run) & ~word_mask(low));
	return kept;
}

struct number number_widen(struct number old, struct number next, const uint64_t *thresholds, size_t count)
{
	if (number_includes(old, next))
		return old;
	struct number n = number_join(old, next);
	if (old.none || number_is_single(old))
		return n;
	uint64_t stride = widen_stride(old, n), bits = widen_bits(old, n, stride), left = 0, right = 0;
	if (n.first != old.first)
		left = n.first - limit_below(n, thresholds, count);
	if (n.last != old.last)
		right = limit_above(n, thresholds, count) - n.last;
	return number_with_bits(stretch(n, left, right, stride), old.zeros & bits, old.ones & bits);
}

/* How interval, stride and known bits sharpen one another.
 *
 *   bits to stride     k low bits that are known are a congruence modulo 2^k
 *   bits to interval   the ends move inwards to numbers with these bits
 *   stride to bits     a stride divisible by 2^k fixes the low k bits
 *   interval to bits   what the ends have in common above the highest bit in which they differ, if the interval does not
 *                      step over 0; of two members, all that they have in common
 *
 * Each step removes no member. A bounded number of rounds is enough but for strides that are no powers of two
 * against bits in the middle; there the result is larger than it could be. */
#include "number_internal.h"

enum { ROUNDS = 4 };

uint64_t odd_inverse(uint64_t odd)
{
	uint64_t x = odd; /* three bits are right; each step doubles them (Hacker's Delight, 10-16) */
	for (int i = 0; i < 5; i++)
		x *= 2 - odd * x;
	return x;
}

static bool become_none(struct number *n)
{
	*n = number_none(n->width);
	return false;
}

/* Moves first on by `offset`, and then to the next member. False if that is behind last. */
static bool raise_first(struct number *n, uint64_t offset)
{
	uint64_t span = number_span(*n), rest = number_rest(*n, offset);
	if (offset > span)
		return become_none(n);
	if (rest) {
		if (span - offset < n->stride - rest)
			return become_none(n);
		offset += n->stride - rest;
	}
	n->first = (n->first + offset) & number_mask(*n);
	return true;
}

static bool lower_last(struct number *n, uint64_t offset)
{
	uint64_t span = number_span(*n), rest = number_rest(*n, offset);
	if (offset > span)
		return become_none(n);
	if (rest) {
		if (span - offset < n->stride - rest)
			return become_none(n);
		offset += n->stride - rest;
	}
	n->last = (n->last - offset) & number_mask(*n);
	return true;
}

/* --- bits to stride --- */

/* Every 2^more-th member from first on. */
static void thin_out(struct number *n, uint32_t more)
{
	uint64_t span = number_span(*n);
	if (more >= 64 || n->stride > span >> more) {
		n->last = n->first;
		return;
	}
	n->stride <<= more;
	n->last = (n->first + (span - span % n->stride)) & number_mask(*n);
}

/* Member j = 0, 1 ... has the low bits that are known if j * stride = ones - first modulo 2^known. */
static bool align_to_bits(struct number *n)
{
	uint32_t known = trailing_zeros(~(n->zeros | n->ones)), shared = trailing_zeros(n->stride);
	if (known > n->width)
		known = n->width;
	uint64_t wanted = (n->ones - n->first) & word_mask(known);
	if (known == 0)
		return true;
	if (shared >= known)
		return !wanted || become_none(n);
	if (wanted & word_mask(shared))
		return become_none(n);
	uint64_t j = (wanted >> shared) * odd_inverse(n->stride >> shared) & word_mask(known - shared);
	if (j > number_span(*n) / n->stride)
		return become_none(n);
	n->first = (n->first + j * n->stride) & number_mask(*n);
	thin_out(n, known - shared);
	return true;
}

/* --- bits to interval --- */

/* The least number >= x with these bits, into *next. The highest bit in which x is wrong decides: where a 1 is missing,
 * it is set; where a 0 is, a free 0 above it must become 1. All below are as low as they can be. */
static bool next_match(uint64_t x, uint64_t zeros, uint64_t ones, uint64_t *next)
{
	uint64_t wrong = (x & zeros) | (~x & ones);
	*next = x;
	if (!wrong)
		return true;
	uint64_t raise = UINT64_C(1) << (63 - __builtin_clzll(wrong));
	if (x & raise) {
		uint64_t free = ~x & ~zeros & ~(raise | (raise - 1));
		if (!free)
			return false;
		raise = free & -free;
	}
	*next = (x & ~(raise - 1)) | raise | (ones & (raise - 1));
	return true;
}

static uint64_t next_match_around(struct number n, uint64_t x)
{
	uint64_t next;
	return next_match(x, n.zeros | ~number_mask(n), n.ones, &next) ? next : n.ones;
}

/* The greatest number <= x with these bits, or the greatest of all: the same question of the complements. */
static uint64_t previous_match_around(struct number n, uint64_t x)
{
	uint64_t next, mask = number_mask(n);
	return next_match(~x & mask, n.ones | ~mask, n.zeros, &next) ? ~next & mask : number_possible(n);
}

static bool trim_ends(struct number *n)
{
	if (!raise_first(n, number_offset(*n, next_match_around(*n, n->first))))
		return false;
	return lower_last(n, (n->last - previous_match_around(*n, n->last)) & number_mask(*n));
}

/* Between first and last there may be nothing else. */
static void see_pair(struct number *n)
{
	uint64_t span = number_span(*n);
	if (span > n->stride &&
	    number_offset(*n, next_match_around(*n, (n->first + n->stride) & number_mask(*n))) == span)
		n->stride = span;
}

/* What begins anywhere begins where equal sets are alike: a circle where it ascends as unsigned numbers, two members with
 * the one that has the shorter way to the other. */
static void choose_first(struct number *n)
{
	uint64_t span = number_span(*n), back = (n->first - n->last) & number_mask(*n);
	if (span == n->stride && (span > back || (span == back && n->first > n->last))) {
		uint64_t first = n->last;
		n->last = n->first;
		n->first = first;
		n->stride = back;
	} else if (number_is_circle(*n)) {
		n->first &= n->stride - 1;
		n->last = (n->first - n->stride) & number_mask(*n);
	}
}

/* --- to bits --- */

static void learn(struct number *n, uint64_t value, uint64_t which)
{
	n->ones |= value & which;
	n->zeros |= ~value & which & number_mask(*n);
}

static void learn_bits(struct number *n)
{
	uint64_t differ = n->first ^ n->last;
	if (!differ)
		n->stride = 0;
	if (number_span(*n) == n->stride) {
		learn(n, n->first, ~differ);
		return;
	}
	learn(n, n->first, (n->stride & -n->stride) - 1);
	if (n->first < n->last)
		learn(n, n->first, ~(UINT64_MAX >> __builtin_clzll(differ)));
}

/* --- all --- */

static bool same_number(const struct number *a, const struct number *b)
{
	return a->first == b->first && a->last == b->last && a->stride == b->stride && a->zeros == b->zeros &&
	       a->ones == b->ones;
}

struct number number_reduce(struct number n)
{
	for (int i = 0; i < ROUNDS && !n.none; i++) {
		struct number before = n;
		if (n.zeros & n.ones)
			return number_none(n.width);
		if (!align_to_bits(&n) || !trim_ends(&n))
			return n;
		see_pair(&n);
		choose_first(&n);
		learn_bits(&n);
		if (same_number(&n, &before))
			break;
	}
	return n.zeros & n.ones ? number_none(n.width) : n;
}

struct number number_with_bits(struct number n, uint64_t zeros, uint64_t ones)
{
	if (n.none)
		return n;
	n.zeros |= zeros & number_mask(n);
	n.ones |= ones & number_mask(n);
	return number_reduce(n);
}

/* The domain of numbers: how they are made and what they say. */
#include "number_internal.h"

/* --- making --- */

struct number number_none(uint32_t width)
{
	return (struct number){ .width = width, .none = true };
}

struct number number_all(uint32_t width)
{
	return (struct number){ .last = word_mask(width), .stride = 1, .width = width };
}

struct number number_constant(uint32_t width, uint64_t value)
{
	uint64_t mask = word_mask(width), v = value & mask;
	return (struct number){ .first = v, .last = v, .zeros = ~v & mask, .ones = v, .width = width };
}

struct number number_steps(uint32_t width, uint64_t first, uint64_t span, uint64_t stride)
{
	uint64_t mask = word_mask(width);
	if (stride == 0 || span < stride)
		return number_constant(width, first);
	span -= stride == 1 ? 0 : span % stride;
	struct number n = { .first = first & mask, .last = (first + span) & mask, .stride = stride, .width = width };
	if (number_is_circle(n)) { /* begins anywhere: where it ascends as unsigned numbers */
		n.first &= stride - 1;
		n.last = n.first + span;
	}
	return n;
}

struct number number_congruent(uint32_t width, uint64_t residue, uint32_t bits)
{
	if (bits >= width)
		return number_constant(width, residue);
	return number_reduce(number_steps(width, residue, word_mask(width), UINT64_C(1) << bits));
}

struct number number_between(uint32_t width, uint64_t first, uint64_t last)
{
	return number_progression(width, first, last, 1);
}

struct number number_progression(uint32_t width, uint64_t first, uint64_t last, uint64_t stride)
{
	return number_reduce(number_steps(width, first, (last - first) & word_mask(width), stride));
}

struct number number_bits(uint32_t width, uint64_t zeros, uint64_t ones)
{
	return number_with_bits(number_all(width), zeros, ones);
}

/* --- asking --- */

bool number_is_none(struct number n)
{
	return n.none;
}

bool number_is_all(struct number n)
{
	return !n.none && n.stride == 1 && number_span(n) == number_mask(n) && !(n.zeros | n.ones);
}

bool number_is_constant(struct number n, uint64_t *value)
{
	if (!number_is_single(n))
		return false;
	if (value)
		*value = n.first;
	return true;
}

static bool on_steps(struct number n, uint64_t offset)
{
	return offset <= number_span(n) && number_rest(n, offset) == 0;
}

bool number_holds(struct number n, uint64_t value)
{
	value &= number_mask(n);
	return !n.none && !(value & n.zeros) && !(~value & n.ones) && on_steps(n, number_offset(n, value));
}

/* All steps of `inner` are steps of `outer`. */
static bool steps_include(struct number outer, struct number inner)
{
	uint64_t offset = number_offset(outer, inner.first), span = number_span(outer);
	if (number_is_circle(outer))
		return ((offset | inner.stride) & (outer.stride - 1)) == 0;
	return on_steps(outer, offset) && number_span(inner) <= span - offset &&
	       (!inner.stride || number_rest(outer, inner.stride) == 0);
}

static bool bits_include(struct number outer, struct number inner)
{
	return !(outer.zeros & ~inner.zeros) && !(outer.ones & ~inner.ones);
}

/* An interval that steps over the beginning of another may have nothing there: its parts are asked too. */
bool number_includes(struct number outer, struct number inner)
{
	struct number parts[2];
	if (inner.none || outer.none)
		return inner.none;
	if (!bits_include(outer, inner))
		return false;
	if (steps_include(outer, inner))
		return true;
	uint32_t count = number_split(inner, outer.first, parts), included = 0;
	for (uint32_t i = 0; i < count; i++)
		included += steps_include(outer, parts[i]);
	return included == count;
}

bool number_equal(struct number a, struct number b)
{
	return a.width == b.width && a.none == b.none && a.first == b.first && a.last == b.last &&
	       a.stride == b.stride && a.zeros == b.zeros && a.ones == b.ones;
}

/* --- ranges --- */

static struct number part_of(struct number n, uint64_t pole, uint64_t from, uint64_t span)
{
	struct number part = number_steps(n.width, n.first + from, span, n.stride);
	return number_ascending(number_with_bits(part, n.zeros, n.ones), pole);
}

uint32_t number_split(struct number n, uint64_t pole, struct number parts[2])
{
	uint64_t offset = number_offset(n, pole), span = number_span(n), rest;
	uint32_t count = 0;
	parts[0] = n;
	if (n.none || offset == 0 || offset > span)
		return !n.none;
	rest = number_rest(n, offset);
	uint64_t next = rest ? offset - rest + n.stride : offset; /* at most span, which is a multiple of stride */
	parts[0] = part_of(n, pole, next, span - next);
	count += !parts[0].none;
	parts[count] = part_of(n, pole, 0, offset - 1);
	return count + !parts[count].none;
}

uint32_t number_split_signs(struct number n, struct number parts[3])
{
	struct number half[2];
	uint32_t count = 0, halves = number_split(n, 0, half);
	for (uint32_t i = 0; i < halves; i++)
		count += number_split(half[i], number_sign(n), parts + count);
	return count;
}

void number_unsigned_range(struct number n, uint64_t *low, uint64_t *high)
{
	struct number parts[2];
	uint32_t count = number_split(n, 0, parts);
	*low = count ? parts[0].first : 0;
	*high = count ? parts[count - 1].last : 0;
}

void number_signed_range(struct number n, int64_t *low, int64_t *high)
{
	struct number parts[2];
	uint32_t count = number_split(n, number_sign(n), parts);
	*low = number_signed(n.width, count ? parts[0].first : 0);
	*high = number_signed(n.width, count ? parts[count - 1].last : 0);
}

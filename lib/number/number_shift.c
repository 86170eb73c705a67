/* Parts of numbers: extraction, concatenation, extensions, and shifts, which are made of them. */
#include "number_internal.h"

/* --- extraction --- */

/* x / 2^low on the circle: a way round w bits is a way round w - low bits, so that the interval may step over 0. */
static struct number high_part(struct number a, uint32_t low)
{
	uint32_t width = a.width - low;
	uint64_t span = (uint64_t)(((wide)(a.first & word_mask(low)) + number_span(a)) >> low), stride = 1;
	struct number n = number_all(width);
	if (!(a.stride & word_mask(low)))
		stride = a.stride >> low;
	if (span <= word_mask(width))
		n = number_steps(width, a.first >> low, span, stride);
	return number_with_bits(n, a.zeros >> low, a.ones >> low);
}

static struct number low_part(struct number a, uint32_t width)
{
	struct number n;
	if (number_span(a) <= word_mask(width))
		n = number_steps(width, a.first, number_span(a), a.stride);
	else
		n = number_congruent(width, a.first, trailing_zeros(a.stride));
	return number_with_bits(n, a.zeros, a.ones);
}

struct number number_extract(uint32_t high, uint32_t low, struct number a)
{
	if (a.none)
		return number_none(high - low + 1);
	struct number n = low ? high_part(a, low) : a;
	return n.width > high - low + 1 && !n.none ? low_part(n, high - low + 1) : n;
}

/* --- extensions --- */

/* By parts, each of which is an interval of the greater width; what is known of the new bits is in zeros and ones. */
static struct number extend(uint32_t width, struct number a, bool is_signed)
{
	struct number parts[2], n = number_none(width);
	uint32_t count = number_split(a, is_signed ? number_sign(a) : 0, parts);
	uint64_t top = word_mask(width) & ~number_mask(a);
	for (uint32_t i = 0; i < count; i++) {
		struct number p = parts[i];
		uint64_t first = is_signed ? (uint64_t)number_signed(a.width, p.first) : p.first;
		bool zero = !is_signed || p.zeros & number_sign(a), one = !zero && p.ones & number_sign(a);
		struct number x = number_steps(width, first, number_span(p), p.stride);
		n = number_join(n, number_with_bits(x, p.zeros | (zero ? top : 0), p.ones | (one ? top : 0)));
	}
	return n;
}

struct number number_zero_extend(uint32_t width, struct number a)
{
	if (a.none)
		return number_none(width);
	return width == a.width ? a : extend(width, a, false);
}

struct number number_sign_extend(uint32_t width, struct number a)
{
	if (a.none)
		return number_none(width);
	return width == a.width ? a : extend(width, a, true);
}

/* --- concatenation --- */

/* high * 2^by in by more bits. The interval may step over 0 as before. */
static struct number scaled(struct number high, uint32_t by)
{
	uint32_t width = high.width + by;
	struct number n = number_steps(width, high.first << by, number_span(high) << by, high.stride << by);
	return number_with_bits(n, high.zeros << by | word_mask(by), high.ones << by);
}

struct number number_concat(struct number high, struct number low)
{
	uint32_t width = high.width + low.width;
	if (high.none || low.none)
		return number_none(width);
	struct number x = scaled(high, low.width), y = number_zero_extend(width, low);
	return number_is_constant(y, NULL) && y.first == 0 ? x : number_sum(x, y);
}

/* --- shifts --- */

static struct number shift_by(enum op op, struct number a, uint64_t by)
{
	uint32_t width = a.width;
	if (by >= width && op != OP_BVASHR)
		return number_constant(width, 0);
	if (by >= width)
		by = width - 1;
	if (by == 0)
		return a;
	if (op == OP_BVSHL)
		return scaled(number_extract(width - 1 - (uint32_t)by, 0, a), (uint32_t)by);
	struct number n = number_extract(width - 1, (uint32_t)by, a);
	return op == OP_BVLSHR ? number_zero_extend(width, n) : number_sign_extend(width, n);
}

/* By each amount that is possible; all amounts of at least w do the same. */
struct number number_shift(enum op op, struct number a, struct number b)
{
	struct number n = number_none(a.width);
	uint64_t low, high;
	number_unsigned_range(b, &low, &high);
	for (uint64_t by = low; by < a.width && by <= high && !number_is_all(n); by++) {
		if (number_holds(b, by))
			n = number_join(n, shift_by(op, a, by));
	}
	return high >= a.width ? number_join(n, shift_by(op, a, high)) : n;
}

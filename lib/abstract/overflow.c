/* Checks of overflow: eq(x, y extended), where y is the low bits of x, holds if x, computed without a bound, fits in the
 * width of y; eq(x << n >> n, x) if x * 2^n fits. As numbers the two sides are equal sets at best, which says nothing of their members. */
#include "place.h"
#include "word.h"

enum { MOST_OPERATORS = 4 }; /* one inside the other, of a term that is looked through */

struct range {
	int64_t low, high;
};

static bool range_of_number(struct number n, bool is_signed, struct range *r)
{
	uint64_t low, high;
	if (number_is_none(n))
		return false;
	if (is_signed) {
		number_signed_range(n, &r->low, &r->high);
		return true;
	}
	number_unsigned_range(n, &low, &high);
	*r = (struct range){ (int64_t)low, (int64_t)high };
	return high <= INT64_MAX;
}

/* A value of `width` bits, sign-extended from the low 64. False: it has more. */
static bool range_of_constant(const struct bank *bank, term t, struct range *r)
{
	uint32_t width = term_width(bank, t);
	const uint64_t *words = term_words(bank, t);
	uint64_t low = words[0], sign = 0;
	if (width < 64)
		low = (uint64_t)word_signed(low, width);
	if (low >> 63)
		sign = UINT64_MAX;
	for (uint32_t i = 1; i * 64 < width; i++) {
		uint64_t wanted = width >= i * 64 + 64 ? sign : sign >> (i * 64 + 64 - width);
		if (words[i] != wanted)
			return false;
	}
	*r = (struct range){ (int64_t)low, (int64_t)low };
	return true;
}

static bool add_ranges(struct range a, struct range b, struct range *r)
{
	return !__builtin_add_overflow(a.low, b.low, &r->low) && !__builtin_add_overflow(a.high, b.high, &r->high);
}

static bool negate_range(struct range a, struct range *r)
{
	return !__builtin_sub_overflow(0, a.high, &r->low) && !__builtin_sub_overflow(0, a.low, &r->high);
}

static bool multiply_ranges(struct range a, struct range b, struct range *r)
{
	int64_t products[4];
	if (__builtin_mul_overflow(a.low, b.low, &products[0]) || __builtin_mul_overflow(a.low, b.high, &products[1]) ||
	    __builtin_mul_overflow(a.high, b.low, &products[2]) || __builtin_mul_overflow(a.high, b.high, &products[3]))
		return false;
	*r = (struct range){ products[0], products[0] };
	for (int i = 1; i < 4; i++) {
		r->low = products[i] < r->low ? products[i] : r->low;
		r->high = products[i] > r->high ? products[i] : r->high;
	}
	return true;
}

static bool fits(struct range r, uint32_t width, bool is_signed)
{
	if (!is_signed)
		return r.low >= 0 && (width > 62 || r.high < INT64_C(1) << width);
	return width > 63 || (r.low >= -(INT64_C(1) << (width - 1)) && r.high < INT64_C(1) << (width - 1));
}

static bool range_of(struct place *p, term t, struct range *r);

static bool range_of_operator(struct place *p, term t, struct range *r)
{
	struct bank *bank = p->domain->program->bank;
	enum op op = term_op(bank, t);
	struct range a, b = { 0, 0 };
	if (!range_of(p, term_arg(bank, t, 0), &a) || (op != OP_BVNEG && !range_of(p, term_arg(bank, t, 1), &b)))
		return false;
	if ((op == OP_BVSUB && !negate_range(b, &b)) || (op == OP_BVNEG && !negate_range(a, &a)))
		return false;
	return (op == OP_BVMUL ? multiply_ranges(a, b, r) : add_ranges(a, b, r)) && fits(*r, term_width(bank, t), true);
}

/* Of the signed number that t is. */
static bool range_of(struct place *p, term t, struct range *r)
{
	struct bank *bank = p->domain->program->bank;
	switch (term_op(bank, t)) {
	case OP_CONSTANT:
		return range_of_constant(bank, t, r);
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND: {
		term inner = term_arg(bank, t, 0);
		if (term_width(bank, inner) > 64)
			return false;
		return range_of_number(place_number(p, inner), term_op(bank, t) == OP_SIGN_EXTEND, r);
	}
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVMUL:
	case OP_BVNEG:
		return range_of_operator(p, t, r);
	default:
		return term_width(bank, t) <= 64 && range_of_number(place_number(p, t), true, r);
	}
}

/* Is y the low bits of x? Simplified, they may not be the same term: a product with 2 is a shift. */
static bool is_low_part(struct bank *bank, term x, term y, unsigned depth)
{
	enum op op = term_op(bank, x);
	if (term_extract(bank, term_width(bank, y) - 1, 0, x) == y)
		return true;
	if (!depth-- || op != term_op(bank, y) || (op != OP_BVADD && op != OP_BVSUB && op != OP_BVMUL))
		return false;
	term a = term_arg(bank, x, 0), b = term_arg(bank, x, 1), c = term_arg(bank, y, 0), d = term_arg(bank, y, 1);
	return (is_low_part(bank, a, c, depth) && is_low_part(bank, b, d, depth)) ||
	       (op != OP_BVSUB && is_low_part(bank, a, d, depth) && is_low_part(bank, b, c, depth));
}

static bool is_narrowed(struct place *p, term x, term extended)
{
	struct bank *bank = p->domain->program->bank;
	bool is_signed = term_op(bank, extended) == OP_SIGN_EXTEND;
	if (!is_signed && term_op(bank, extended) != OP_ZERO_EXTEND)
		return false;
	term y = term_arg(bank, extended, 0);
	uint32_t width = term_width(bank, y);
	struct range r;
	return width <= 64 && is_low_part(bank, x, y, MOST_OPERATORS) && range_of(p, x, &r) &&
	       fits(r, width, is_signed);
}

/* Is `back` x << n >> n, and is no bit lost? */
static bool is_shifted_back(struct place *p, term back, term x)
{
	struct bank *bank = p->domain->program->bank;
	bool is_signed = term_op(bank, back) == OP_BVASHR;
	uint32_t width = term_width(bank, x);
	struct range by, of;
	if ((!is_signed && term_op(bank, back) != OP_BVLSHR) || width > 64)
		return false;
	term left = term_arg(bank, back, 0), count = term_arg(bank, back, 1);
	if (term_op(bank, left) != OP_BVSHL || term_arg(bank, left, 0) != x || term_arg(bank, left, 1) != count)
		return false;
	if (!range_of_number(place_number(p, count), false, &by) ||
	    !range_of_number(place_number(p, x), is_signed, &of))
		return false;
	if (by.high >= width || by.high > 62)
		return false;
	struct range power = { INT64_C(1) << by.low, INT64_C(1) << by.high };
	return multiply_ranges(of, power, &of) && fits(of, width, is_signed);
}

bool place_is_narrowed(struct place *p, term a, term b)
{
	return is_narrowed(p, a, b) || is_narrowed(p, b, a) || is_shifted_back(p, a, b) || is_shifted_back(p, b, a);
}

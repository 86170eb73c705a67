/* Operators backwards: what the arguments can be, given the result. Each function keeps every pair of arguments whose
 * result is one of `result`. Multiplication and division are in number_inverse.c. */
#include "number_internal.h"

enum { PROBES = 2 };

static void narrow(struct number *a, struct number to)
{
	*a = number_meet(*a, to);
}

/* --- parts of numbers --- */

/* a is what is above the part, the part, and what is below it. */
void number_refine_extract(uint32_t high, uint32_t low, struct number result, struct number *a)
{
	struct number whole = number_meet(result, number_extract(high, low, *a));
	if (whole.none) {
		*a = number_none(a->width);
		return;
	}
	if (low)
		whole = number_concat(whole, number_extract(low - 1, 0, *a));
	if (high + 1 < a->width)
		whole = number_concat(number_extract(a->width - 1, high + 1, *a), whole);
	narrow(a, whole);
}

void number_refine_concat(struct number result, struct number *high, struct number *low)
{
	uint32_t width = result.width, by = low->width;
	result = number_meet(result, number_concat(*high, *low));
	if (!result.none && !high->none && !low->none) {
		narrow(low, number_extract(by - 1, 0, result));
		narrow(high, number_extract(width - 1, by, result));
	}
	if (!result.none && !high->none && !low->none) {
		struct number rest = number_difference(result, number_zero_extend(width, *low));
		rest = number_with_bits(rest, word_mask(by), 0);
		narrow(high, number_extract(width - 1, by, rest));
	}
	if (result.none || high->none || low->none) {
		*high = number_none(high->width);
		*low = number_none(low->width);
	}
}

void number_refine_zero_extend(struct number result, struct number *a)
{
	result = number_meet(result, number_zero_extend(result.width, *a));
	narrow(a, number_extract(a->width - 1, 0, result));
}

void number_refine_sign_extend(struct number result, struct number *a)
{
	result = number_meet(result, number_sign_extend(result.width, *a));
	narrow(a, number_extract(a->width - 1, 0, result));
}

/* --- shifts: by a constant they are parts of numbers --- */

static void refine_shift(enum op op, struct number result, struct number *a, uint64_t by)
{
	uint32_t width = a->width, k = (uint32_t)by;
	struct number zero;
	if (by >= width && op != OP_BVASHR) {
		if (!number_holds(result, 0))
			*a = number_none(width);
		return;
	}
	if (by >= width)
		k = width - 1;
	if (k == 0) {
		narrow(a, result);
		return;
	}
	uint32_t low = op == OP_BVSHL ? 0 : k, high = op == OP_BVSHL ? width - 1 - k : width - 1;
	struct number part = number_extract(high, low, *a);
	if (op == OP_BVSHL) {
		zero = number_constant(k, 0);
		number_refine_concat(result, &part, &zero);
	} else if (op == OP_BVLSHR) {
		number_refine_zero_extend(result, &part);
	} else {
		number_refine_sign_extend(result, &part);
	}
	number_refine_extract(high, low, part, a);
}

/* --- bits --- */

/* A constant mask whose ones are neighbours cuts out a part. */
static void refine_mask(struct number result, struct number *a, uint64_t mask)
{
	uint32_t low = trailing_zeros(mask);
	if (mask == 0 || ((mask >> low) & ((mask >> low) + 1)))
		return;
	uint32_t high = 63 - (uint32_t)__builtin_clzll(mask);
	number_refine_extract(high, low, number_extract(high, low, result), a);
}

/* One argument of `and`. */
static void refine_conjunct(struct number result, struct number *a, struct number b)
{
	uint64_t low, high;
	*a = number_with_bits(*a, result.zeros & b.ones, result.ones);
	if (a->none)
		return;
	number_unsigned_range(result, &low, &high);
	if (low)
		narrow(a, number_between(a->width, low, number_mask(*a)));
	if (!a->none && number_is_single(b))
		refine_mask(result, a, b.first);
}

static void refine_and(struct number result, struct number *a, struct number *b)
{
	refine_conjunct(result, a, *b);
	if (!a->none)
		refine_conjunct(result, b, *a);
}

/* a | b = ~(~a & ~b) */
static void refine_or(struct number result, struct number *a, struct number *b)
{
	struct number x = number_unary(OP_BVNOT, *a), y = number_unary(OP_BVNOT, *b);
	refine_and(number_unary(OP_BVNOT, result), &x, &y);
	narrow(a, number_unary(OP_BVNOT, x));
	narrow(b, number_unary(OP_BVNOT, y));
}

/* --- all --- */

/* a = back(result, b); b = other(result, a), or other(a, result). */
static void refine_sum(enum op op, struct number result, struct number *a, struct number *b)
{
	enum op back = op == OP_BVADD ? OP_BVSUB : op == OP_BVSUB ? OP_BVADD : OP_BVXOR;
	narrow(a, number_binary(back, result, *b));
	narrow(b, op == OP_BVSUB ? number_binary(OP_BVSUB, *a, result) : number_binary(back, result, *a));
}

void number_refine_unary(enum op op, struct number result, struct number *a)
{
	narrow(a, number_unary(op, result));
}

static void refine_binary(enum op op, struct number result, struct number *a, struct number *b)
{
	switch ((int)op) {
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVXOR:
		refine_sum(op, result, a, b);
		break;
	case OP_BVAND:
		refine_and(result, a, b);
		break;
	case OP_BVOR:
		refine_or(result, a, b);
		break;
	case OP_BVMUL:
		number_refine_product(result, a, b);
		break;
	case OP_BVUDIV:
	case OP_BVUREM:
	case OP_BVSDIV:
	case OP_BVSREM:
		number_refine_quotient(op, result, a, b);
		break;
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		if (number_is_single(*b))
			refine_shift(op, result, a, b->first);
		break;
	}
}

/* Ends of a that a constant does not bring into the result. */
static void probe_ends(enum op op, struct number result, struct number *a, uint64_t b)
{
	if (number_is_circle(*a) && number_span(*a) != a->stride)
		return;
	for (int i = 0; i < PROBES && !a->none && !number_holds(result, number_apply(op, a->width, a->first, b)); i++)
		*a = number_without(*a, a->first);
	for (int i = 0; i < PROBES && !a->none && !number_holds(result, number_apply(op, a->width, a->last, b)); i++)
		*a = number_without(*a, a->last);
}

/* The same for a constant that is the first argument. */
static void probe_second(enum op op, struct number result, uint64_t a, struct number *b)
{
	if (number_is_circle(*b) && number_span(*b) != b->stride)
		return;
	for (int i = 0; i < PROBES && !b->none && !number_holds(result, number_apply(op, b->width, a, b->first)); i++)
		*b = number_without(*b, b->first);
	for (int i = 0; i < PROBES && !b->none && !number_holds(result, number_apply(op, b->width, a, b->last)); i++)
		*b = number_without(*b, b->last);
}

void number_refine_binary(enum op op, struct number result, struct number *a, struct number *b)
{
	result = number_meet(result, number_binary(op, *a, *b));
	if (!result.none)
		refine_binary(op, result, a, b);
	if (!result.none && !a->none && number_is_single(*b))
		probe_ends(op, result, a, b->first);
	if (!result.none && !b->none && number_is_single(*a))
		probe_second(op, result, a->first, b);
	if (result.none || a->none || b->none)
		*a = *b = number_none(a->width);
}

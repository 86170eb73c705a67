/* Comparisons: which are possible, and what is left where one holds. */
#include "number_internal.h"

struct order {
	uint64_t least; /* 0, or the least signed number */
	bool strict;    /* a < b, or a <= b */
};

static bool order_of(enum op op, struct number n, struct order *out)
{
	out->strict = op == OP_BVULT || op == OP_BVSLT;
	out->least = op == OP_BVSLT || op == OP_BVSLE ? number_sign(n) : 0;
	return out->strict || op == OP_BVULE || op == OP_BVSLE;
}

/* The least and the greatest member in the order, as ways from the least number of all. */
static void ranks(struct order order, struct number n, uint64_t *low, uint64_t *high)
{
	struct number parts[2];
	uint32_t count = number_split(n, order.least, parts);
	*low = count ? (parts[0].first - order.least) & number_mask(n) : 0;
	*high = count ? (parts[count - 1].last - order.least) & number_mask(n) : 0;
}

static unsigned compare_equal(struct number a, struct number b)
{
	if (number_is_single(a) && number_is_single(b))
		return a.first == b.first ? NUMBER_MAY_HOLD : NUMBER_MAY_FAIL;
	return NUMBER_MAY_FAIL | (number_meet(a, b).none ? 0 : NUMBER_MAY_HOLD);
}

unsigned number_compare(enum op op, struct number a, struct number b)
{
	struct order order;
	uint64_t low_a, high_a, low_b, high_b;
	if (a.none || b.none)
		return 0;
	if (!order_of(op, a, &order))
		return op == OP_EQ ? compare_equal(a, b) : NUMBER_MAY_FAIL | NUMBER_MAY_HOLD;
	ranks(order, a, &low_a, &high_a);
	ranks(order, b, &low_b, &high_b);
	bool may_hold = order.strict ? low_a < high_b : low_a <= high_b;
	bool may_fail = order.strict ? high_a >= low_b : high_a > low_b;
	return (may_hold ? NUMBER_MAY_HOLD : 0) | (may_fail ? NUMBER_MAY_FAIL : 0);
}

/* --- refinement --- */

struct number number_without(struct number n, uint64_t value)
{
	if (!number_holds(n, value))
		return n;
	if (number_is_single(n))
		return number_none(n.width);
	uint64_t first = n.first;
	if (number_is_circle(n))
		first = value + n.stride;
	else if (value == n.first)
		first += n.stride;
	else if (value != n.last)
		return n;
	return number_with_bits(number_steps(n.width, first, number_span(n) - n.stride, n.stride), n.zeros, n.ones);
}

static void refine_equal(bool holds, struct number *a, struct number *b)
{
	struct number x = *a, y = *b;
	if (holds) {
		*a = *b = number_meet(x, y);
		return;
	}
	if (number_is_single(y))
		*a = number_without(x, y.first);
	if (number_is_single(x))
		*b = number_without(y, x.first);
}

static struct number within(struct order order, struct number n, uint64_t low, uint64_t high)
{
	return number_meet(n, number_between(n.width, order.least + low, order.least + high));
}

/* a < b or a <= b. */
static void refine_order(struct order order, struct number *a, struct number *b)
{
	uint64_t low_a, high_a, low_b, high_b;
	ranks(order, *a, &low_a, &high_a);
	ranks(order, *b, &low_b, &high_b);
	if (order.strict ? low_a >= high_b : low_a > high_b) {
		*a = number_none(a->width);
		return;
	}
	if (high_a > high_b - order.strict)
		*a = within(order, *a, 0, high_b - order.strict);
	if (low_b < low_a + order.strict)
		*b = within(order, *b, low_a + order.strict, number_mask(*b));
}

void number_refine(enum op op, bool holds, struct number *a, struct number *b)
{
	struct order order;
	if (!a->none && !b->none) {
		if (op == OP_EQ) {
			refine_equal(holds, a, b);
		} else if (order_of(op, *a, &order) && holds) {
			refine_order(order, a, b);
		} else if (order_of(op, *a, &order)) {
			order.strict = !order.strict; /* not a < b is b <= a */
			refine_order(order, b, a);
		}
	}
	if (a->none || b->none)
		*a = *b = number_none(a->width);
}

/* Intervals of 4 bits by operators with constants and with one another: where the best result can be computed, it is. The
 * rest (products that wrap, exclusive or) is counted. */
#include "number_small.h"

enum { LIMIT = 16 };

typedef void test_pair(struct small *s, struct number a, struct number b, void *context);

static void each_interval_and_constant(struct small *s, test_pair *f, void *context)
{
	for (uint32_t i = 0; i < LIMIT * LIMIT * LIMIT; i++)
		f(s, number_between(4, i % LIMIT, i / LIMIT % LIMIT), number_constant(4, i / LIMIT / LIMIT), context);
}

static void each_two_intervals(struct small *s, test_pair *f, void *context)
{
	for (uint32_t i = 0; i < LIMIT * LIMIT * LIMIT * LIMIT; i++)
		f(s, number_between(4, i % LIMIT, i / LIMIT % LIMIT),
		  number_between(4, i / LIMIT / LIMIT % LIMIT, i / LIMIT / LIMIT / LIMIT), context);
}

struct best {
	uint32_t index;
	struct tally tally;
};

static void try_operator(struct small *s, struct number a, struct number b, void *context)
{
	struct best *best = context;
	set exact = image(s, best->index, set_of(a), set_of(b));
	struct number n = number_binary(binary_ops[best->index], a, b);
	judge(&best->tally, !(exact & ~set_of(n)), a, b);
	judge_best(&best->tally, s, exact, n);
}

static void test_operators(struct small *s)
{
	/* Per cent, in the order of binary_ops: with constants, with intervals. */
	static const uint8_t constant[OPS] = { 99, 99, 80, 100, 100, 70, 99, 92, 99, 97, 100, 99, 99 };
	static const uint8_t interval[OPS] = { 99, 99, 90, 100, 100, 68, 80, 68, 90, 73, 72, 95, 99 };
	for (uint32_t i = 0; i < OPS; i++) {
		struct best with_constant = { .index = i }, with_interval = { .index = i };
		char what[40];
		snprintf(what, sizeof what, "%s of an interval and a constant", op_name(binary_ops[i]));
		each_interval_and_constant(s, try_operator, &with_constant);
		best_enough(&with_constant.tally, s->width, what, constant[i]);
		snprintf(what, sizeof what, "%s of two intervals", op_name(binary_ops[i]));
		each_two_intervals(s, try_operator, &with_interval);
		sum_up(&with_interval.tally, s->width, what);
		best_enough(&with_interval.tally, s->width, what, interval[i]);
	}
}

static int as_signed(uint32_t v)
{
	return v < LIMIT / 2 ? (int)v : (int)v - LIMIT;
}

/* Products that do not wrap, as signed numbers. */
static void try_product(struct small *s, struct number a, struct number b, void *context)
{
	int64_t low, high;
	int factor = as_signed((uint32_t)b.first);
	number_signed_range(a, &low, &high);
	if (low * factor >= -LIMIT / 2 && low * factor < LIMIT / 2 && high * factor >= -LIMIT / 2 &&
	    high * factor < LIMIT / 2)
		judge_best(context, s, image(s, 5, set_of(a), set_of(b)), number_binary(OP_BVMUL, a, b));
}

static void try_compare(struct small *s, struct number a, struct number b, void *context)
{
	struct best *best = context;
	unsigned exact = 0;
	for (set x = set_of(a); x; x &= x - 1) {
		for (set y = set_of(b); y; y &= y - 1)
			exact |= s->holds[best->index][__builtin_ctz(x)][__builtin_ctz(y)] ? NUMBER_MAY_HOLD
											   : NUMBER_MAY_FAIL;
	}
	judge(&best->tally, number_compare(compare_ops[best->index], a, b) == exact, a, b);
}

static void test_comparisons(struct small *s)
{
	for (uint32_t i = 0; i < COMPARES; i++) {
		struct best best = { .index = i };
		each_two_intervals(s, try_compare, &best);
		sum_up(&best.tally, s->width, op_name(compare_ops[i]));
	}
}

static void try_join(struct small *s, struct number a, struct number b, void *context)
{
	judge_best(context, s, set_of(a) | set_of(b), number_join(a, b));
}

static void try_meet(struct small *s, struct number a, struct number b, void *context)
{
	judge_best(context, s, set_of(a) & set_of(b), number_meet(a, b));
}

int main(void)
{
	struct small *s = small_new(4, true, VALUES);
	struct tally product = { 0 }, join = { 0 }, meet = { 0 };
	test_operators(s);
	each_interval_and_constant(s, try_product, &product);
	best_enough(&product, 4, "products that do not wrap", 100);
	test_comparisons(s);
	each_two_intervals(s, try_join, &join);
	best_enough(&join, 4, "joins of intervals", 99);
	each_two_intervals(s, try_meet, &meet);
	best_enough(&meet, 4, "meets of intervals", 99);
	small_free(s);
	return done_testing();
}

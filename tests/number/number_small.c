/* Every number of a small width against the sets that they stand for: nothing is lost, and little is won. Arguments go
 * through lib/term's evaluator. How many results are the smallest number that holds the exact set is counted too: what is
 * demanded is a little less than what is reached. */
#include "number_small.h"
#include "tap.h"

enum { SAMPLES = 20000 };

static struct number any(struct small *s, uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return s->at[(*seed >> 33) % s->count];
}

/* Does f hold for all pairs, or for a sample of them? */
static void each_pair(struct small *s, void (*f)(struct small *s, struct number a, struct number b, void *context),
		      void *context)
{
	uint64_t seed = s->width;
	if (s->count * s->count <= 4 * SAMPLES) {
		for (uint32_t i = 0; i < s->count; i++) {
			for (uint32_t j = 0; j < s->count; j++)
				f(s, s->at[i], s->at[j], context);
		}
		return;
	}
	for (uint32_t i = 0; i < SAMPLES; i++) {
		struct number a = any(s, &seed), b = any(s, &seed);
		f(s, a, b, context);
	}
}

/* --- single numbers --- */

static bool ranges_right(struct number n, set members)
{
	uint64_t low, high, sign = UINT64_C(1) << (n.width - 1);
	int64_t from, to;
	number_unsigned_range(n, &low, &high);
	number_signed_range(n, &from, &to);
	int64_t least = INT64_MAX, greatest = INT64_MIN;
	for (uint64_t v = 0; v < 1u << n.width; v++) {
		int64_t x = v & sign ? (int64_t)v - 2 * (int64_t)sign : (int64_t)v;
		if (members >> v & 1) {
			least = x < least ? x : least;
			greatest = x > greatest ? x : greatest;
		}
	}
	return low == (uint64_t)__builtin_ctz(members) && high == 31u - (uint64_t)__builtin_clz(members) &&
	       from == least && to == greatest;
}

static void test_single(struct small *s)
{
	struct tally range = { 0 }, form = { 0 };
	for (uint32_t i = 0; i < s->count; i++) {
		struct number n = s->at[i];
		judge(&form, n.none == !s->sets[i], n, n);
		judge(&form, number_is_all(n) == (__builtin_popcount(s->sets[i]) == 1 << s->width), n, n);
		judge(&form, number_is_constant(n, NULL) == (__builtin_popcount(s->sets[i]) == 1), n, n);
		if (!n.none)
			judge(&range, ranges_right(n, s->sets[i]), n, n);
	}
	sum_up(&form, s->width, "none, all and constants");
	sum_up(&range, s->width, "unsigned and signed ranges");
}

/* --- lattice --- */

struct lattice {
	struct tally includes, join, meet, widen;
};

static void try_lattice(struct small *s, struct number a, struct number b, void *context)
{
	struct lattice *l = context;
	static const uint64_t thresholds[] = { 1, 3, 6 };
	set x = set_of(a), y = set_of(b);
	struct number join = number_join(a, b), meet = number_meet(a, b), widen = number_widen(a, b, thresholds, 3);
	judge(&l->includes, !number_includes(a, b) || !(y & ~x), a, b);
	l->includes.best += number_includes(a, b) == !(y & ~x);
	l->includes.loose += number_includes(a, b) != !(y & ~x);
	judge(&l->join, !((x | y) & ~set_of(join)), a, b);
	judge_best(&l->join, s, x | y, join);
	judge(&l->meet, !(x & y & ~set_of(meet)), a, b);
	judge_best(&l->meet, s, x & y, meet);
	judge(&l->widen, !((x | y) & ~set_of(widen)), a, b);
}

static void test_lattice(struct small *s)
{
	struct lattice l = { 0 };
	each_pair(s, try_lattice, &l);
	sum_up(&l.includes, s->width, "inclusions");
	best_enough(&l.includes, s->width, "inclusions", 99);
	sum_up(&l.join, s->width, "joins");
	best_enough(&l.join, s->width, "joins", 55);
	sum_up(&l.meet, s->width, "meets");
	best_enough(&l.meet, s->width, "meets", 99);
	sum_up(&l.widen, s->width, "widenings");
}

/* --- operators of two arguments --- */

struct operator
{
	uint32_t index;
	struct tally forward, backward;
};

/* The pairs whose result is in r: their first and second members. */
static void preimage(struct small *s, uint32_t op, set r, set x, set y, set *first, set *second)
{
	*first = *second = 0;
	for (set rest = x; rest; rest &= rest - 1) {
		uint32_t v = (uint32_t)__builtin_ctz(rest);
		for (set left = y; left; left &= left - 1) {
			uint32_t w = (uint32_t)__builtin_ctz(left);
			if (r >> s->result[op][v][w] & 1) {
				*first |= (set)1 << v;
				*second |= (set)1 << w;
			}
		}
	}
}

static void try_backward(struct small *s, struct operator* o, struct number result, struct number a, struct number b)
{
	struct number x = a, y = b;
	set first, second;
	preimage(s, o->index, set_of(result), set_of(a), set_of(b), &first, &second);
	number_refine_binary(binary_ops[o->index], result, &x, &y);
	judge(&o->backward, !(first & ~set_of(x)) && !(second & ~set_of(y)), a, b);
	judge_best(&o->backward, s, first, x);
	judge_best(&o->backward, s, second, y);
}

static void try_operator(struct small *s, struct number a, struct number b, void *context)
{
	struct operator* o = context;
	set x = set_of(a), y = set_of(b), exact = image(s, o->index, x, y);
	struct number n = number_binary(binary_ops[o->index], a, b);
	uint64_t seed = x * UINT64_C(65537) + y;
	judge(&o->forward, !(exact & ~set_of(n)), a, b);
	judge_best(&o->forward, s, exact, n);
	try_backward(s, o, any(s, &seed), a, b);
}

static void test_operators(struct small *s)
{
	/* What is demanded in per cent, forwards and backwards, of the operators in their order. */
	static const uint8_t forward[OPS] = { 78, 78, 55, 60, 60, 26, 78, 44, 85, 65, 72, 85, 85 };
	static const uint8_t backward[OPS] = { 88, 88, 78, 75, 75, 48, 70, 43, 54, 47, 68, 68, 62 };
	for (uint32_t i = 0; i < OPS; i++) {
		struct operator o = { .index = i };
		char what[40];
		each_pair(s, try_operator, &o);
		snprintf(what, sizeof what, "%s", op_name(binary_ops[i]));
		sum_up(&o.forward, s->width, what);
		best_enough(&o.forward, s->width, what, forward[i]);
		snprintf(what, sizeof what, "%s backwards", op_name(binary_ops[i]));
		sum_up(&o.backward, s->width, what);
		best_enough(&o.backward, s->width, what, backward[i]);
	}
}

/* --- operators of one argument --- */

static set image_of_one(struct number n, set x, enum op op, uint32_t high, uint32_t low)
{
	set r = 0;
	for (; x; x &= x - 1) {
		uint32_t v = (uint32_t)__builtin_ctz(x), mask = (1u << n.width) - 1;
		uint32_t extended = v >> (n.width - 1) ? v | ~mask : v;
		uint32_t y = op == OP_BVNOT         ? ~v & mask
			     : op == OP_BVNEG       ? -v & mask
			     : op == OP_EXTRACT     ? (v >> low) & ((1u << (high - low + 1)) - 1)
			     : op == OP_SIGN_EXTEND ? extended & ((1u << high) - 1)
						    : v;
		r |= (set)1 << y;
	}
	return r;
}

static struct number apply_one(enum op op, uint32_t high, uint32_t low, struct number a)
{
	return op == OP_EXTRACT       ? number_extract(high, low, a)
	       : op == OP_ZERO_EXTEND ? number_zero_extend(high, a)
	       : op == OP_SIGN_EXTEND ? number_sign_extend(high, a)
				      : number_unary(op, a);
}

static struct number refine_one(enum op op, uint32_t high, uint32_t low, struct number result, struct number a)
{
	if (op == OP_EXTRACT)
		number_refine_extract(high, low, result, &a);
	else if (op == OP_ZERO_EXTEND)
		number_refine_zero_extend(result, &a);
	else if (op == OP_SIGN_EXTEND)
		number_refine_sign_extend(result, &a);
	else
		number_refine_unary(op, result, &a);
	return a;
}

static set preimage_of_one(struct number a, enum op op, uint32_t high, uint32_t low, set result)
{
	set x = set_of(a), r = 0;
	for (; x; x &= x - 1) {
		if (image_of_one(a, x & -x, op, high, low) & result)
			r |= x & -x;
	}
	return r;
}

/* `to` has all numbers of the result's width. */
static void try_one(struct small *s, struct small *to, enum op op, uint32_t high, uint32_t low, struct tally *t,
		    struct tally *back)
{
	uint64_t seed = 7;
	for (uint32_t i = 0; i < s->count; i++) {
		struct number a = s->at[i], n = apply_one(op, high, low, a);
		set exact = image_of_one(a, s->sets[i], op, high, low);
		judge(t, n.width == to->width && !(exact & ~set_of(n)), a, n);
		judge_best(t, to, exact, n);
		for (uint32_t j = 0; j < 20; j++) {
			struct number result = any(to, &seed), x = refine_one(op, high, low, result, a);
			exact = preimage_of_one(a, op, high, low, set_of(result));
			judge(back, !(exact & ~set_of(x)), a, result);
			judge_best(back, s, exact, x);
		}
	}
}

static void report_one(struct tally *t, struct tally *back, uint32_t width, const char *name, uint32_t forward,
		       uint32_t backward)
{
	char what[40];
	sum_up(t, width, name);
	best_enough(t, width, name, forward);
	snprintf(what, sizeof what, "%s backwards", name);
	sum_up(back, width, what);
	best_enough(back, width, what, backward);
}

static void test_one(struct small *s, struct small **widths)
{
	static const enum op ops[] = { OP_BVNOT, OP_BVNEG };
	for (uint32_t i = 0; i < 2; i++) {
		struct tally t = { 0 }, back = { 0 };
		try_one(s, s, ops[i], 0, 0, &t, &back);
		report_one(&t, &back, s->width, op_name(ops[i]), 90, 80);
	}
	struct tally t = { 0 }, back = { 0 };
	for (uint32_t high = 0; high < s->width; high++) {
		for (uint32_t low = 0; low <= high; low++)
			try_one(s, widths[high - low + 1], OP_EXTRACT, high, low, &t, &back);
	}
	report_one(&t, &back, s->width, "extract", 90, 90);
	for (uint32_t i = 0; i < 2; i++) {
		static const enum op extensions[] = { OP_ZERO_EXTEND, OP_SIGN_EXTEND };
		t = back = (struct tally){ 0 };
		for (uint32_t width = s->width; width <= 4; width++)
			try_one(s, widths[width], extensions[i], width, 0, &t, &back);
		report_one(&t, &back, s->width, op_name(extensions[i]), 99, 95);
	}
}

/* --- concatenation --- */

static set image_of_concat(set x, set y, uint32_t by)
{
	set r = 0;
	for (; x; x &= x - 1) {
		for (set left = y; left; left &= left - 1)
			r |= (set)1 << ((uint32_t)__builtin_ctz(x) << by | (uint32_t)__builtin_ctz(left));
	}
	return r;
}

static void try_concat(struct small *to, struct number a, struct number b, struct tally *t, struct tally *back)
{
	static uint64_t seed = 3;
	set x = set_of(a), y = set_of(b), exact = image_of_concat(x, y, b.width), first = 0, second = 0;
	struct number n = number_concat(a, b), result = any(to, &seed), p = a, q = b;
	judge(t, !(exact & ~set_of(n)) && n.width == to->width, a, b);
	judge_best(t, to, exact, n);
	for (set rest = exact & set_of(result); rest; rest &= rest - 1) {
		uint32_t v = (uint32_t)__builtin_ctz(rest);
		first |= (set)1 << (v >> b.width);
		second |= (set)1 << (v & ((1u << b.width) - 1));
	}
	number_refine_concat(result, &p, &q);
	judge(back, !(first & ~set_of(p)) && !(second & ~set_of(q)), a, b);
}

static void test_concat(struct small **widths)
{
	struct tally t = { 0 }, back = { 0 };
	for (uint32_t high = 1; high < 4; high++) {
		for (uint32_t low = 1; low + high <= 4; low++) {
			struct small *x = widths[high], *y = widths[low];
			for (uint32_t i = 0; i < x->count * y->count; i++)
				try_concat(widths[high + low], x->at[i / y->count], y->at[i % y->count], &t, &back);
		}
	}
	sum_up(&t, 4, "concat");
	best_enough(&t, 4, "concat", 90);
	sum_up(&back, 4, "concat backwards");
}

/* --- comparisons --- */

struct comparison {
	uint32_t index;
	struct tally compare, refine;
};

static void try_refine(struct small *s, struct comparison *c, bool holds, struct number a, struct number b)
{
	struct number p = a, q = b;
	set first = 0, second = 0;
	for (set x = set_of(a); x; x &= x - 1) {
		for (set y = set_of(b); y; y &= y - 1) {
			if (s->holds[c->index][__builtin_ctz(x)][__builtin_ctz(y)] == holds) {
				first |= x & -x;
				second |= y & -y;
			}
		}
	}
	unsigned possible = number_compare(compare_ops[c->index], a, b),
		 bit = holds ? NUMBER_MAY_HOLD : NUMBER_MAY_FAIL;
	judge(&c->compare, !first || possible & bit, a, b);
	c->compare.best += !(possible & bit) == !first;
	c->compare.loose += !(possible & bit) != !first;
	number_refine(compare_ops[c->index], holds, &p, &q);
	judge(&c->refine, !(first & ~set_of(p)) && !(second & ~set_of(q)), a, b);
	judge_best(&c->refine, s, first, p);
	judge_best(&c->refine, s, second, q);
}

static void try_comparison(struct small *s, struct number a, struct number b, void *context)
{
	try_refine(s, context, false, a, b);
	try_refine(s, context, true, a, b);
}

static void test_comparisons(struct small *s)
{
	for (uint32_t i = 0; i < COMPARES; i++) {
		struct comparison c = { .index = i };
		char what[40];
		each_pair(s, try_comparison, &c);
		snprintf(what, sizeof what, "%s", op_name(compare_ops[i]));
		sum_up(&c.compare, s->width, what);
		best_enough(&c.compare, s->width, what, 99);
		snprintf(what, sizeof what, "refinement by %s", op_name(compare_ops[i]));
		sum_up(&c.refine, s->width, what);
		best_enough(&c.refine, s->width, what, 90);
	}
}

int main(void)
{
	struct small *widths[5] = { 0 };
	for (uint32_t width = 1; width <= 4; width++)
		widths[width] = small_new(width, true, VALUES);
	for (uint32_t width = 1; width <= 4; width++) {
		test_single(widths[width]);
		test_lattice(widths[width]);
		test_operators(widths[width]);
		test_one(widths[width], widths);
		test_comparisons(widths[width]);
	}
	test_concat(widths);
	for (uint32_t width = 1; width <= 4; width++)
		small_free(widths[width]);
	return done_testing();
}

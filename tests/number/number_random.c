/* Random numbers of all widths and random members of them: what members give by lib/term's arithmetic, the number that
 * stands for the result must hold. */
#include "bv.h"
#include "number_domain.h"
#include "tap.h"

enum { ROUNDS = 6000 };

static const uint32_t widths[] = { 1, 5, 8, 16, 31, 32, 33, 63, 64 };
enum { WIDTHS = sizeof widths / sizeof *widths };

static const struct {
	enum op op;
	void (*f)(uint64_t *, const uint64_t *, const uint64_t *, uint32_t);
} binary[] = { { OP_BVAND, bv_and },   { OP_BVOR, bv_or },     { OP_BVXOR, bv_xor },   { OP_BVADD, bv_add },
	       { OP_BVSUB, bv_sub },   { OP_BVMUL, bv_mul },   { OP_BVUDIV, bv_udiv }, { OP_BVUREM, bv_urem },
	       { OP_BVSDIV, bv_sdiv }, { OP_BVSREM, bv_srem }, { OP_BVSHL, bv_shl },   { OP_BVLSHR, bv_lshr },
	       { OP_BVASHR, bv_ashr } };
enum { BINARY = sizeof binary / sizeof *binary };

/* --- random numbers --- */

struct source {
	uint64_t state;
};

static uint64_t word(struct source *s)
{
	s->state ^= s->state << 13;
	s->state ^= s->state >> 7;
	s->state ^= s->state << 17;
	return s->state * UINT64_C(2685821657736338717);
}

static uint64_t below(struct source *s, uint64_t n)
{
	return (word(s) >> 11) % n;
}

static uint64_t mask_of(uint32_t width)
{
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

/* Near 0, near the poles, near powers of two, anywhere. */
static uint64_t value(struct source *s, uint32_t width)
{
	uint64_t small = below(s, 300) - 100, bit = UINT64_C(1) << below(s, width);
	uint64_t v[] = {
		small, small, bit + below(s, 5) - 2, mask_of(width) / 2 + small, word(s), word(s) >> below(s, 64)
	};
	return v[below(s, 6)] & mask_of(width);
}

static struct number simple(struct source *s, uint32_t width)
{
	uint64_t first = value(s, width), reach = below(s, 2) ? below(s, 100) : value(s, width);
	uint64_t mask = word(s) & word(s), bits = word(s);
	switch (below(s, 6)) {
	case 0:
		return number_constant(width, first);
	case 1:
		return number_progression(width, first, first + reach,
					  1 + (below(s, 2) ? below(s, 40) : word(s) >> below(s, 64) >> 1));
	case 2:
		return number_bits(width, mask & bits, mask & ~bits);
	case 3:
		return number_bits(width, ~(mask | bits), 0);
	}
	return number_between(width, first, first + reach);
}

static struct number any(struct source *s, uint32_t width)
{
	struct number a = simple(s, width), b = simple(s, width);
	switch (below(s, 4)) {
	case 0:
		return number_join(a, b);
	case 1:
		a = number_meet(a, b);
		break;
	}
	return a.none ? b : a;
}

/* A member of n, or false if none was found. */
static bool member(struct source *s, struct number n, uint64_t *out)
{
	uint64_t span = (n.last - n.first) & mask_of(n.width), count = n.stride ? span / n.stride : 0;
	for (int i = 0; i < 20; i++) {
		uint64_t k = i == 19                       ? 0
			     : i == 18 || below(s, 5) == 0 ? count
			     : count == UINT64_MAX         ? word(s)
							   : word(s) % (count + 1);
		uint64_t v = (n.first + k * n.stride) & mask_of(n.width);
		if (below(s, 2)) /* bits that fit */
			v = (v & ~n.zeros) | n.ones;
		*out = v;
		if (number_holds(n, v))
			return true;
	}
	return false;
}

/* --- what is checked --- */

struct trial {
	struct source *s;
	struct number a, b;
	uint64_t x, y; /* members */
	uint32_t wrong;
};

static void expect(struct trial *t, bool right, const char *what)
{
	if (right || t->wrong++)
		return;
	tap_diag("%s, %u bits: %#llx in %#llx...%#llx by %#llx zeros %#llx ones %#llx", what, t->a.width,
		 (unsigned long long)t->x, (unsigned long long)t->a.first, (unsigned long long)t->a.last,
		 (unsigned long long)t->a.stride, (unsigned long long)t->a.zeros, (unsigned long long)t->a.ones);
	tap_diag("  and %#llx in %#llx...%#llx by %#llx zeros %#llx ones %#llx", (unsigned long long)t->y,
		 (unsigned long long)t->b.first, (unsigned long long)t->b.last, (unsigned long long)t->b.stride,
		 (unsigned long long)t->b.zeros, (unsigned long long)t->b.ones);
}

/* What number_domain.h says of the members of the struct. */
static bool well_formed(struct number n)
{
	uint64_t mask = mask_of(n.width), span = (n.last - n.first) & mask;
	if (n.none)
		return !(n.first | n.last | n.stride | n.zeros | n.ones);
	if ((n.first | n.last | n.zeros | n.ones) & ~mask || n.zeros & n.ones)
		return false;
	return n.stride ? span && span % n.stride == 0 : !span && (n.zeros | n.ones) == mask;
}

/* A number that holds v. */
static struct number around(struct trial *t, uint32_t width, uint64_t v)
{
	struct number n = number_constant(width, v);
	return below(t->s, 3) ? number_join(n, any(t->s, width)) : n;
}

static void try_binary(struct trial *t, uint32_t i)
{
	enum op op = binary[i].op;
	uint32_t width = t->a.width;
	uint64_t z;
	struct number n = number_binary(op, t->a, t->b), p = t->a, q = t->b;
	binary[i].f(&z, &t->x, &t->y, width);
	expect(t, number_holds(n, z) && well_formed(n), op_name(op));
	number_refine_binary(op, around(t, width, z), &p, &q);
	expect(t, number_holds(p, t->x) && number_holds(q, t->y) && well_formed(p) && well_formed(q), "backwards");
	if (t->wrong == 1)
		tap_diag("operator %s", op_name(op));
}

static bool compare(enum op op, uint64_t x, uint64_t y, uint32_t width)
{
	switch ((int)op) {
	case OP_EQ:
		return x == y;
	case OP_BVULT:
		return bv_ult(&x, &y, width);
	case OP_BVULE:
		return !bv_ult(&y, &x, width);
	case OP_BVSLT:
		return bv_slt(&x, &y, width);
	}
	return !bv_slt(&y, &x, width);
}

static void try_comparison(struct trial *t, enum op op)
{
	bool holds = compare(op, t->x, t->y, t->a.width);
	struct number p = t->a, q = t->b;
	unsigned possible = number_compare(op, p, q);
	expect(t, possible & (holds ? NUMBER_MAY_HOLD : NUMBER_MAY_FAIL), op_name(op));
	number_refine(op, holds, &p, &q);
	expect(t, number_holds(p, t->x) && number_holds(q, t->y) && well_formed(p) && well_formed(q), "refinement");
}

static void try_unary(struct trial *t, enum op op)
{
	uint64_t z;
	struct number n = number_unary(op, t->a), p = t->a;
	(op == OP_BVNOT ? bv_not : bv_neg)(&z, &t->x, t->a.width);
	expect(t, number_holds(n, z) && well_formed(n), op_name(op));
	number_refine_unary(op, around(t, t->a.width, z), &p);
	expect(t, number_holds(p, t->x), "backwards");
}

static void try_parts(struct trial *t)
{
	uint32_t width = t->a.width, low = (uint32_t)below(t->s, width),
		 high = low + (uint32_t)below(t->s, width - low);
	uint64_t z;
	bv_extract(&z, &t->x, high, low);
	struct number n = number_extract(high, low, t->a), p = t->a, q = t->b;
	expect(t, number_holds(n, z) && well_formed(n) && n.width == high - low + 1, "extract");
	number_refine_extract(high, low, around(t, n.width, z), &p);
	expect(t, number_holds(p, t->x) && well_formed(p), "extract backwards");
	if (2 * width > 64)
		return;
	bv_concat(&z, &t->x, width, &t->y, width);
	n = number_concat(t->a, t->b);
	expect(t, number_holds(n, z) && well_formed(n) && n.width == 2 * width, "concat");
	p = t->a;
	number_refine_concat(around(t, 2 * width, z), &p, &q);
	expect(t, number_holds(p, t->x) && number_holds(q, t->y), "concat backwards");
}

static void try_extensions(struct trial *t)
{
	uint32_t width = t->a.width + (uint32_t)below(t->s, 65 - t->a.width);
	uint64_t zero, sign;
	bv_extend(&zero, &t->x, t->a.width, width, false);
	bv_extend(&sign, &t->x, t->a.width, width, true);
	struct number n = number_zero_extend(width, t->a), p = t->a, q = t->a;
	expect(t, number_holds(n, zero) && well_formed(n) && n.width == width, "zero extension");
	n = number_sign_extend(width, t->a);
	expect(t, number_holds(n, sign) && well_formed(n) && n.width == width, "sign extension");
	number_refine_zero_extend(around(t, width, zero), &p);
	number_refine_sign_extend(around(t, width, sign), &q);
	expect(t, number_holds(p, t->x) && number_holds(q, t->x), "extensions backwards");
}

static void try_lattice(struct trial *t)
{
	uint64_t thresholds[] = { 3, 10, 100, 255, 256, 70000 };
	struct number join = number_join(t->a, t->b), meet = number_meet(t->a, t->b);
	struct number widen = number_widen(t->a, t->b, thresholds, 6);
	expect(t, number_holds(join, t->x) && number_holds(join, t->y) && well_formed(join), "join");
	expect(t, number_holds(widen, t->x) && number_holds(widen, t->y) && well_formed(widen), "widening");
	expect(t, number_holds(meet, t->x) || !number_holds(t->b, t->x), "meet");
	expect(t, well_formed(meet) && number_includes(t->a, t->a), "well-formed");
	expect(t, number_holds(t->a, t->y) || !number_includes(t->a, t->b), "inclusion");
}

static void try_ranges(struct trial *t)
{
	uint64_t low, high;
	int64_t from, to, x = (int64_t)(t->x << (64 - t->a.width)) >> (64 - t->a.width);
	number_unsigned_range(t->a, &low, &high);
	number_signed_range(t->a, &from, &to);
	expect(t, low <= t->x && t->x <= high && from <= x && x <= to, "ranges");
}

static void try_all(struct trial *t)
{
	for (uint32_t i = 0; i < BINARY; i++)
		try_binary(t, i);
	for (enum op op = OP_BVULT; op <= OP_BVSLE; op++)
		try_comparison(t, op);
	try_comparison(t, OP_EQ);
	try_unary(t, OP_BVNOT);
	try_unary(t, OP_BVNEG);
	try_parts(t);
	try_extensions(t);
	try_lattice(t);
	try_ranges(t);
}

static void test_width(uint32_t width)
{
	struct source s = { 88172645463325252 + width };
	struct trial t = { .s = &s };
	uint32_t tried = 0;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		t.a = any(&s, width);
		t.b = any(&s, width);
		if (member(&s, t.a, &t.x) && member(&s, t.b, &t.y)) {
			try_all(&t);
			tried++;
		}
	}
	ok(!t.wrong && tried > ROUNDS / 2, "%u pairs of numbers of %u bits, %u wrong", tried, width, t.wrong);
}

/* --- order --- */

/* Greater arguments give greater results: not always, for joins of wrapped intervals choose. */
static void test_monotone(void)
{
	struct source s = { 4711 };
	uint32_t kept = 0, all = 0;
	for (uint32_t i = 0; i < 40000; i++) {
		uint32_t width = widths[below(&s, WIDTHS)];
		enum op op = binary[below(&s, BINARY)].op;
		struct number a = any(&s, width), b = any(&s, width), more = number_join(a, any(&s, width));
		kept += number_includes(number_binary(op, more, b), number_binary(op, a, b));
		all++;
	}
	ok(kept >= all / 100 * 95, "%u of %u results grow with their arguments", kept, all);
}

/* --- widening --- */

static const uint64_t thresholds[] = {
	1, 9, 10, 11, 64, 99, 100, 101, 4095, 4096, UINT64_C(1) << 31, UINT64_C(1) << 40
};
enum { THRESHOLDS = sizeof thresholds / sizeof *thresholds };

/* What is not in n and near it: next to an end, a step or a bit away, or anywhere. */
static uint64_t outside(struct source *s, struct number n)
{
	uint64_t v[] = { n.first - 1,
			 n.last + 1,
			 n.first - n.stride,
			 n.last + n.stride,
			 n.first ^ UINT64_C(1) << below(s, n.width),
			 n.first + n.stride / 2,
			 word(s) };
	return v[below(s, 7)];
}

static uint32_t chain(struct source *s, uint32_t width)
{
	struct number n = any(s, width);
	uint32_t steps = 0;
	for (uint32_t still = 0; still < 40; still++) {
		uint64_t v = outside(s, n);
		if (number_holds(n, v))
			continue;
		struct number next = number_widen(n, number_join(n, number_constant(width, v)), thresholds, THRESHOLDS);
		if (!number_includes(next, n) || !number_holds(next, v))
			return UINT32_MAX;
		n = next;
		steps++;
		still = 0;
	}
	return steps;
}

static void test_widening(void)
{
	struct source s = { 12345 };
	uint32_t longest = 0;
	for (uint32_t i = 0; i < 10000; i++) {
		uint32_t steps = chain(&s, widths[below(&s, WIDTHS)]);
		longest = steps > longest ? steps : longest;
	}
	ok(longest <= 60, "the longest chain of widenings has %u steps", longest);
}

int main(void)
{
	for (uint32_t i = 0; i < WIDTHS; i++)
		test_width(widths[i]);
	test_monotone();
	test_widening();
	return done_testing();
}

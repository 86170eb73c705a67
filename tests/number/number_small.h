/* Every number of a small width, and the set that it stands for as a mask of bits. */
#ifndef NUMBER_SMALL_H
#define NUMBER_SMALL_H

#include <stdlib.h>

#include "eval.h"
#include "number_domain.h"
#include "tap.h"

enum { SMALL = 5, VALUES = 1 << SMALL, OPS = 13 };

typedef uint32_t set; /* bit v: v is a member; widths up to 5 */

static const enum op binary_ops[OPS] = { OP_BVAND,  OP_BVOR,   OP_BVXOR,  OP_BVADD, OP_BVSUB,  OP_BVMUL, OP_BVUDIV,
					 OP_BVUREM, OP_BVSDIV, OP_BVSREM, OP_BVSHL, OP_BVLSHR, OP_BVASHR };
static const enum op compare_ops[] = { OP_EQ, OP_BVULT, OP_BVULE, OP_BVSLT, OP_BVSLE };
enum { COMPARES = sizeof compare_ops / sizeof *compare_ops };

struct small {
	uint32_t width, values, count, capacity;
	struct number *at; /* all different ones, none first */
	set *sets;
	uint8_t result[OPS][VALUES][VALUES]; /* by lib/term's evaluator */
	bool holds[COMPARES][VALUES][VALUES];
};

static set set_of(struct number n)
{
	set s = 0;
	for (uint32_t v = 0; v < 1u << n.width; v++)
		s |= (set)number_holds(n, v) << v;
	return s;
}

/* --- the evaluator --- */

struct pair {
	term x, y;
	uint32_t width;
	uint64_t a, b;
};

static struct value pair_leaf(void *context, term v)
{
	const struct pair *p = context;
	return value_word(p->width, v == p->x ? p->a : p->b);
}

static void tabulate(struct small *s)
{
	struct bank *bank = bank_new();
	sort bv = sort_bitvector(bank, s->width);
	struct pair p = { term_variable(bank, bv, "x"), term_variable(bank, bv, "y"), s->width, 0, 0 };
	for (uint32_t i = 0; i < OPS + COMPARES; i++) {
		term t = term_binary(bank, i < OPS ? binary_ops[i] : compare_ops[i - OPS], p.x, p.y);
		for (p.a = 0; p.a < s->values; p.a++) {
			for (p.b = 0; p.b < s->values; p.b++) {
				struct value v = term_eval(bank, t, pair_leaf, &p);
				if (i < OPS)
					s->result[i][p.a][p.b] = (uint8_t)v.word;
				else
					s->holds[i - OPS][p.a][p.b] = v.word;
				value_release(&v);
			}
		}
	}
	bank_free(bank);
}

/* --- all numbers --- */

static void keep(struct small *s, struct number n)
{
	for (uint32_t i = 0; i < s->count; i++) {
		if (number_equal(s->at[i], n))
			return;
	}
	if (s->count == s->capacity) {
		s->capacity = s->capacity ? 2 * s->capacity : 64;
		s->at = realloc(s->at, s->capacity * sizeof *s->at);
		s->sets = realloc(s->sets, s->capacity * sizeof *s->sets);
	}
	s->at[s->count] = n;
	s->sets[s->count++] = set_of(n);
}

/* Those that bits leave of a progression. */
static void keep_with_bits(struct small *s, struct number n)
{
	for (uint32_t zeros = 0; zeros < s->values; zeros++) {
		for (uint32_t ones = 0; ones < s->values; ones++) {
			if (!(zeros & ones))
				keep(s, number_meet(n, number_bits(s->width, zeros, ones)));
		}
	}
}

static struct small *small_new(uint32_t width, bool bits, uint32_t strides)
{
	struct small *s = calloc(1, sizeof *s);
	s->width = width;
	s->values = 1u << width;
	tabulate(s);
	keep(s, number_none(width));
	for (uint32_t first = 0; first < s->values; first++) {
		for (uint32_t last = 0; last < s->values; last++) {
			for (uint32_t stride = 1; stride <= strides && stride < s->values; stride++) {
				struct number n = number_progression(width, first, last, stride);
				keep(s, n);
				if (bits)
					keep_with_bits(s, n);
			}
		}
	}
	return s;
}

static void small_free(struct small *s)
{
	free(s->at);
	free(s->sets);
	free(s);
}

/* --- what is counted --- */

/* What one property has met. */
struct tally {
	uint32_t tried, wrong, best, loose;
	struct number a, b; /* an example of what is wrong */
};

static void show(const char *name, struct number n)
{
	tap_diag("%s: %s %d...%d by %d zeros %x ones %x", name, n.none ? "none" : "", (int)n.first, (int)n.last,
		 (int)n.stride, (unsigned)n.zeros, (unsigned)n.ones);
}

static void judge(struct tally *t, bool right, struct number a, struct number b)
{
	t->tried++;
	if (!right && !t->wrong++) {
		t->a = a;
		t->b = b;
	}
}

static void sum_up(struct tally *t, uint32_t width, const char *what)
{
	if (!ok(t->tried && !t->wrong, "%s of %u bits: %u cases", what, width, t->tried)) {
		tap_diag("%u are wrong", t->wrong);
		show("a", t->a);
		show("b", t->b);
	}
}

/* The fewest members of a number that holds all of `exact`. */
static uint32_t fewest(struct small *s, set exact)
{
	static uint8_t memo[4][1 << 16]; /* by width: sets of up to 16 values */
	uint8_t *known = s->width <= 4 ? &memo[s->width - 1][exact] : NULL;
	uint32_t count = UINT32_MAX;
	if (known && *known)
		return *known - 1;
	for (uint32_t i = 0; i < s->count; i++) {
		if (!(exact & ~s->sets[i]) && (uint32_t)__builtin_popcount(s->sets[i]) < count)
			count = (uint32_t)__builtin_popcount(s->sets[i]);
	}
	if (known)
		*known = (uint8_t)(count + 1);
	return count;
}

static void judge_best(struct tally *t, struct small *s, set exact, struct number n)
{
	bool best = (uint32_t)__builtin_popcount(set_of(n)) <= fewest(s, exact);
	t->best += best;
	t->loose += !best;
}

static void best_enough(struct tally *t, uint32_t width, const char *what, uint32_t percent)
{
	uint64_t all = (uint64_t)t->best + t->loose, reached = all ? t->best * UINT64_C(1000) / all : 0;
	ok(reached >= percent * 10, "%s of %u bits: %u.%u %% are as small as can be", what, width,
	   (unsigned)(reached / 10), (unsigned)(reached % 10));
}

/* --- exact results --- */

static set image(struct small *s, uint32_t op, set x, set y)
{
	set r = 0;
	for (set rest = x; rest; rest &= rest - 1) {
		const uint8_t *row = s->result[op][__builtin_ctz(rest)];
		for (set left = y; left; left &= left - 1)
			r |= (set)1 << row[__builtin_ctz(left)];
	}
	return r;
}

#endif

/* Numbers compared with constants, and with one another: the strongest that is true of all rows first, then weaker ones. */
#include "guess.h"

#include <stdlib.h>

enum { FAR = 16, FEW = 3, MOST_CONSTANTS = 40 };

struct range {
	int64_t low, high;
	uint64_t most; /* unsigned */
	uint64_t values[FEW + 1];
	uint32_t distinct, rows;
	bool zero;
};

static struct range range_of(const struct guess *g, const struct guess_case *c, uint32_t column, bool ensured,
			     bool direct)
{
	const struct observations *o = g->observations;
	struct range r = { INT64_MAX, INT64_MIN, 0, { 0 }, 0, 0, false };
	for (size_t i = 0; i < o->list.count; i++) {
		if (!guess_counts(g, c, i, ensured, direct))
			continue;
		uint64_t word = o->list.at[i].words[column];
		int64_t number = word_signed(word, o->columns.at[column].width);
		r.low = number < r.low ? number : r.low;
		r.high = number > r.high ? number : r.high;
		r.most = word > r.most ? word : r.most;
		r.zero = r.zero || !word;
		r.rows++;
		uint32_t k = 0;
		while (k < r.distinct && r.values[k] != word)
			k++;
		if (k == r.distinct && r.distinct <= FEW)
			r.values[r.distinct++] = word;
	}
	return r;
}

/* --- constants --- */

struct numbers VEC_BODY(int64_t);

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* What bounds may be: constants of the program and their neighbours, powers of 2, what was seen. */
static struct numbers numbers_for(const struct guess *g, uint32_t width, const struct range *r, const struct range *all)
{
	struct numbers list = { 0 };
	const int64_t seen[] = { r->low, r->high, all->low, all->high };
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		vec_push(&list, seen[i]);
	for (int64_t n = -1; n <= 1; n++)
		vec_push(&list, word_signed((uint64_t)n & word_mask(width), width));
	for (size_t i = 0; i < g->constants->values.count && i < MOST_CONSTANTS; i++)
		for (uint64_t k = 0; k < 3; k++)
			vec_push(&list, word_signed((g->constants->values.at[i] + k - 1) & word_mask(width), width));
	for (uint32_t k = 1; k + 1 < width; k++)
		vec_push(&list, (int64_t)(UINT64_C(1) << k) - 1);
	qsort(list.at, list.count, sizeof *list.at, ascending);
	return list;
}

/* x >= n, or x <= n. */
static term bound(struct bank *bank, term x, uint32_t width, int64_t n, bool low)
{
	term constant = term_bv(bank, width, (uint64_t)n);
	return term_not(bank,
			low ? term_binary(bank, OP_BVSLT, x, constant) : term_binary(bank, OP_BVSLT, constant, x));
}

static void add_bounds(struct guess *g, const struct guess_case *c, term x, uint32_t width, const struct range *r,
		       const struct range *all, bool ensured)
{
	struct numbers list = numbers_for(g, width, r, all);
	struct guess_chain low = { g, c, ensured, 0 }, high = { g, c, ensured, 0 };
	for (size_t i = 0; i < list.count; i++)
		if (list.at[i] >= r->high)
			guess_chain_add(&high, bound(g->bank, x, width, list.at[i], false));
	for (size_t i = list.count; i-- > 0;)
		if (list.at[i] <= r->low)
			guess_chain_add(&low, bound(g->bank, x, width, list.at[i], true));
	vec_free(&list);
}

/* Of numbers without a sign. */
static void add_powers(struct guess *g, const struct guess_case *c, term x, uint32_t width, const struct range *r,
		       bool ensured)
{
	struct guess_chain chain = { g, c, ensured, 0 };
	for (uint32_t k = 1; k < width; k++)
		if (r->most < UINT64_C(1) << k)
			guess_chain_add(&chain,
					term_binary(g->bank, OP_BVULT, x, term_bv(g->bank, width, UINT64_C(1) << k)));
}

static void add_values(struct guess *g, const struct guess_case *c, term x, uint32_t width, const struct range *r,
		       bool ensured)
{
	term any = term_false(g->bank);
	for (uint32_t i = 0; i < r->distinct && r->distinct <= FEW; i++)
		any = term_or(g->bank, any, term_eq(g->bank, x, term_bv(g->bank, width, r->values[i])));
	if (r->distinct <= FEW)
		guess_add(g, c, any, ensured);
	if (!r->zero && r->low < 0 && r->high > 0)
		guess_add(g, c, term_not(g->bank, term_eq(g->bank, x, term_bv(g->bank, width, 0))), ensured);
}

static void guess_number(struct guess *g, const struct guess_case *c, uint32_t i, bool ensured)
{
	const struct column *column = &g->observations->columns.at[i];
	term x = ensured ? column->value : column->at_call;
	struct range r = range_of(g, c, i, ensured, false), all = range_of(g, c, i, ensured, true);
	if (!r.rows && ensured)
		r = all;
	if (!r.rows)
		return;
	add_values(g, c, x, column->width, &r, ensured);
	if (column->width > 1)
		add_bounds(g, c, x, column->width, &r, ensured ? &all : &r, ensured);
	if (column->width > 1 && r.low < 0)
		add_powers(g, c, x, column->width, &r, ensured);
}

/* --- pairs --- */

struct distance {
	__int128 low, high; /* of x - y */
	bool below, above;  /* unsigned: x <= y, x >= y, in all rows */
	bool negative;      /* some number is */
	uint32_t rows;
};

static struct distance distance_of(const struct guess *g, const struct guess_case *c, uint32_t x, uint32_t y,
				   bool ensured, bool direct)
{
	const struct observations *o = g->observations;
	struct distance d = { ((__int128)1) << 100, -(((__int128)1) << 100), true, true, false, 0 };
	for (size_t i = 0; i < o->list.count; i++) {
		if (!guess_counts(g, c, i, ensured, direct))
			continue;
		uint64_t a = o->list.at[i].words[x], b = o->list.at[i].words[y];
		__int128 n = (__int128)word_signed(a, o->columns.at[x].width) - word_signed(b, o->columns.at[y].width);
		d.low = n < d.low ? n : d.low;
		d.high = n > d.high ? n : d.high;
		d.below = d.below && a <= b;
		d.above = d.above && a >= b;
		d.negative = d.negative || word_signed(a, o->columns.at[x].width) < 0 ||
			     word_signed(b, o->columns.at[y].width) < 0;
		d.rows++;
	}
	return d;
}

static term number(struct bank *bank, uint32_t width, int64_t n)
{
	return width > 64 ? term_sign_extend(bank, width, term_bv(bank, 64, (uint64_t)n))
			  : term_bv(bank, width, (uint64_t)n);
}

/* x - y >= n, or <= n, as numbers. */
static term distant(struct bank *bank, term x, term y, int64_t n, bool low)
{
	uint32_t width = term_width(bank, x) > term_width(bank, y) ? term_width(bank, x) : term_width(bank, y);
	if (!n && term_width(bank, x) == term_width(bank, y))
		return term_not(bank, low ? term_binary(bank, OP_BVSLT, x, y) : term_binary(bank, OP_BVSLT, y, x));
	width += 6;
	term a = term_sign_extend(bank, width, x);
	term b = term_binary(bank, OP_BVADD, term_sign_extend(bank, width, y), number(bank, width, n));
	return term_not(bank, low ? term_binary(bank, OP_BVSLT, a, b) : term_binary(bank, OP_BVSLT, b, a));
}

static void add_distances(struct guess *g, const struct guess_case *c, term x, term y, const struct distance *d,
			  bool ensured)
{
	struct guess_chain low = { g, c, ensured, 0 }, high = { g, c, ensured, 0 };
	if (d->low >= -FAR && d->low <= FAR)
		guess_chain_add(&low, distant(g->bank, x, y, (int64_t)d->low, true));
	if (d->high >= -FAR && d->high <= FAR)
		guess_chain_add(&high, distant(g->bank, x, y, (int64_t)d->high, false));
	for (int64_t n = 1; n >= -1; n--) {
		if (n <= d->low)
			guess_chain_add(&low, distant(g->bank, x, y, n, true));
		if (-n >= d->high)
			guess_chain_add(&high, distant(g->bank, x, y, -n, false));
	}
}

static void guess_pair(struct guess *g, const struct guess_case *c, uint32_t x, uint32_t y, bool ensured)
{
	const struct column *a = &g->observations->columns.at[x], *b = &g->observations->columns.at[y];
	struct bank *bank = g->bank;
	struct distance d = distance_of(g, c, x, y, ensured, false);
	term s = ensured ? a->value : a->at_call, t = ensured ? b->value : b->at_call;
	if (!d.rows && ensured)
		d = distance_of(g, c, x, y, ensured, true);
	if (d.rows < 2)
		return;
	add_distances(g, c, s, t, &d, ensured);
	if (!d.negative)
		return;
	if (a->width == b->width && d.below)
		guess_add(g, c, term_not(bank, term_binary(bank, OP_BVULT, t, s)), ensured);
	if (a->width == b->width && d.above)
		guess_add(g, c, term_not(bank, term_binary(bank, OP_BVULT, s, t)), ensured);
}

/* --- twice a number and another one --- */

/* 2 x - y >= n, or <= n, as numbers. */
static term twice_distant(struct bank *bank, term x, term y, int64_t n, bool low)
{
	uint32_t width = term_width(bank, x) + 8;
	term twice = term_binary(bank, OP_BVSHL, term_sign_extend(bank, width, x), term_bv(bank, width, 1));
	return distant(bank, twice, term_sign_extend(bank, width, y), n, low);
}

static void guess_twice(struct guess *g, const struct guess_case *c, uint32_t x, uint32_t y)
{
	const struct observations *o = g->observations;
	const struct column *a = &o->columns.at[x], *b = &o->columns.at[y];
	struct guess_chain below = { g, c, true, 0 }, above = { g, c, true, 0 };
	__int128 low = ((__int128)1) << 100, high = -low;
	uint32_t rows = 0;
	for (size_t i = 0; i < o->list.count; i++) {
		if (!guess_counts(g, c, i, true, false))
			continue;
		const uint64_t *words = o->list.at[i].words;
		__int128 n = 2 * (__int128)word_signed(words[x], a->width) - word_signed(words[y], b->width);
		low = n < low ? n : low;
		high = n > high ? n : high;
		rows++;
	}
	for (int64_t n = -1; n <= 1 && rows > 1; n++) {
		if (n >= high)
			guess_chain_add(&below, twice_distant(g->bank, a->value, b->value, n, false));
		if (-n <= low)
			guess_chain_add(&above, twice_distant(g->bank, a->value, b->value, -n, true));
	}
}

/* --- a result and a power of 2: what calls itself twice grows like that --- */

static void guess_power(struct guess *g, const struct guess_case *c, uint32_t result, uint32_t input)
{
	const struct observations *o = g->observations;
	const struct column *x = &o->columns.at[result], *y = &o->columns.at[input];
	uint32_t rows = 0;
	for (size_t i = 0; i < o->list.count; i++) {
		if (!guess_counts(g, c, i, true, false))
			continue;
		uint64_t k = o->list.at[i].words[input];
		uint64_t power = k < x->width ? UINT64_C(1) << k : 0;
		if (word_signed(o->list.at[i].words[result], x->width) > word_signed(power, x->width))
			return;
		rows++;
	}
	term power = term_binary(g->bank, OP_BVSHL, term_bv(g->bank, x->width, 1), y->value);
	if (rows > 1)
		guess_add(g, c, term_not(g->bank, term_binary(g->bank, OP_BVSLT, power, x->value)), true);
}

/* --- sums at calls: what one gains the other loses --- */

static void guess_sum(struct guess *g, const struct guess_case *c, uint32_t x, uint32_t y)
{
	const struct observations *o = g->observations;
	const struct column *a = &o->columns.at[x], *b = &o->columns.at[y];
	__int128 most = -(((__int128)1) << 100);
	for (size_t i = 0; i < o->list.count; i++) {
		if (!guess_counts(g, c, i, false, false))
			continue;
		__int128 sum = (__int128)word_signed(o->list.at[i].words[x], a->width) +
			       word_signed(o->list.at[i].words[y], b->width);
		most = sum > most ? sum : most;
	}
	uint32_t width = a->width + 2;
	struct guess_chain chain = { g, c, false, 0 };
	term sum = term_binary(g->bank, OP_BVADD, term_sign_extend(g->bank, width, a->at_call),
			       term_sign_extend(g->bank, width, b->at_call));
	for (uint32_t k = 0; k < a->width; k++)
		for (int64_t more = -1; more <= 1; more++) {
			__int128 n = (((__int128)1) << k) + more;
			if (n >= most && n <= INT64_MAX)
				guess_chain_add(&chain, bound(g->bank, sum, width, (int64_t)n, false));
		}
}

static bool is_comparable(const struct column *a, const struct column *b)
{
	return a->width > 1 && b->width > 1 && (a->width == b->width || (a->width >= 8 && b->width >= 8));
}

/* A precondition on what is split into cases is one of all cases, others are those of each. */
static bool is_left_to_parts(const struct guess *g, const struct guess_case *c, uint32_t column)
{
	return g->level == GUESS_VALUES && g->cases.count > 1 && g->split[column] == (c->column != 0);
}

/* Of a postcondition one is a result. */
void guess_order(struct guess *g, const struct guess_case *c, bool ensured)
{
	const struct observations *o = g->observations;
	for (uint32_t i = 0; i < o->columns.count; i++) {
		if (o->columns.at[i].result != ensured || (g->solved[i] && g->level < GUESS_PRODUCTS))
			continue;
		if (!ensured && is_left_to_parts(g, c, i))
			continue;
		guess_number(g, c, i, ensured);
		for (uint32_t k = 0; k < i; k++) {
			const struct column *a = &o->columns.at[i], *b = &o->columns.at[k];
			if (!is_comparable(a, b))
				continue;
			guess_pair(g, c, i, k, ensured);
			if (ensured && !b->result && a->width == b->width && g->level >= GUESS_VALUES)
				guess_power(g, c, i, k);
			if (ensured && !b->result && a->width == b->width && a->width <= 56 &&
			    g->level >= GUESS_VALUES) {
				guess_twice(g, c, i, k);
				guess_twice(g, c, k, i);
			}
			if (!ensured && a->width == b->width && a->width < 64 && g->level >= GUESS_CASES)
				guess_sum(g, c, i, k);
		}
	}
}

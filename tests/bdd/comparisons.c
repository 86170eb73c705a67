/* Comparisons bit by bit: found whatever is compared in them, and what is found has the same value everywhere. */
#include "comparisons.h"

#include "eval.h"
#include "tap.h"

enum { WIDTH = 4, ALL = 1 << WIDTH };

struct numbers {
	struct bank *bank;
	term a, b;
	uint64_t values[2];
};

static struct value value_of(void *context, term leaf)
{
	const struct numbers *n = context;
	return value_word(WIDTH, n->values[leaf == n->b]);
}

static bool holds(struct numbers *n, term t)
{
	return term_eval(n->bank, t, value_of, n).word;
}

static term bit(struct numbers *n, term t, uint32_t i)
{
	return term_eq(n->bank, term_extract(n->bank, i, i, t), term_bv(n->bank, 1, 1));
}

/* As diagrams have it: `first` is asked before `second`; the one of `up` makes it true. */
static term step(struct numbers *n, term first, term second, term up, uint32_t i, term below)
{
	term x = bit(n, first, i), y = bit(n, second, i), yes = term_true(n->bank), no = term_false(n->bank);
	bool is_first = up == first;
	return term_ite(n->bank, x, term_ite(n->bank, y, below, is_first ? yes : no),
			term_ite(n->bank, y, is_first ? no : yes, below));
}

struct form {
	bool first_up, equal, sign, negated;
	uint32_t low, high;
};

static term diagram(struct numbers *n, struct form f)
{
	term up = f.first_up ? n->a : n->b, all = f.equal ? term_true(n->bank) : term_false(n->bank);
	term other = f.first_up ? n->b : n->a;
	for (uint32_t i = f.low; i <= f.high; i++)
		all = step(n, n->a, n->b, f.sign && i == f.high ? other : up, i, all);
	return f.negated ? term_not(n->bank, all) : all;
}

static bool is_equal(struct numbers *n, term s, term t)
{
	bool equal = true;
	for (uint64_t i = 0; i < ALL * ALL && equal; i++) {
		n->values[0] = i / ALL;
		n->values[1] = i % ALL;
		equal = holds(n, s) == holds(n, t);
	}
	return equal;
}

static bool is_comparison(const struct bank *bank, term t)
{
	if (term_op(bank, t) == OP_NOT)
		t = term_arg(bank, t, 0);
	return term_op(bank, t) == OP_BVULT || term_op(bank, t) == OP_BVSLT;
}

static void test_found(struct numbers *n)
{
	unsigned wrong = 0, missed = 0, count = 0;
	for (unsigned i = 0; i < 16; i++)
		for (uint32_t low = 0; low < WIDTH - 1; low++)
			for (uint32_t high = low + 1; high < WIDTH; high++, count++) {
				struct form f = { i & 1, i & 2, i & 4, i & 8, low, high };
				term bits = diagram(n, f), found = comparisons_found(n->bank, bits);
				wrong += !is_equal(n, bits, found);
				missed += !is_comparison(n->bank, found);
			}
	ok(!wrong, "%u comparisons: what is found is equal", count);
	ok(!missed, "each is found as one comparison");
}

/* What is nearly a comparison stays what it is. */
static void test_others(struct numbers *n)
{
	struct bank *bank = n->bank;
	struct form f = { true, true, false, false, 0, 2 };
	term three = diagram(n, f),
	     gap = step(n, n->a, n->b, n->a, 3, diagram(n, (struct form){ true, true, false, false, 0, 1 }));
	term turned = step(n, n->a, n->b, n->b, 3,
			   step(n, n->a, n->b, n->b, 2, diagram(n, (struct form){ .first_up = true, .high = 1 })));
	term crossed = term_ite(bank, bit(n, n->a, 3), term_and(bank, bit(n, n->b, 2), three),
				term_or(bank, bit(n, n->b, 2), three));
	term same = term_ite(bank, bit(n, n->a, 3), term_and(bank, bit(n, n->a, 2), three),
			     term_or(bank, bit(n, n->a, 2), three));
	term all[] = { gap, turned, crossed, same, term_or(bank, gap, crossed), bit(n, n->a, 0), term_true(bank) };
	unsigned wrong = 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		wrong += !is_equal(n, all[i], comparisons_found(bank, all[i]));
	ok(!wrong, "others: what is found is equal");
	ok(!is_comparison(bank, comparisons_found(bank, gap)) && !is_comparison(bank, comparisons_found(bank, crossed)),
	   "a bit that is left out, or another one, is no comparison");
}

int main(void)
{
	struct numbers n = { .bank = bank_new() };
	n.a = term_variable(n.bank, sort_bitvector(n.bank, WIDTH), "a");
	n.b = term_variable(n.bank, sort_bitvector(n.bank, WIDTH), "b");
	test_found(&n);
	test_others(&n);
	bank_free(n.bank);
	return done_testing();
}

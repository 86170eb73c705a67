/* Equations apart: what is made says what the equation says, for all values; and equal sums become one term. */
#include "apart.h"

#include "eval.h"
#include "tap.h"

enum { LEAVES = 4, WIDTH = 3, TRIES = 300, VALUES = 200 };

struct leaves {
	struct bank *bank;
	term number[LEAVES], truth[2];
	uint64_t values, random;
};

static uint64_t draw(struct leaves *l, uint64_t below)
{
	l->random = l->random * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (l->random >> 33) % below;
}

static term random_sum(struct leaves *l, int depth)
{
	struct bank *bank = l->bank;
	if (!depth)
		return draw(l, 5) ? l->number[draw(l, LEAVES)] : term_bv(bank, WIDTH, draw(l, 8));
	term a = random_sum(l, depth - 1), b = random_sum(l, depth - 1);
	switch (draw(l, 6)) {
	case 0:
		return term_binary(bank, OP_BVSUB, a, b);
	case 1:
		return term_binary(bank, OP_BVMUL, a, term_bv(bank, WIDTH, draw(l, 8)));
	case 2:
	case 3:
		return term_ite(bank, l->truth[draw(l, 2)], a, b);
	case 4:
		return term_unary(bank, OP_BVNEG, a);
	default:
		return term_binary(bank, OP_BVADD, a, b);
	}
}

static struct value value_of(void *context, term leaf)
{
	const struct leaves *l = context;
	for (uint32_t i = 0; i < LEAVES; i++)
		if (leaf == l->number[i])
			return value_word(WIDTH, l->values >> (WIDTH * i) & 7);
	return value_word(1, l->values >> (WIDTH * LEAVES + (leaf == l->truth[1])) & 1);
}

static bool holds(struct leaves *l, term t)
{
	struct value v = term_eval(l->bank, t, value_of, l);
	bool is = v.word;
	value_release(&v);
	return is;
}

static struct leaves begin(void)
{
	struct leaves l = { .bank = bank_new(), .random = 7 };
	for (uint32_t i = 0; i < LEAVES; i++)
		l.number[i] = term_variable(l.bank, sort_bitvector(l.bank, WIDTH), "x");
	for (uint32_t i = 0; i < 2; i++)
		l.truth[i] = term_variable(l.bank, sort_bool(l.bank), "c");
	return l;
}

static void test_equivalent(void)
{
	struct leaves l = begin();
	struct table memo = { 0 };
	uint32_t changed = 0, wrong = 0;
	for (int i = 0; i < TRIES; i++) {
		term t = term_eq(l.bank, random_sum(&l, 3), random_sum(&l, 2)),
		     made = equations_apart(l.bank, t, &memo);
		changed += made != t;
		for (int k = 0; k < VALUES; k++) {
			l.values = draw(&l, 1 << (WIDTH * LEAVES + 2));
			wrong += holds(&l, t) != holds(&l, made);
		}
	}
	ok(changed > TRIES / 3, "many are changed");
	is_int((int)wrong, 0, "all mean what they meant");
	table_free(&memo);
	bank_free(l.bank);
}

static void test_round(void)
{
	struct leaves l = begin();
	struct table memo = { 0 };
	term x = l.number[0], y = l.number[1], z = l.number[2], n = l.number[3], c = l.truth[0],
	     three = term_bv(l.bank, WIDTH, 3), one = term_bv(l.bank, WIDTH, 1);
	term later[] = { term_ite(l.bank, c, term_binary(l.bank, OP_BVADD, x, three),
				  term_binary(l.bank, OP_BVSUB, x, one)),
			 term_ite(l.bank, c, term_binary(l.bank, OP_BVSUB, y, three), y),
			 term_ite(l.bank, c, z, term_binary(l.bank, OP_BVADD, z, one)) };
	term before = term_eq(l.bank, term_binary(l.bank, OP_BVADD, term_binary(l.bank, OP_BVADD, x, y), z), n);
	term after = term_eq(
		l.bank, term_binary(l.bank, OP_BVADD, term_binary(l.bank, OP_BVADD, later[0], later[1]), later[2]), n);
	ok(equations_apart(l.bank, before, &memo) == equations_apart(l.bank, after, &memo), "a round that keeps a sum");
	table_free(&memo);
	bank_free(l.bank);
}

int main(void)
{
	test_equivalent();
	test_round();
	return done_testing();
}

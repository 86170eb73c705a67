/* Terms as gates mean what term_eval says: random terms of small widths, all values of their leaves. */
#include "gates.h"

#include "eval.h"
#include "tap.h"

enum { WIDTH = 3, LEAVES = 3, TERMS = 24 };

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(state >> 33) % below;
}

struct leaves {
	term at[LEAVES];
	uint32_t values;
};

static uint64_t value_of_leaf(const struct leaves *l, term leaf)
{
	for (uint32_t i = 0; i < LEAVES; i++)
		if (l->at[i] == leaf)
			return l->values >> (i * WIDTH) & ((1u << WIDTH) - 1);
	return 0;
}

static struct value leaf_value(void *context, term leaf)
{
	return value_word(WIDTH, value_of_leaf(context, leaf));
}

/* By the graph, from the lowest node on. */
static bool gate_value(const struct gates *g, literal l, const struct leaves *leaves, literal *const *bits)
{
	uint32_t node = l >> 1;
	if (!node)
		return !(l & 1);
	for (uint32_t i = 0; i < LEAVES; i++)
		for (uint32_t b = 0; b < WIDTH; b++)
			if (bits[i][b] >> 1 == node)
				return (leaves->values >> (i * WIDTH + b) & 1) != (l & 1);
	bool both =
		gate_value(g, g->nodes.at[node].a, leaves, bits) && gate_value(g, g->nodes.at[node].b, leaves, bits);
	return both != (l & 1);
}

static term make_term(struct bank *bank, const term *words, uint32_t count)
{
	static const enum op ops[] = { OP_BVAND, OP_BVOR,  OP_BVXOR,  OP_BVADD, OP_BVSUB,
				       OP_BVMUL, OP_BVSHL, OP_BVLSHR, OP_BVASHR };
	term a = words[draw(count)], b = words[draw(count)], c = words[draw(count)];
	switch (draw(6)) {
	case 0:
		return term_ite(bank, term_binary(bank, draw(2) ? OP_BVULT : OP_BVSLT, a, b), b, c);
	case 1:
		return term_ite(bank, term_or(bank, term_eq(bank, a, b), term_not(bank, term_eq(bank, b, c))), a, c);
	case 2:
		return term_extract(bank, WIDTH, 1, term_sign_extend(bank, 2 * WIDTH, a));
	case 3:
		return term_extract(bank, WIDTH + 1, 2, term_concat(bank, a, b));
	case 4:
		return term_unary(bank, draw(2) ? OP_BVNEG : OP_BVNOT, a);
	default:
		return term_binary(bank, ops[draw(sizeof ops / sizeof *ops)], a, b);
	}
}

static bool agrees(struct gates *g, const struct bank *bank, term t, struct leaves *leaves, literal *const *bits)
{
	const literal *of = gates_of(g, t);
	for (leaves->values = 0; leaves->values < 1u << (LEAVES * WIDTH); leaves->values += 7) {
		struct value v = term_eval(bank, t, leaf_value, leaves);
		uint64_t got = 0;
		for (uint32_t b = 0; b < WIDTH; b++)
			got |= (uint64_t)gate_value(g, of[b], leaves, bits) << b;
		bool same = got == v.word;
		value_release(&v);
		if (!same)
			return false;
	}
	return true;
}

static bool run(uint64_t seed)
{
	struct bank *bank = bank_new();
	struct gates g;
	struct leaves leaves;
	literal *bits[LEAVES];
	term words[TERMS];
	bool right = true;
	state = seed;
	gates_init(&g, bank);
	for (uint32_t i = 0; i < LEAVES; i++) {
		words[i] = leaves.at[i] = term_variable(bank, sort_bitvector(bank, WIDTH), "x");
		bits[i] = (literal *)gates_of(&g, words[i]);
	}
	for (uint32_t i = LEAVES; i < TERMS && right; i++) {
		words[i] = make_term(bank, words, i);
		right = agrees(&g, bank, words[i], &leaves, bits);
	}
	gates_release(&g);
	bank_free(bank);
	return right;
}

int main(void)
{
	uint32_t wrong = 0;
	for (uint64_t seed = 1; seed <= 60; seed++)
		wrong += !run(seed);
	is_int(wrong, 0, "random terms and their gates mean the same");
	struct gates g;
	gates_init(&g, NULL);
	literal a = gates_input(&g), b = gates_input(&g);
	ok(gates_and(&g, a, b) == gates_and(&g, b, a), "a function is there once");
	ok(gates_and(&g, a, literal_not(a)) == LITERAL_FALSE && gates_or(&g, a, literal_not(a)) == LITERAL_TRUE,
	   "constants fold");
	gates_release(&g);
	return done_testing();
}

/* Random terms over all operators: what the constructors made of a term must mean, by term_eval, what the term
 * means by the reference (reference.h). Arguments: [SEED [FORESTS]]. */
#include "reference.h"
#include "bank.h"
#include "tap.h"

enum { FORESTS = 3000, NODES = 120 };

struct valuation {
	const struct forest *forest;
	int number;
};

static struct value leaf_value(void *context, term v)
{
	const struct valuation *w = context;
	for (uint32_t i = 0; i < w->forest->count; i++) {
		const struct tree *t = &w->forest->node[i];
		if (t->op == OP_VARIABLE && t->simplified == v)
			return meaning_value(t->shape, t->value[w->number]);
	}
	return (struct value){ 0 };
}

/* The first valuation in which the two disagree, or -1. */
static int disagreement(const struct forest *f, const struct tree *t)
{
	for (int i = 0; i < VALUATIONS; i++) {
		struct valuation w = { f, i };
		struct value got = term_eval(f->bank, t->simplified, leaf_value, &w),
			     want = meaning_value(t->shape, t->value[i]);
		bool equal = value_equal(&got, &want);
		value_release(&got);
		value_release(&want);
		if (!equal)
			return i;
	}
	return -1;
}

/* What a wrong simplifier would do, to show that this test notices: the term for t, falsified. */
typedef term falsify(struct bank *bank, const struct tree *t, const struct forest *f);

static uint32_t check_forest(struct forest *f, uint64_t seed, uint32_t *wrong, falsify *hook)
{
	struct bank *bank = bank_new();
	uint32_t made = 0;
	forest_begin(f, bank, seed, seed % 2);
	/* In every fourth forest the rules run out of fuel somewhere: what is built then must be right too. */
	bool starve = seed % 8 >= 6;
	while (f->count < NODES) {
		bank->depth = starve;
		bank->fuel = starve ? below(f, 12) : 0;
		uint32_t i = random_node(f);
		struct tree *t = &f->node[i];
		if (hook)
			t->simplified = hook(bank, t, f);
		made++;
		int v = disagreement(f, t);
		if (v < 0)
			continue;
		if (!*wrong && !hook)
			tap_diag("seed %llu: node %u (%s) is wrong in valuation %d", (unsigned long long)seed, i,
				 op_name(t->op), v);
		++*wrong;
		break; /* what is built from a wrong term is wrong too */
	}
	forest_end(f);
	bank_free(bank);
	return made;
}

static term swap_subtraction(struct bank *bank, const struct tree *t, const struct forest *f)
{
	if (t->op != OP_BVSUB)
		return t->simplified;
	return term_binary(bank, OP_BVSUB, f->node[t->args[1]].simplified, f->node[t->args[0]].simplified);
}

static term forget_shift_overflow(struct bank *bank, const struct tree *t, const struct forest *f)
{
	if (t->op != OP_BVLSHR)
		return t->simplified;
	term a = f->node[t->args[0]].simplified, b = f->node[t->args[1]].simplified;
	uint32_t width = term_width(bank, a);
	term by = term_binary(bank, OP_BVUREM, b, term_bv(bank, width, width));
	return term_binary(bank, OP_BVLSHR, a, by);
}

static term forget_store_below(struct bank *bank, const struct tree *t, const struct forest *f)
{
	if (t->op != OP_STORE)
		return t->simplified;
	return term_const_map(bank, t->shape.index, f->node[t->args[2]].simplified);
}

static void check_hook(struct forest *f, falsify *hook, const char *what)
{
	uint32_t wrong = 0;
	for (uint64_t seed = 1; seed <= 60; seed++)
		check_forest(f, seed, &wrong, hook);
	ok(wrong > 0, "a simplifier that %s is noticed (%u times)", what, wrong);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240601,
		 forests = argc > 2 ? strtoull(argv[2], NULL, 0) : FORESTS;
	struct forest *f = calloc(1, sizeof *f);
	uint32_t wrong = 0, made = 0;
	for (uint64_t i = 0; i < forests; i++)
		made += check_forest(f, seed + i * 7919, &wrong, NULL);
	is_int(wrong, 0, "%u random terms mean what the reference says", made);
	if (argc <= 1) {
		ok(made >= 100000, "at least 100,000 terms were tried");
		check_hook(f, swap_subtraction, "swaps the arguments of a subtraction");
		check_hook(f, forget_shift_overflow, "takes shift amounts modulo the width");
		check_hook(f, forget_store_below, "forgets the map below a store");
	}
	free(f);
	return done_testing();
}

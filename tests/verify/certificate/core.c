/* The core of a question has no model, is made of its conjuncts, and lacks what is not needed. */
#include "core.h"

#include "engine_task.h"

enum { OTHERS = 50, SECONDS = 20 };

static struct setup s;
static struct bank *bank;
static struct solver_pair pair;

static term x, y, z, w;

static term number(const char *name)
{
	return term_variable(bank, sort_bitvector(bank, 32), name);
}

static term is_below(term a, term b)
{
	return term_binary(bank, OP_BVULT, a, b);
}

static term core(term question)
{
	return core_of(&pair, question, SECONDS);
}

/* x < y, y < z and z < x, the last two behind the negation of a disjunction, among others. */
static void check_needless(void)
{
	term ring = term_not(bank, term_or(bank, term_not(bank, is_below(y, z)), term_not(bank, is_below(z, x))));
	term question = term_and(bank, is_below(x, y), ring);
	for (int i = 0; i < OTHERS; i++)
		question = term_and(bank, is_below(number("v"), i % 2 ? x : w), question);
	term needed = core(question);
	ok(needed && term_mentions(bank, needed, z) && !term_mentions(bank, needed, w),
	   "what is not needed is left out");
	ok(core(needed) != 0, "what is left has no model");
}

int main(void)
{
	setup(&s, STRAIGHT("true"));
	bank = s.task.original->bank;
	x = number("x");
	y = number("y");
	z = number("z");
	w = number("w");
	pair = solver_pair_new(&s.task, &s.outcome, bank, false);
	check_needless();
	ok(!core(is_below(x, y)), "a question with a model has none");
	ok(!core(term_true(bank)), "nor has true");
	ok(core(term_false(bank)) == term_false(bank), "false is its own");
	solver_pair_release(&pair);
	release(&s);
	return done_testing();
}

/* Candidates: those that are needed are proposed, executions drop what they refute, and only that. */
#include "invariant.h"
#include "program_text.h"
#include "solver.h"

static const struct sample_limits unlimited = { SOLVER_NO_DEADLINE, 0 };

/* x goes 0, 2, 4, ...; y is 1 or 2 and never anything else. */
static const char numbers[] =
	"plumb 1 {entry \"main\"}\n"
	"procedure main() {\n var n : bv32\nentry:\n havoc n;\n call f(0bv32, 1bv32, n);\n return;\n}\n"
	"procedure f(x : bv32, y : bv32, n : bv32) {\nhead:\n assert or(eq(y, 1bv32), eq(y, 2bv32));\n"
	" branch bvslt(x, n), body, exit;\n"
	"body:\n call f(bvadd(x, 2bv32), bvsub(3bv32, y), n);\n return;\nexit:\n return;\n}\n";

enum state { ABSENT, DROPPED, LEFT };

static enum state state_of(const struct cut_loop *loop, term condition)
{
	for (size_t i = 0; i < loop->candidates.count; i++)
		if (loop->candidates.at[i].condition == condition)
			return loop->candidates.at[i].dropped ? DROPPED : LEFT;
	return ABSENT;
}

static term at_most(struct bank *bank, term a, term b)
{
	return term_not(bank, term_binary(bank, OP_BVSLT, b, a));
}

static uint32_t left(const struct cut_loop *loop)
{
	uint32_t count = 0;
	for (size_t i = 0; i < loop->candidates.count; i++)
		count += !loop->candidates.at[i].dropped;
	return count;
}

static void test_scalars(void)
{
	struct program *p = program_of(numbers);
	struct cut cut;
	cut_begin(&cut, p);
	candidates_of_scalars(&cut, LEVEL_ALL);
	struct cut_loop *loop = &cut.loops.at[0];
	struct bank *bank = cut.program->bank;
	term x = loop->procedure->variables[0]->term, y = loop->procedure->variables[1]->term;
	term n = loop->procedure->variables[2]->term, x_before = loop->entries[0]->term;
	term even = term_eq(bank, term_extract(bank, 0, 0, x), term_extract(bank, 0, 0, x_before));
	term one = term_eq(bank, y, term_bv(bank, 32, 1)), two = term_eq(bank, y, term_bv(bank, 32, 2));
	term some = term_or(bank, one, two), positive = at_most(bank, term_bv(bank, 32, 0), x);
	is_int(state_of(loop, even), LEFT, "that the low bit stays is a candidate");
	is_int(state_of(loop, one), LEFT, "a constant of the program is one");
	is_int(state_of(loop, at_most(bank, y, term_bv(bank, 32, 2))), LEFT, "at most such a constant");
	is_int(state_of(loop, positive), LEFT, "not negative");
	is_int(state_of(loop, at_most(bank, x, n)), LEFT, "at most what does not change");
	is_int(state_of(loop, term_eq(bank, y, term_bv(bank, 32, 77))), ABSENT, "nothing of other constants");
	uint32_t before = left(loop);
	candidates_filter(&cut, p, unlimited);
	ok(left(loop) < before, "executions refute some");
	is_int(state_of(loop, even), LEFT, "what always holds is left");
	is_int(state_of(loop, at_most(bank, y, term_bv(bank, 32, 2))), LEFT, "this too");
	is_int(state_of(loop, positive), LEFT, "and this");
	is_int(state_of(loop, one), DROPPED, "y is not always 1");
	is_int(state_of(loop, two), DROPPED, "nor 2");
	ok(state_of(loop, some) != DROPPED, "but one of them");
	is_int(state_of(loop, at_most(bank, x, n)), DROPPED, "n may be negative");
	cut_finish(&cut);
	ok(loop->candidates.count == left(loop), "what was dropped is not in the cut program");
	cut_release(&cut);
	program_free(p);
}

static void test_levels(void)
{
	uint32_t counts[LEVELS] = { 0 };
	for (int level = LEVEL_FLAGS; level < LEVELS; level++) {
		struct program *p = program_of(numbers);
		struct cut cut;
		cut_begin(&cut, p);
		candidates_of_scalars(&cut, (enum level)level);
		counts[level] = cut.candidates;
		cut_release(&cut);
		program_free(p);
	}
	ok(counts[LEVEL_FLAGS] && counts[LEVEL_FLAGS] < counts[LEVEL_MEMORY], "a higher level guesses more");
	ok(counts[LEVEL_MEMORY] <= counts[LEVEL_ALL], "and the last not less");
}

/* After the deadline no execution refutes anything: the filter decides nothing. */
static void test_deadline(void)
{
	struct program *p = program_of(numbers);
	struct cut cut;
	cut_begin(&cut, p);
	candidates_of_scalars(&cut, LEVEL_ALL);
	uint32_t before = left(&cut.loops.at[0]);
	candidates_filter(&cut, p, (struct sample_limits){ clock_now() - 1, 0 });
	is_int(left(&cut.loops.at[0]), before, "without time nothing is refuted");
	cut_release(&cut);
	program_free(p);
}

/* m[0 .. i-1] are 7. */
static void test_maps(void)
{
	struct program *p = program_of(
		"plumb 1 {entry \"main\"}\nglobal m : [bv32]bv32\n"
		"procedure main() {\n var n : bv32\nentry:\n havoc n;\n call f(0bv32, n);\n call g(0bv32, n);\n "
		"return;\n}\n"
		"procedure f(i : bv32, n : bv32) {\nhead:\n branch bvslt(i, n), body, exit;\n"
		"body:\n m := m[i := 7bv32];\n call f(bvadd(i, 1bv32), n);\n return;\nexit:\n return;\n}\n"
		"procedure g(i : bv32, n : bv32) {\nhead:\n branch bvslt(i, n), body, exit;\n"
		"body:\n assert eq(m[i], 7bv32);\n call g(bvadd(i, 1bv32), n);\n return;\nexit:\n return;\n}\n");
	struct cut cut;
	ok(cut_begin(&cut, p) && cut.loops.count == 2, "two loops over an array");
	candidates_of_maps(&cut);
	struct cut_loop *loop = &cut.loops.at[0];
	struct bank *bank = cut.program->bank;
	term i = loop->procedure->variables[0]->term, each = cut.each_index[0], seven = term_bv(bank, 32, 7);
	term cell = term_select(bank, program_global(cut.program, "m")->term, each);
	term passed = term_and(bank, at_most(bank, loop->entries[0]->term, each), term_binary(bank, OP_BVSLT, each, i));
	term low = term_implies(bank, passed, at_most(bank, seven, cell));
	term high = term_implies(bank, passed, at_most(bank, cell, seven));
	ok(state_of(loop, low) == LEFT && state_of(loop, high) == LEFT,
	   "elements that were passed are between 7 and 7");
	bool for_all = false;
	for (size_t k = 0; k < loop->candidates.count; k++)
		for_all = for_all || (loop->candidates.at[k].condition == low && loop->candidates.at[k].each == each);
	ok(for_all, "for each of them");
	term wrong = term_implies(bank, passed, at_most(bank, term_bv(bank, 32, 8), cell));
	is_int(state_of(loop, wrong), LEFT, "that they are at least 8 is a guess, too");
	candidates_filter(&cut, p, unlimited);
	is_int(state_of(loop, wrong), DROPPED, "which executions refute");
	ok(state_of(loop, low) == LEFT && state_of(loop, high) == LEFT, "unlike what holds");
	cut_finish(&cut);
	ok(loop->reached && table_has(&loop->kept, i), "the state at the head is kept for later reads");
	cut_release(&cut);
	program_free(p);
}

int main(void)
{
	test_scalars();
	test_levels();
	test_deadline();
	test_maps();
	return done_testing();
}

/* Equations of a summary are assigned behind calls, each variable once in each case. */
#include "guess.h"
#include "program_text.h"
#include "tap.h"

static const char text[] = "plumb 1 {entry \"main\"}\nglobal g : bv8\nglobal h : bv8\n"
			   "procedure main() {\n var x : bv8\nentry:\n call x := f(3bv8);\n return;\n}\n"
			   "procedure f(n : bv8) returns (y : bv8) {\n var z : bv8\n"
			   "head:\n branch eq(n, 0bv8), base, more;\n"
			   "base:\n y := 0bv8;\n return;\n"
			   "more:\n g := bvadd(g, 1bv8);\n h := bvadd(h, 1bv8);\n call z := f(bvsub(n, 1bv8));\n"
			   " y := z;\n return;\n}\n";

struct trial {
	struct program *program;
	struct contracts contracts;
	struct guess guess;
	struct bank *bank;
	struct summary_equations list;
	term y, g, h, g_before, h_before;
};

static void begin(struct trial *t)
{
	*t = (struct trial){ .program = program_of(text) };
	contracts_begin(&t->contracts, t->program, NULL);
	struct contract *f = &t->contracts.list.at[0];
	t->bank = t->program->bank;
	t->guess = (struct guess){ .contracts = &t->contracts, .contract = f, .bank = t->bank };
	t->y = f->results[0]->term;
	t->g = t->program->globals[0]->term;
	t->h = t->program->globals[1]->term;
	t->g_before = f->before[0]->term;
	t->h_before = f->before[1]->term;
}

static term number(const struct trial *t, uint64_t n)
{
	return term_bv(t->bank, 8, n);
}

static term plus(const struct trial *t, term x, uint64_t n)
{
	return term_binary(t->bank, OP_BVADD, x, number(t, n));
}

static term returns(const struct trial *t, uint64_t n)
{
	return term_eq(t->bank, t->y, number(t, n));
}

static void add(struct trial *t, term guard, term target, term value)
{
	term condition = term_implies(t->bank, guard, term_eq(t->bank, target, value));
	vec_push(&t->list, (struct summary_equation){ condition, guard, target, value });
}

/* How many conditions there are then, and how many are assigned. */
static void end(struct trial *t, bool fix, size_t conditions, size_t fixed, const char *what)
{
	size_t count = 0;
	summary_ensure(&t->guess, &t->list, fix);
	for (size_t i = 0; i < t->contracts.conditions.count; i++)
		count += t->contracts.conditions.at[i].fixed;
	is_int(t->contracts.conditions.count, conditions, "conditions: %s", what);
	is_int(count, fixed, "assigned: %s", what);
	vec_free(&t->list);
	contracts_release(&t->contracts);
	program_free(t->program);
}

static void add_cases(struct trial *t, term target, term before)
{
	add(t, returns(t, 0), target, plus(t, before, 2));
	add(t, term_not(t->bank, returns(t, 0)), target, before);
}

static term relation(const struct trial *t)
{
	return term_binary(t->bank, OP_BVADD, t->g_before, term_binary(t->bank, OP_BVSUB, t->h, t->h_before));
}

static void test_cases(void)
{
	struct trial t;
	begin(&t);
	add_cases(&t, t.g, t.g_before);
	end(&t, true, 2, 2, "two cases");
	begin(&t);
	add_cases(&t, t.g, t.g_before);
	add(&t, returns(&t, 5), t.g, t.g_before);
	end(&t, true, 2, 2, "a case in another one says the same");
	begin(&t);
	add_cases(&t, t.g, t.g_before);
	add(&t, returns(&t, 5), t.g, plus(&t, t.g_before, 7));
	end(&t, true, 3, 2, "or something else, which may be dropped");
	begin(&t);
	add(&t, returns(&t, 0), t.g, plus(&t, t.g_before, 2));
	add(&t, term_true(t.bank), t.g, t.g_before);
	end(&t, true, 2, 2, "one case is not all");
	begin(&t);
	add_cases(&t, t.g, t.g_before);
	add(&t, returns(&t, 5), t.g, t.g_before);
	end(&t, false, 3, 0, "what is only guessed is not assigned");
}

static void test_relations(void)
{
	struct trial t;
	begin(&t);
	add_cases(&t, t.g, t.g_before);
	add_cases(&t, t.h, t.h_before);
	add(&t, term_true(t.bank), t.g, relation(&t));
	end(&t, true, 4, 4, "how two are related that are both known");
	begin(&t);
	add_cases(&t, t.g, t.g_before);
	add(&t, term_true(t.bank), t.g, relation(&t));
	end(&t, true, 3, 3, "or one of them: it says what the other one is");
}

int main(void)
{
	test_cases();
	test_relations();
	return done_testing();
}

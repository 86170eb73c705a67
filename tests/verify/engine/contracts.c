/* Contracts prove when they are right, and never when they are wrong or too weak: each way to be that is planted. */
#include "contract_proof.h"

#include "engine_task.h"

/* f(n) = n + 1, by recursion; g counts the calls; what main asserts needs that. */
static const char counting[] =
	"plumb 1 {entry \"main\"}\n"
	"global g : bv8\n"
	"procedure main() {\n var n : bv8\n var x : bv8\n"
	"entry:\n g := 0bv8;\n havoc n;\n assume bvult(n, 100bv8);\n call x := f(n);\n"
	" assert eq(x, bvadd(n, 1bv8));\n assert eq(g, n);\n return;\n}\n"
	"procedure f(n : bv8) returns (y : bv8) {\n var z : bv8\n"
	"head:\n assert bvult(n, 100bv8);\n branch eq(n, 0bv8), base, more;\n"
	"base:\n y := 1bv8;\n return;\n"
	"more:\n g := bvadd(g, 1bv8);\n call z := f(bvsub(n, 1bv8));\n y := bvadd(z, 1bv8);\n return;\n}\n";

struct trial {
	struct setup setup;
	struct contracts contracts;
	struct contract *f;
	struct bank *bank;
	term n, y, before, g;
	const char *trouble;
};

static void begin(struct trial *t, const char *text)
{
	*t = (struct trial){ 0 };
	setup(&t->setup, text);
	struct program *p = program_of(text);
	contracts_begin(&t->contracts, p, NULL);
	t->bank = p->bank;
	t->f = &t->contracts.list.at[0];
	t->n = t->f->arguments[0]->term;
	t->y = t->f->procedure->out_count ? t->f->results[0]->term : 0;
	if (p->global_count && t->f->before[0]) {
		t->g = p->globals[0]->term;
		t->before = t->f->before[0]->term;
	}
}

static bool end(struct trial *t)
{
	bool proved = contracts_prove(&t->setup.task, &t->setup.outcome, &t->contracts, &t->trouble);
	struct program *p = t->contracts.program;
	contracts_release(&t->contracts);
	program_free(p);
	release(&t->setup);
	return proved;
}

static term plus(struct trial *t, term x, uint64_t n)
{
	return term_binary(t->bank, OP_BVADD, x, term_bv(t->bank, 8, n));
}

static term below(struct trial *t, term x, uint64_t n)
{
	return term_binary(t->bank, OP_BVULT, x, term_bv(t->bank, 8, n));
}

static void require(struct trial *t, term condition)
{
	contract_add(&t->contracts, t->f, condition, false);
}

static void ensure(struct trial *t, term condition)
{
	contract_add(&t->contracts, t->f, condition, true);
}

static void say_result(struct trial *t)
{
	ensure(t, term_eq(t->bank, t->y, plus(t, t->n, 1)));
}

static void say_global(struct trial *t)
{
	ensure(t, term_eq(t->bank, t->g, term_binary(t->bank, OP_BVADD, t->before, t->n)));
}

static void test_right(void)
{
	struct trial t;
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_result(&t);
	say_global(&t);
	ok(end(&t), "a right contract proves");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	require(&t, below(&t, t.n, 7));
	require(&t, term_eq(t.bank, t.g, term_bv(t.bank, 8, 0)));
	say_result(&t);
	say_global(&t);
	ensure(&t, term_eq(t.bank, t.y, t.n));
	ensure(&t, below(&t, t.y, 50));
	ensure(&t, term_eq(t.bank, t.g, t.before));
	ok(end(&t), "also among conditions that are wrong");
}

/* 200 is no argument, but no assertion needs that. */
static void test_wanted(void)
{
	struct trial t;
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_result(&t);
	say_global(&t);
	ensure(&t, term_not(t.bank, term_eq(t.bank, t.n, term_bv(t.bank, 8, 200))));
	const struct contract_condition *c = t.contracts.conditions.at;
	bool proved = contracts_prove(&t.setup.task, &t.setup.outcome, &t.contracts, &t.trouble);
	ok(proved && !c[0].dropped && !c[1].dropped && !c[2].dropped, "what assertions rest on is left");
	ok(c[3].dropped, "what they do not need is not, though it is true");
	struct program *p = t.contracts.program;
	contracts_release(&t.contracts);
	program_free(p);
	release(&t.setup);
}

static void test_weak(void)
{
	struct trial t;
	begin(&t, counting);
	say_result(&t);
	say_global(&t);
	ok(!end(&t), "not without the precondition that an assertion in the procedure needs");
	begin(&t, counting);
	require(&t, below(&t, t.n, 101));
	say_result(&t);
	say_global(&t);
	ok(!end(&t), "nor with a weaker one");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_global(&t);
	ok(!end(&t), "not without what the result is");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_result(&t);
	ok(!end(&t), "not without what is left in a global");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_global(&t);
	ensure(&t, term_not(t.bank, term_eq(t.bank, t.y, t.n)));
	ok(!end(&t), "not with less about the result");
}

/* Adds a postcondition that is assigned behind calls: where the guard holds, target = value. */
static void fix(struct trial *t, term guard, term target, term value)
{
	term condition = term_implies(t->bank, guard, term_eq(t->bank, target, value));
	contract_fix(&t->contracts, contract_add(&t->contracts, t->f, condition, true), guard, target, value);
}

static term sum_of_global(struct trial *t)
{
	return term_binary(t->bank, OP_BVADD, t->before, t->n);
}

static void test_fixed(void)
{
	struct trial t;
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	fix(&t, term_true(t.bank), t.y, plus(&t, t.n, 1));
	fix(&t, below(&t, t.y, 101), t.g, sum_of_global(&t));
	ok(end(&t), "equations that are assigned behind calls prove");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	fix(&t, term_true(t.bank), t.g, sum_of_global(&t));
	fix(&t, term_true(t.bank), t.y, plus(&t, term_binary(t.bank, OP_BVSUB, t.g, t.before), 1));
	say_result(&t);
	ok(end(&t), "one by what another one assigns as well, in any order");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	fix(&t, term_true(t.bank), t.y, t.n);
	say_result(&t);
	say_global(&t);
	ok(!end(&t), "not one that is false");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_result(&t);
	say_global(&t);
	fix(&t, term_eq(t.bank, t.n, term_bv(t.bank, 8, 3)), t.y, term_bv(t.bank, 8, 5));
	ok(!end(&t), "nor one that is false at one call");
	begin(&t, counting);
	fix(&t, term_true(t.bank), t.y, plus(&t, t.n, 1));
	fix(&t, term_true(t.bank), t.g, sum_of_global(&t));
	ok(!end(&t), "nor without what the procedure needs");
}

static void test_wrong(void)
{
	struct trial t;
	begin(&t, counting);
	require(&t, below(&t, t.n, 99));
	say_result(&t);
	say_global(&t);
	ok(!end(&t), "no precondition that a call does not have");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	ensure(&t, term_and(t.bank, below(&t, t.y, 2), term_eq(t.bank, t.y, t.n)));
	ensure(&t, term_and(t.bank, below(&t, t.y, 5), term_not(t.bank, below(&t, t.y, 5))));
	ok(!end(&t), "no postcondition that a return does not have");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	require(&t, term_and(t.bank, term_eq(t.bank, t.n, t.g), term_eq(t.bank, t.g, plus(&t, t.n, 1))));
	ensure(&t, term_not(t.bank, term_eq(t.bank, t.y, t.y == t.n ? t.y : plus(&t, t.n, 1))));
	ok(!end(&t), "no contract that cannot be met");
	begin(&t, counting);
	require(&t, below(&t, t.n, 100));
	say_result(&t);
	ensure(&t, term_eq(t.bank, t.g, t.n));
	ok(!end(&t), "what is true at the outermost call only is not closed under recursion");
}

/* One condition at a time of a chain: the weaker ones take the place of what is dropped. */
static void test_chain(void)
{
	struct trial t;
	begin(&t, counting);
	uint32_t last = CONTRACT_NONE;
	for (uint64_t most = 4; most < 128; most += 4) {
		uint32_t next = contract_add(&t.contracts, t.f, below(&t, t.n, most), false);
		if (last != CONTRACT_NONE) {
			t.contracts.conditions.at[last].weaker = next;
			t.contracts.conditions.at[next].waiting = true;
		}
		last = next;
	}
	say_result(&t);
	say_global(&t);
	ok(end(&t), "a chain comes to the first that holds");
}

/* The result goes to a global that the procedure writes as well: after what the postcondition says of that. */
static void test_result_in_global(void)
{
	static const char text[] =
		"plumb 1 {entry \"main\"}\nglobal g : bv8\n"
		"procedure main() {\n var n : bv8\nentry:\n havoc n;\n call g := f(n);\n"
		" assert eq(g, WANTED);\n return;\n}\n"
		"procedure f(n : bv8) returns (y : bv8) {\n var z : bv8\n"
		"head:\n g := 5bv8;\n branch eq(n, 0bv8), base, more;\nbase:\n y := 7bv8;\n return;\n"
		"more:\n call z := f(bvsub(n, 1bv8));\n y := z;\n g := 5bv8;\n return;\n}\n";
	for (int n = 5; n <= 7; n += 2) {
		char program[sizeof text + 8];
		const char *at = strstr(text, "WANTED");
		snprintf(program, sizeof program, "%.*s%dbv8%s", (int)(at - text), text, n, at + 6);
		struct trial t;
		begin(&t, program);
		ensure(&t, term_eq(t.bank, t.y, term_bv(t.bank, 8, 7)));
		ensure(&t, term_eq(t.bank, t.g, term_bv(t.bank, 8, 5)));
		ok(end(&t) == (n == 7), "the global has the result, not what the procedure left there (%d)", n);
	}
}

/* Nothing is said of a global that the procedure writes: it may be anything. */
static void test_unsaid(void)
{
	struct trial t;
	begin(&t, "plumb 1 {entry \"main\"}\nglobal g : bv8\n"
		  "procedure main() {\nentry:\n g := 0bv8;\n call f(3bv8);\n assert eq(g, 0bv8);\n return;\n}\n"
		  "procedure f(n : bv8) {\nhead:\n g := n;\n branch eq(n, 1bv8), out, more;\n"
		  "more:\n call f(bvsub(n, 1bv8));\n return;\nout:\n return;\n}\n");
	require(&t, below(&t, t.n, 4));
	ok(!end(&t), "a global that the procedure writes does not stay");
}

/* Each `fresh` of a check gives the same number as that of another: conditions on it would hold. */
static void test_identities(void)
{
	static const char objects[] =
		"plumb 1 {entry \"main\"} {object 32} {first_fresh 1}\nglobal g : bv32\n"
		"procedure main() {\n var o : bv32\nentry:\n fresh o;\n g := o;\n call f(o);\n return;\n}\n"
		"procedure f(o : bv32) {\n var p : bv32\n var c : bool\n"
		"head:\n assert eq(o, g);\n fresh p;\n havoc c;\n branch c, more, out;\n"
		"more:\n call f(p);\n return;\nout:\n return;\n}\n";
	struct trial t;
	for (uint64_t number = 1; number < 4; number++) {
		begin(&t, objects);
		term g = t.contracts.program->globals[0]->term;
		require(&t, term_eq(t.bank, t.n, term_bv(t.bank, 32, number)));
		require(&t, term_eq(t.bank, g, term_bv(t.bank, 32, number)));
		ok(!end(&t), "no contract says which number an object has");
	}
}

static void test_refused(void)
{
	struct trial t;
	begin(&t, "plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n call f(3bv8);\n return;\n}\n"
		  "procedure f(n : bv8) {\nhead:\n assert true;\n branch eq(n, 0bv8), cut, more;\n"
		  "cut:\n assume false {bound \"x.c\" 1 1};\n return;\nmore:\n call f(bvsub(n, 1bv8));\n return;\n}\n");
	ok(!end(&t), "not of a program that is cut");
	static const char objects[] = "plumb 1 {entry \"main\"} {first_fresh 1}\n"
				      "procedure main() {\nentry:\n call f(0bv32);\n return;\n}\n"
				      "procedure f(o : bv32) {\n var p : bv32\n var c : bool\n"
				      "head:\n fresh p;\n assert not(eq(o, p));\n havoc c;\n branch c, more, out;\n"
				      "more:\n call f(p);\n return;\nout:\n return;\n}\n";
	begin(&t, objects);
	require(&t, term_binary(t.bank, OP_BVULT, t.n, term_bv(t.bank, 32, 9)));
	ok(!end(&t), "not by what looks at identities");
	begin(&t, objects);
	ok(!end(&t), "an object of a caller may be any: that it is not the new one takes more than a contract says");
}

int main(void)
{
	test_right();
	test_wanted();
	test_weak();
	test_fixed();
	test_wrong();
	test_chain();
	test_result_in_global();
	test_unsaid();
	test_identities();
	test_refused();
	return done_testing();
}

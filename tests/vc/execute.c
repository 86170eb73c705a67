/* Symbolic execution: what folds, what is shared, what is left open, what the queries say. */
#include "query.h"
#include "read.h"
#include "tap.h"

static struct diagnostics diags;

struct setup {
	struct program *program;
	struct vc *vc;
	struct vc_policy policy;
};

static struct setup make(const char *text)
{
	struct setup s = { .policy = { .bound = 4, .fold_limit = 1000, .share = true } };
	s.program = program_read_text("test", text, strlen(text), &diags);
	if (!s.program) {
		diagnostics_print(&diags, "test", stderr);
		return s;
	}
	s.vc = vc_new(s.program, &diags);
	return s;
}

static void release(struct setup *s)
{
	vc_free(s->vc);
	program_free(s->program);
}

static bool folds(struct setup *s, term query, bool expected)
{
	return query == term_bool(s->program->bank, expected);
}

static void test_straight(void)
{
	struct setup s = make("plumb 1 {entry \"main\"}\n"
			      "procedure main() {\n var x : bv32\nentry:\n x := 3bv32;\n x := bvadd(x, 4bv32);\n"
			      " assert eq(x, 7bv32);\n assert eq(x, 8bv32);\n return;\n}\n");
	is_int(vc_execute(s.vc, &s.policy), VC_DONE, "a straight program is executed");
	is_int(vc_result(s.vc)->violation_count, 1, "one assertion folds, one is violated");
	is_int(vc_result(s.vc)->assertions, 2, "two assertions were met");
	ok(folds(&s, query_under(s.program->bank, s.vc), true), "the violation is certain");
	release(&s);
}

static void test_join(void)
{
	struct setup s = make("plumb 1 {entry \"main\"}\n"
			      "procedure main() {\n var c : bool\n var x : bv32\nentry:\n havoc c;\n branch c, a, b;\n"
			      "a:\n x := 1bv32;\n goto join;\nb:\n x := 2bv32;\n goto join;\n"
			      "join:\n assert bvult(x, 3bv32);\n assert not(eq(x, 2bv32));\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	const struct vc_result *r = vc_result(s.vc);
	is_int(r->violation_count, 1, "a join of constants keeps what both sides know");
	term c = vc_leaf(vc_root(s.vc), &s.program->entry->blocks[0]->statements[0], 0);
	ok(r->violation_count && r->violations[0].condition == term_not(s.program->bank, c),
	   "the other assertion is violated on one side");
	release(&s);
}

static void test_choice(void)
{
	struct setup s =
		make("plumb 1 {entry \"main\"}\n"
		     "procedure main() {\n var x : bv8\nentry:\n goto a, b, c;\n"
		     "a:\n x := 1bv8;\n goto join;\nb:\n x := 2bv8;\n goto join;\nc:\n x := 3bv8;\n goto join;\n"
		     "join:\n assert bvult(x, 4bv8);\n assert bvult(0bv8, x);\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->violation_count, 0, "three ways join without a remainder");
	release(&s);
}

/* Fig. 2 of the DAG-inlining paper with N = 3, g unknown at first. */
static const char figure2[] = "plumb 1 {entry \"main\"}\nglobal g : bv32\nglobal s : bv32\n"
			      "procedure main() {\nentry:\n havoc g;\n s := g;\n goto a, b;\n"
			      "a:\n call P0();\n return;\nb:\n call P0();\n return;\n}\n"
			      "procedure P0() {\nentry:\n g := bvadd(g, 1bv32);\n goto a, b;\n"
			      "a:\n call P1();\n return;\nb:\n call P1();\n return;\n}\n"
			      "procedure P1() {\nentry:\n g := bvadd(g, 1bv32);\n goto a, b;\n"
			      "a:\n call P2();\n return;\nb:\n call P2();\n return;\n}\n"
			      "procedure P2() {\nentry:\n assert eq(g, bvadd(s, 2bv32));\n return;\n}\n";

static void test_dag(void)
{
	struct setup s = make(figure2);
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->nodes, 4, "exclusive calls share an instance");
	is_int(vc_result(s.vc)->shared_edges, 3, "one of two calls joins the other, on each level");
	is_int(vc_result(s.vc)->violation_count, 0, "and nothing is left of the program");
	s.policy.share = false;
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->nodes, 15, "a tree has an instance for each call");
	release(&s);
}

static void test_sequence(void)
{
	struct setup s = make(
		"plumb 1 {entry \"main\"}\nglobal g : bv32\n"
		"procedure main() {\nentry:\n g := 0bv32;\n call f();\n call f();\n assert eq(g, 2bv32);\n return;\n}\n"
		"procedure f() {\nentry:\n g := bvadd(g, 1bv32);\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->nodes, 3, "calls one after the other have their own instances");
	is_int(vc_result(s.vc)->violation_count, 0, "and their effects add up");
	release(&s);
}

static uint64_t nth_constant(const struct setup *s, size_t i)
{
	const struct statement *assertion = vc_result(s->vc)->violations[i].statement;
	return attribute_get_number(assertion->attributes, "n", 0);
}

/* Two calls that share an instance, on ways of several lengths; what is asserted is numbered as an execution meets it. */
static void test_order(void)
{
	struct setup s =
		make("plumb 1 {entry \"main\"}\nglobal x : bv8\n"
		     "procedure main() {\n var c : bool\nentry:\n havoc c;\n havoc x;\n assert eq(x, 1bv8) {candidate "
		     "1} {n 1};\n"
		     " branch c, long, short;\nlong:\n assert eq(x, 2bv8) {candidate 1} {n 2};\n goto longer;\n"
		     "longer:\n call f();\n goto join;\nshort:\n call f();\n goto join;\n"
		     "join:\n assert eq(x, 5bv8) {candidate 1} {n 4};\n return;\n}\n"
		     "procedure f() {\nentry:\n assert eq(x, 3bv8) {candidate 1} {n 3};\n havoc x;\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	bool ordered = vc_result(s.vc)->violation_count == 4;
	for (size_t i = 0; i < 4 && ordered; i++)
		ordered = nth_constant(&s, i) == i + 1;
	ok(ordered, "violations come in the order in which executions meet them");
	release(&s);
}

static void test_parameters(void)
{
	struct setup s =
		make("plumb 1 {entry \"main\"}\n"
		     "procedure main() {\n var c : bool\n var r : bv32\nentry:\n havoc c;\n branch c, a, b;\n"
		     "a:\n call r := inc(1bv32);\n goto join;\nb:\n call r := inc(5bv32);\n goto join;\n"
		     "join:\n assert eq(r, ite(c, 2bv32, 6bv32));\n return;\n}\n"
		     "procedure inc(x : bv32) returns (y : bv32) {\nentry:\n y := bvadd(x, 1bv32);\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->nodes, 2, "calls with different arguments share too");
	is_int(vc_result(s.vc)->violation_count, 0, "each caller sees its own result");
	release(&s);
}

/* A loop as a tail-recursive procedure: while (i < n) i++. */
static const char loop[] =
	"plumb 1 {entry \"main\"}\nglobal n : bv32\n"
	"procedure main() {\n var i : bv32\nentry:\n %s\n call i := L(0bv32);\n assert eq(i, n);\n return;\n}\n"
	"procedure L(i : bv32) returns (o : bv32) {loop \"t.c\" 1 1} {\nentry:\n branch bvult(i, n), body, out;\n"
	"body:\n call o := L(bvadd(i, 1bv32));\n return;\nout:\n o := i;\n return;\n}\n";

static void test_loops(void)
{
	char text[1024];
	snprintf(text, sizeof text, loop, "n := 100bv32;");
	struct setup s = make(text);
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->open_count, 0, "a loop whose condition folds is executed beyond the bound");
	is_int(vc_result(s.vc)->nodes, 102, "once for each iteration");
	is_int(vc_result(s.vc)->violation_count, 0, "its result is known");
	s.policy.fold_limit = 10;
	vc_execute(s.vc, &s.policy);
	ok(vc_result(s.vc)->open_count == 1 && vc_result(s.vc)->open[0]->over_bound,
	   "but not beyond the limit for that");
	release(&s);

	snprintf(text, sizeof text, loop, "havoc n;");
	s = make(text);
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->nodes, 6, "a loop that is not decided gets bound + 1 instances");
	is_int(vc_result(s.vc)->open_count, 1, "and is open then");
	ok(!folds(&s, query_beyond(s.program->bank, s.vc), false), "an execution may go beyond the bound");
	ok(!folds(&s, query_over(s.program->bank, s.vc, NULL, NULL), false), "with anything behind it");
	release(&s);
}

static void test_open(void)
{
	struct setup s = make(figure2);
	s.policy.node_limit = 1;
	vc_execute(s.vc, &s.policy);
	const struct vc_result *r = vc_result(s.vc);
	is_int(r->open_count, 2, "without a budget calls stay open");
	ok(r->open_count && !r->open[0]->over_bound && vc_may_violate(s.vc, r->open[0]),
	   "for lack of budget, not for the bound");
	ok(folds(&s, query_under(s.program->bank, s.vc), false), "no violation without them");
	ok(!folds(&s, query_over(s.program->bank, s.vc, NULL, NULL), false), "anything may happen in them");
	for (size_t i = 0; i < r->open_count; i++)
		r->open[i]->child->wanted = true;
	vc_execute(s.vc, &s.policy);
	ok(vc_result(s.vc)->nodes > 1, "those that are wanted are entered");
	release(&s);
}

/* The instance that the last execution's call of `callee` in the entry got or would get. */
static struct vc_node *vc_node_of(struct setup *s, const char *callee)
{
	for (uint32_t b = 0; b < s->program->entry->block_count; b++) {
		const struct block *block = s->program->entry->blocks[b];
		for (uint32_t i = 0; i < block->statement_count; i++)
			if (block->statements[i].kind == STATEMENT_CALL &&
			    !strcmp(block->statements[i].callee->name, callee))
				return vc_edge_at(s->vc, vc_root(s->vc), &block->statements[i])->child;
	}
	return NULL;
}

static bool beyond_bound(void *context, const struct vc_edge *edge)
{
	(void)context;
	return edge->over_bound;
}

/* f stays open for lack of budget; the loop after it goes beyond the bound on every way. That must not hide what f violates. */
static void test_within(void)
{
	struct setup s = make("plumb 1 {entry \"main\"}\nglobal n : bv32\n"
			      "procedure main() {\nentry:\n havoc n;\n goto now, later;\n"
			      "now:\n call f();\n goto later;\nlater:\n call L();\n return;\n}\n"
			      "procedure f() {\nentry:\n assert eq(n, 1bv32);\n return;\n}\n"
			      "procedure L() {\nentry:\n call L();\n return;\n}\n");
	s.policy.bound = 0;
	vc_execute(s.vc, &s.policy);
	s.policy.node_limit = 1;
	vc_node_of(&s, "f")->wanted = false;
	vc_execute(s.vc, &s.policy);
	const struct vc_result *r = vc_result(s.vc);
	ok(r->open_count == 2 && r->open[0]->over_bound != r->open[1]->over_bound, "one call is open for each reason");
	ok(folds(&s, query_under(s.program->bank, s.vc), false), "every execution makes an open call");
	ok(!folds(&s, query_over(s.program->bank, s.vc, beyond_bound, NULL), false),
	   "what the first may violate is within the bound, whatever comes after it");
	release(&s);
}

static void test_identities(void)
{
	struct setup s =
		make("plumb 1 {entry \"main\"} {first_fresh 5}\n"
		     "procedure main() {\n var p : bv32\n var q : bv32\nentry:\n call p := new();\n call q := new();\n"
		     " assert not(eq(p, q));\n assert bvule(5bv32, p);\n return;\n}\n"
		     "procedure new() returns (o : bv32) {\nentry:\n fresh o;\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->violation_count, 0, "identities are constants, different, not below the first");
	release(&s);
}

static void test_unset(void)
{
	struct setup s = make("plumb 1 {entry \"main\"}\n"
			      "procedure main() {\n var c : bool\n var x : bv8\nentry:\n havoc c;\n branch c, a, b;\n"
			      "a:\n x := 1bv8;\n goto b;\nb:\n assert eq(x, 1bv8);\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	is_int(vc_result(s.vc)->violation_count, 1, "a variable that one side does not write stays unknown there");
	release(&s);
}

static bool stop_now(void *context)
{
	(void)context;
	return true;
}

static void test_stop(void)
{
	char text[1024];
	snprintf(text, sizeof text, loop, "n := 100000bv32;");
	struct setup s = make(text);
	s.policy.fold_limit = 1000000;
	s.policy.stop = stop_now;
	is_int(vc_execute(s.vc, &s.policy), VC_STOPPED, "an execution can be stopped");
	s.policy.stop = NULL;
	s.policy.term_limit = 100;
	is_int(vc_execute(s.vc, &s.policy), VC_TERMS, "or ends when there are too many terms");
	release(&s);
}

/* Where the entry returns on one of two ways: when, and what is there. */
static void test_end(void)
{
	struct setup s = make("plumb 1 {entry \"main\"}\nglobal g : bv32\n"
			      "procedure main() {\n var c : bool\n var x : bv32\nentry:\n havoc c;\n branch c, a, b;\n"
			      "a:\n x := g;\n g := 7bv32;\n return;\nb:\n assume false;\n return;\n}\n");
	is_int(vc_end_condition(s.vc), 0, "nothing ends before it is executed");
	vc_execute(s.vc, &s.policy);
	term c = vc_leaf(vc_root(s.vc), &s.program->entry->blocks[0]->statements[0], 0);
	is_int(vc_end_condition(s.vc), c, "the entry returns on one side");
	const struct variable *g = program_global(s.program, "g"), *x = procedure_variable(s.program->entry, "x");
	is_int(vc_end_value(s.vc, g), term_bv(s.program->bank, 32, 7), "a global has its last value there");
	is_int(vc_end_value(s.vc, x), vc_initial(s.vc, g), "a local has what the global was at first");
	release(&s);
	s = make("plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n assert false;\n return;\n}\n");
	vc_execute(s.vc, &s.policy);
	is_int(vc_end_condition(s.vc), 0, "a program that is always violated does not return");
	release(&s);
}

static void test_cyclic(void)
{
	struct setup s = make(
		"plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n goto entry2;\nentry2:\n goto entry2;\n}\n");
	ok(s.program && !s.vc, "a program with loops is refused");
	release(&s);
}

int main(void)
{
	diagnostics_init(&diags);
	test_straight();
	test_join();
	test_choice();
	test_dag();
	test_sequence();
	test_order();
	test_parameters();
	test_loops();
	test_open();
	test_within();
	test_identities();
	test_unset();
	test_stop();
	test_end();
	test_cyclic();
	diagnostics_release(&diags);
	return done_testing();
}

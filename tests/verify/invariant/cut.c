/* A program cut at its loops: which loops there are, and what the cut program is. */
#include "invariant.h"
#include "program_text.h"

/* sum of 0 .. n-1, as passes leave a loop; `count` objects are made before it */
static const char loop_text[] =
	"plumb 1 {entry \"main\"} {pointer 64}\nglobal g : bv32\nglobal h : bv32\n"
	"procedure main() {\n var n : bv32\nentry:\n havoc n;\n g := 0bv32;\n h := 1bv32;\n call f(0bv32, n);\n"
	" assert eq(h, 1bv32);\n return;\n}\n"
	"procedure f(i : bv32, n : bv32) {loop \"a.c\" 1 1} {\nhead:\n branch bvult(i, n), body, exit;\n"
	"body:\n g := bvadd(g, i);\n call f(bvadd(i, 1bv32), n);\n return;\nexit:\n return;\n}\n";

static void test_loop(void)
{
	struct program *p = program_of(loop_text);
	struct cut cut;
	ok(cut_begin(&cut, p), "a tail-recursive procedure is a loop");
	ok(cut.program != p, "the cut program is a copy");
	is_int(cut.loops.count, 1, "there is one");
	struct cut_loop *loop = &cut.loops.at[0];
	is_str(loop->procedure->name, "f", "this one");
	ok(loop->changed[0] && !loop->changed[1], "the counter changes, the bound does not");
	ok(loop->entries[0] && !loop->entries[1], "what it began with is kept of the counter");
	ok(loop->written.count == 1 && !strcmp(loop->written.at[0]->name, "g"), "an iteration writes one global");
	struct bank *bank = cut.program->bank;
	term i = loop->procedure->variables[0]->term, n = loop->procedure->variables[1]->term;
	candidate_add(&cut, loop, term_not(bank, term_binary(bank, OP_BVULT, n, i)), 0);
	candidate_add(&cut, loop, term_true(bank), 0);
	is_int(loop->candidates.count, 1, "a constant is no candidate");
	cut_finish(&cut);
	const struct block *head = loop->procedure->blocks[0];
	uint32_t assertions = 0, unknown = 0;
	for (uint32_t s = 0; s < head->statement_count; s++) {
		assertions += head->statements[s].kind == STATEMENT_ASSERT;
		unknown += head->statements[s].kind == STATEMENT_HAVOC;
	}
	is_int(assertions, 1, "the head asserts the candidate where the loop begins");
	is_int(unknown, 2, "and makes unknown what iterations change: i and g");
	is_int(head->statements[head->statement_count - 1].kind, STATEMENT_ASSUME, "then it is assumed");
	const struct block *body = loop->agains.at[0];
	is_int(body->statements[body->statement_count - 1].kind, STATEMENT_ASSUME,
	       "instead of the recursive call the execution ends");
	ok(term_is_false(bank, body->statements[body->statement_count - 1].term), "in `assume false`");
	is_int(body->statements[body->statement_count - 2].kind, STATEMENT_ASSERT,
	       "after the candidate is asserted again");
	struct callgraph *graph = callgraph_new(cut.program);
	ok(!graph->recursive[loop->procedure->index], "no recursion is left");
	callgraph_free(graph);
	cut_release(&cut);
	ok(p->procedures[1]->block_count == 3, "the program itself is as it was");
	program_free(p);
}

static bool has_loops(const char *text)
{
	struct program *p = program_of(text);
	struct cut cut;
	bool has = cut_begin(&cut, p) && cut.loops.count;
	cut_release(&cut);
	program_free(p);
	return has;
}

static void test_which(void)
{
	ok(!has_loops("plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n return;\n}\n"), "no loop");
	ok(!has_loops("plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n call main();\n return;\n}\n"),
	   "the entry may not be called again");
	ok(!has_loops(
		   "plumb 1 {entry \"main\"}\nglobal g : bv8\nprocedure main() {\nentry:\n call f();\n return;\n}\n"
		   "procedure f() {\n var c : bool\nentry:\n havoc c;\n branch c, a, b;\na:\n call f();\n g := 1bv8;\n"
		   " return;\nb:\n return;\n}\n"),
	   "something after the recursive call: no loop");
	ok(!has_loops(
		   "plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n call f();\n return;\n}\n"
		   "procedure f() {\n var c : bool\nentry:\n havoc c;\n branch c, a, b;\na:\n call g();\n return;\nb:\n"
		   " return;\n}\nprocedure g() {\nentry:\n call f();\n return;\n}\n"),
	   "two procedures that call each other: no loop");
	ok(!has_loops(
		   "plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n return;\n}\n"
		   "procedure f() {\n var c : bool\nentry:\n havoc c;\n branch c, a, b;\na:\n call f();\n return;\nb:\n"
		   " return;\n}\n"),
	   "a loop that is never reached: nothing to prove");
}

/* One constant stands for all values of a `fresh` only if no value makes a difference. */
#define ALLOCATES(globals, statement)                                                                          \
	"plumb 1 {entry \"main\"} {pointer 64}\n" globals                                                      \
	"procedure main() {\n var o : bv32\n var q : bv32\nentry:\n fresh o;\n fresh q;\n " statement          \
	"\n call f();\n return;\n}\n"                                                                          \
	"procedure f() {\n var c : bool\nentry:\n havoc c;\n branch c, a, b;\na:\n call f();\n return;\nb:\n " \
	"return;\n}\n"

static void test_identities(void)
{
	ok(has_loops(ALLOCATES("", "assert not(eq(o, q));")), "identities that are only compared");
	ok(!has_loops(ALLOCATES("", "assert bvult(o, q);")), "their order is looked at: no proof");
	ok(!has_loops(ALLOCATES("", "assert eq(o, 1bv32);")), "one is compared with a number: none");
	ok(has_loops(ALLOCATES("", "assert not(eq(o, 0bv32));")), "with a number that none is: one");
	ok(!has_loops(ALLOCATES("global a : bv32\n", "a := bvxor(o, a);")), "it is computed with: no proof");
	ok(has_loops(ALLOCATES("global $layout : bv64\nglobal m : [bv32]bv64 {role \"base\"}\n", "m := m[o := m[q]];")),
	   "names and roles of globals mean nothing");
}

/* Objects: which identities a `fresh` gave is known to candidates. */
static void test_given(void)
{
	struct program *p = program_of(
		"plumb 1 {entry \"main\"} {pointer 64} {roles 1}\nprocedure main() {\n var o : bv32\n var s : "
		"bv32\nentry:\n"
		" fresh s {creates \"stack\" \"x\"};\n fresh o {creates \"heap\" \"malloc\"};\n call f(o);\n "
		"return;\n}\n"
		"procedure f(o : bv32) {\n var c : bool\nentry:\n havoc c;\n branch c, a, b;\na:\n call f(o);\n "
		"return;\nb:\n"
		" return;\n}\n");
	struct cut cut;
	ok(cut_begin(&cut, p) && cut.given, "with `fresh` there is a map of what was given");
	is_int(cut.heap_sites, 1, "one site of the heap, numbered first");
	is_int(cut.sites, 2, "two sites in all");
	ok(cut.object_bits == 32 && cut.pointer_bits == 96, "widths of identities and pointers");
	struct bank *bank = cut.program->bank;
	term none = term_const_map(bank, 32, term_bv(bank, SITE_BITS, 0)), object = term_bv(bank, 32, 5);
	ok(term_is_false(bank, cut_is_given(&cut, none, object, 0)), "nothing was given at the beginning");
	term heap = term_store(bank, none, object, term_bv(bank, SITE_BITS, 1));
	ok(term_is_true(bank, cut_is_given(&cut, heap, object, 0)) &&
		   term_is_true(bank, cut_is_given(&cut, heap, object, 1)),
	   "an object of the heap's site");
	term stack = term_store(bank, none, object, term_bv(bank, SITE_BITS, 2));
	ok(term_is_false(bank, cut_is_given(&cut, stack, object, 0)), "an object of the stack is none of the heap");
	cut_release(&cut);
	program_free(p);
}

static void test_names(void)
{
	ok(same_stem("i", "i.3") && same_stem("i.2", "i.3"), "copies of a variable are recognised");
	ok(!same_stem("i", "j") && !same_stem("i", "i3") && !same_stem("a.b", "a"), "other names are not");
}

int main(void)
{
	test_loop();
	test_which();
	test_identities();
	test_given();
	test_names();
	return done_testing();
}

/* Which programs look at identities. */
#include <string.h>

#include "identities.h"
#include "read.h"
#include "tap.h"

#define DECLARED                                                                                          \
	"global m : [bv32]bv8\nglobal n : [bv32]bv32\nglobal w : [bv96]bv8\nglobal b : bool\n"            \
	"procedure main() {\n var o : bv32\n var q : bv32\n var x : bv32\n var p : bv96\n var k : bv64\n" \
	" var s : bv16\n var l : bv8\n"
static bool opaque(const char *text)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stdout);
	diagnostics_release(&diags);
	bool is = p && identities_are_opaque(p);
	program_free(p);
	return is;
}

static const struct {
	const char *statements, *what;
	bool opaque;
} cases[] = {
	{ "", "nothing", true },
	{ "assert not(eq(o, q));", "compared with one another", true },
	{ "assert not(eq(o, 2bv32));", "compared with a number that none is", true },
	{ "assert not(eq(o, 3bv32));", "compared with one that it may be", false },
	{ "x := 4bv32; assert eq(x, o);", "the same through a variable", false },
	{ "x := 2bv32; x := q; assert eq(x, o);", "null or an identity", true },
	{ "havoc x; assert eq(x, o);", "compared with an unknown number", true },
	{ "havoc x; x := bvadd(x, 1bv32); assert eq(x, o);", "with one that was computed", false },
	{ "x := bvadd(o, 1bv32);", "arithmetic", false },
	{ "assert bvult(o, q);", "order", false },
	{ "x := ite(b, o, q); assert eq(x, o);", "one of two", true },
	{ "p := concat(o, 0bv64); assert eq(extract(95, 64, p), q);", "part of a pointer", true },
	{ "p := concat(o, 0bv64); k := extract(63, 0, p); k := bvadd(k, 1bv64);", "arithmetic beside it", true },
	{ "p := concat(o, 0bv64); k := extract(79, 16, p);", "half of it", false },
	{ "p := concat(o, 0bv64); k := extract(95, 32, p); p := concat(0bv32, k);", "moved within a pointer", true },
	{ "p := concat(o, 0bv64); k := extract(95, 32, p); p := concat(0bv32, k); p := concat(q, 1bv64);",
	  "at two places of a pointer, apart", true },
	{ "s := extract(15, 0, o);", "its low bits", false },
	{ "p := zext(96, o); assert eq(p, zext(96, q));", "extended by zeros", true },
	{ "p := sext(96, o);", "by its sign", false },
	{ "s := 7bv16; x := zext(32, s); assert eq(x, o);", "compared with a short number", false },
	{ "m := m[o := 1bv8]; l := m[q]; l := bvadd(l, 1bv8);", "index of a map", true },
	{ "l := m[bvadd(x, 1bv32)]; m := m[o := 1bv8];", "of a map that has a number for an index too", false },
	{ "l := m[5bv32]; m := m[o := 1bv8];", "or a constant that it may be", false },
	{ "n := n[2bv32 := o]; assert eq(n[2bv32], q);", "cell of a map", true },
	{ "n := n[2bv32 := o]; x := bvmul(n[2bv32], x);", "arithmetic on a cell", false },
	{ "n := constmap(32, 0bv32); n := n[o := q];", "cell and index of one", true },
	{ "n := constmap(32, 9bv32); n := n[o := q];", "cells that are a number that it may be", false },
	{ "w := fill(w, concat(o, 5bv64), 8bv64, 0bv8);", "above a run of cells", true },
	{ "w := fill(w, concat(o, 5bv64), zext(65, l), 0bv8);", "counted along", false },
	{ "w := copy(w, concat(o, 5bv64), w, concat(q, 0bv64), k);", "both sides of a copy", true },
	{ "w := copy(w, concat(o, 5bv64), w, concat(bvnot(q), 0bv64), k);", "changed on one side", false },
	{ "w := fill(w, 0bv96, o, 0bv8);", "the length of a run", false },
	{ "fresh s; fresh l; assert eq(m[o], l);", "identities of several widths", true },
	{ "fresh l; assert eq(o, zext(32, l));", "compared as numbers", false },
};

static void test_calls(void)
{
#define CALLS(body)                                                                                           \
	"plumb 1 {entry \"main\"}\nprocedure main() {\n var o : bv32\n var x : bv32\na:\n fresh o;\n"         \
	" call x := f(o);\n return;\n}\nprocedure f(i : bv32) returns (r : bv32) {\n var t : bool\na:\n" body \
	"\n return;\n}\n"
	ok(opaque(CALLS("r := i;")), "handed on and back");
	ok(!opaque(CALLS("r := bvneg(i);")), "looked at in a callee");
	ok(!opaque(CALLS("r := i; branch bvsle(0bv32, i), b, b;\nb:")), "by a branch");
	ok(opaque(CALLS("t := eq(i, r); r := 0bv32;")), "compared with what is unknown at the beginning");
}

/* Conditions that are added one by one: what looks at identities leaves no trace. */
static void test_conditions(void)
{
	static const char text[] = "plumb 1 {entry \"main\"} {first_fresh 3}\n" DECLARED "a:\n fresh o;\n return;\n}\n";
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_release(&diags);
	struct bank *bank = p->bank;
	struct variable **v = p->entry->variables;
	term o = v[0]->term, q = v[1]->term, x = v[2]->term, c = term_bv(bank, 32, 5), f = term_bv(bank, 32, 2);
	term order = term_binary(bank, OP_BVULT, o, c), fixed = term_eq(bank, o, f), same = term_eq(bank, x, o),
	     chain = term_eq(bank, x, q), small = term_binary(bank, OP_BVULT, x, c),
	     other = term_binary(bank, OP_BVULT, q, c), equal = term_eq(bank, o, c);
	struct identities *in = identities_new(p);
	ok(identities_take(in, term_true(bank)), "the program is opaque");
	ok(!identities_take(in, order) && !identities_take(in, order), "an order is refused, also again");
	ok(!identities_take(in, equal), "a number that `fresh` may give");
	ok(identities_take(in, fixed), "another number is taken");
	ok(identities_take(in, chain), "two that nothing is known of");
	ok(identities_take(in, same), "one of them is an identity");
	ok(!identities_take(in, small) && !identities_take(in, other), "then neither is ordered");
	identities_free(in);
	in = identities_new(p);
	ok(identities_take(in, small) && !identities_take(in, same), "or it is ordered, and no identity");
	identities_equate(in, q, o);
	ok(identities_take(in, term_true(bank)) && !identities_take(in, other), "what was equated counts");
	identities_free(in);
	program_free(p);
}

int main(void)
{
	test_conditions();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[2048];
		snprintf(text, sizeof text,
			 "plumb 1 {entry \"main\"} {first_fresh 3}\n" DECLARED
			 "a:\n fresh o;\n fresh q;\n%s\n return;\n}\n",
			 cases[i].statements);
		ok(opaque(text) == cases[i].opaque, "%s: %s", cases[i].what,
		   cases[i].opaque ? "only compared" : "looked at");
	}
	test_calls();
	ok(opaque("plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\na:\n x := bvadd(x, 1bv8);\n "
		  "return;\n}\n"),
	   "no identities");
	return done_testing();
}

/* What follows from objects having one reference, and what must not. */
#include "decide.h"
#include "tap.h"

#define HEAD                                                                   \
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n" \
	"global m : [bv96]bv96\nglobal n : [bv96]bv96\nglobal s : [bv32]bv8 {role \"state\"}\nglobal g : bv96\n"
#define LOCALS                                                                                                       \
	"  var o : bv32\n  var c : bv32\n  var p : bv96\n  var q : bv96\n  var r : bv96\n  var t : bv96\n  var x : " \
	"bool\n"
#define MAIN(body) "procedure main() {\n" LOCALS "e:\n  s := s[0bv32 := 0bv8]; q := 0bv96; g := 0bv96;\n" body "}\n"
#define MAKE(o) "  fresh " o "; s := s[" o " := 3bv8];\n"
#define OBJECT(p) "extract(95, 64, " p ")"
#define MAKE_AT(p) MAKE("o") "  " p " := concat(o, 0bv64); m := m[" p " := 0bv96]; n := n[" p " := 0bv96];\n"
#define CHECK(p) "  assert or(eq(" p ", 0bv96), eq(s[" OBJECT(p) "], 3bv8));\n"
#define END(p) "  s := s[" OBJECT(p) " := ite(eq(" OBJECT(p) ", 0bv32), 0bv8, 6bv8)];\n"
/* Two objects, of which nothing but their owners tells which is older. */
#define TWO                                                                                                   \
	MAKE_AT("p")                                                                                          \
	"  q := p; goto h;\nh:\n  havoc x; branch x, y, z;\ny:\n" MAKE_AT("p") "  havoc x; branch x, k, "     \
									       "l;\nk:\n  m := m[p := q]; "   \
									       "q := p; goto h;\nl:\n  n := " \
									       "n[p := q]; q := p; goto h;\n"

/* Of the assertions in order: '+' holds, '?' is not decided, '-' is never reached. */
static const struct decided cases[] = {
	{ "what was at the cells of one that ends",
	  HEAD MAIN(TWO "z:\n  p := m[q]; r := n[q];\n" CHECK("q") END("q") CHECK("p") END("p") CHECK("r") END("r")
			    CHECK("r") CHECK("p") "  return;\n"),
	  "+++??" },
	{ "a cell is read before and behind",
	  HEAD MAIN(TWO "z:\n  p := m[q];\n" CHECK("p") END("p") "  r := m[q];\n" CHECK("r") "  return;\n"), "+?" },
	{ "another cell of the same object",
	  HEAD MAIN(TWO "z:\n  p := m[q];\n" CHECK("p") END("p") "  r := n[q];\n" CHECK("r") "  return;\n"), "++" },
	{ "the cell gets something else",
	  HEAD MAIN(TWO "z:\n  p := m[q];\n" END("p") MAKE_AT("t") "  m := m[q := t]; r := m[q];\n" CHECK("r") END("r")
			    CHECK("r") "  return;\n"),
	  "+?" },
	{ "one that is stored twice",
	  HEAD MAIN(TWO "z:\n" MAKE_AT("p") MAKE_AT("r") "  m := m[p := q]; m := m[r := q]; t := m[p];\n" END(
		  "t") "  t := m[r];\n" CHECK("t") "  return;\n"),
	  "?" },
	{ "a root that was stored and is ended",
	  HEAD MAIN(TWO "z:\n" MAKE_AT("p") "  m := m[p := q];\n" CHECK("q")
			    END("q") "  t := m[p];\n" CHECK("t") "  return;\n"),
	  "+?" },
	{ "a cell that is copied leaves nothing behind",
	  HEAD MAIN(TWO "z:\n" MAKE_AT("p") "  t := m[q]; m := m[p := t]; r := m[q];\n" CHECK("r")
			    END("r") "  r := m[p];\n" CHECK("r") "  return;\n"),
	  "+?" },
	{ "moved from cell to cell",
	  HEAD MAIN(TWO "z:\n" MAKE_AT("p") "  t := m[q]; m := m[p := t]; m := m[q := 0bv96]; r := m[p];\n" CHECK("r")
			    END("r") "  r := m[q];\n" CHECK("r") "  return;\n"),
	  "++" },
	{ "not alive yet",
	  HEAD MAIN("  fresh o; assert eq(s[o], 3bv8); s := s[o := 3bv8]; assert eq(s[o], 3bv8); return;\n"), "?+" },
	{ "something unknown ends",
	  HEAD MAIN(TWO "z:\n  havoc t; s := s[" OBJECT("t") " := 6bv8];\n" CHECK("q") "  return;\n"), "?" },
	{ "something unknown is stored to",
	  HEAD MAIN(TWO "z:\n  havoc t; m := m[t := q]; p := m[q];\n" END("q") CHECK("p") "  return;\n"), "?" },
	{ "an object that comes back to life has what it had",
	  HEAD MAIN(TWO "z:\n  p := m[q]; havoc t;\n" END("q") END("p") "  assume eq(t, q); s := s[" OBJECT(
		  "t") " := 3bv8]; r := m[t];\n" CHECK("r") "  return;\n"),
	  "?" },
	{ "memory that nobody has written",
	  HEAD MAIN(TWO "z:\n" MAKE("o") "  p := concat(o, 0bv64); r := m[p]; assume eq(r, q);\n" END("r")
			    CHECK("q") "  return;\n"),
	  "?" },
	{ "a callee ends what it gets",
	  HEAD "procedure f(a : bv96) {\ne:\n" CHECK("a")
		  END("a") "  return;\n}\n" MAIN(TWO "z:\n  p := m[q];\n  call f(p); r := n[q]; call f(r);\n" CHECK("q")
							 END("q") CHECK("q") "  return;\n"),
	  "++?" },
	{ "one object that a callee ends, and another one looks at",
	  HEAD "procedure make() returns (v : bv96) {\n  var o : bv32\n  var x : bool\ne:\n  havoc x; branch x, y, "
	       "z;\ny:\n" MAKE("o") "  v := concat(o, 0bv64); return;\nz:\n  v := 0bv96; return;\n}\n"
				    "procedure end(v : bv96) {\ne:\n  s := s[" OBJECT(
					    "v") " := 6bv8]; return;\n}\nprocedure look(v : bv96) {\ne:\n  assert "
						 "bvult(bvadd(s[" OBJECT("v") "], 255bv8), 4bv8); return;\n}\n" MAIN(
							 "  call q := "
							 "make(); "
							 "branch eq(q, "
							 "0bv96), f, "
							 "k;\nk:\n  "
							 "call look(q); "
							 "call end(q); "
							 "call look(q); "
							 "return;\nf:\n "
							 " return;\n"),
	  "?" },
	{ "a callee that reads what has ended, in the caller's object",
	  HEAD "procedure f(a : bv96, b : bv96) {\n  var r : bv96\ne:\n" END("a") "  r := m[b];\n" CHECK(
		  "r") "  return;\n}\n" MAIN(TWO "z:\n  p := m[q];\n  call f(p, q); return;\n"),
	  "?" },
	{ "a tree, from its leaves on",
	  HEAD "procedure f(a : bv96) {\n  var l : bv96\n  var r : bv96\ne:\n  branch eq(a, 0bv96), d, b;\nb:\n" CHECK(
		  "a") "  l := m[a]; call f(l); r := n[a]; call f(r);\n" CHECK("a")
		  END("a") "  return;\nd:\n  return;\n}\n"
			   "procedure b() returns (a : bv96) {\n" LOCALS
			   "e:\n  havoc x; branch x, f, k;\nf:\n  a := 0bv96; "
			   "return;\nk:\n" MAKE_AT(
				   "q") "  call p := b(); m := m[q := p]; call p := b(); n := n[q := p]; a := q; "
					"return;\n}\n" MAIN("  call q := b(); call f(q); return;\n"),
	  "++" },
	{ "a tree with one child twice",
	  HEAD "procedure f(a : bv96) {\n  var l : bv96\n  var r : bv96\ne:\n  branch eq(a, 0bv96), d, b;\nb:\n" CHECK(
		  "a") "  l := m[a]; call f(l); r := n[a]; call f(r);\n" CHECK("a")
		  END("a") "  return;\nd:\n  return;\n}\n"
			   "procedure b() returns (a : bv96) {\n" LOCALS
			   "e:\n  havoc x; branch x, f, k;\nf:\n  a := 0bv96; "
			   "return;\nk:\n" MAKE_AT("q") "  call p := b(); m := m[q := p]; n := n[q := p]; a := q; "
							"return;\n}\n" MAIN("  call q := b(); call f(q); return;\n"),
	  "??" },
	{ "one that is put back and ended",
	  HEAD
	  "procedure f() returns (a : bv96) {\ne:\n  a := g; g := m[a]; return;\n}\n"
	  "procedure b(a : bv96) {\ne:\n  m := m[a := g]; g := a; return;\n}\n" MAIN(
		  TWO "z:\n  g := q; goto i;\ni:\n  branch eq(g, 0bv96), j, w;\nw:\n  call t := f(); havoc x; branch "
		      "x, u, v;\nu:\n  call b(t); goto v;\nv:\n" CHECK("t") END("t") "  goto i;\nj:\n  return;\n"),
	  "?" },
};

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	return done_testing();
}

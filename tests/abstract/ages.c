/* What follows from the order in which objects were made, and what must not. */
#include "decide.h"
#include "tap.h"

#define HEAD "plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
#define MAPS "global n : [bv96]bv96\nglobal s : [bv32]bv8 {role \"state\"}\nglobal g : bv96\n"
#define MAIN(body)                                                                                                     \
	"procedure main() {\n  var o : bv32\n  var c : bv32\n  var p : bv96\n  var q : bv96\n  var t : bv96\n  var l " \
	": bv96\n"                                                                                                     \
	"  var x : bool\ne:\n  s := s[0bv32 := 0bv8]; q := 0bv96; l := 0bv96; goto h;\nh:\n  havoc x; branch x, y, "   \
	"z;\ny:\n" body "}\n"
#define AT(object) "concat(" object ", 0bv64)"
#define NEXT(p) "concat(extract(95, 64, " p "), bvadd(extract(63, 0, " p "), 8bv64))"
#define MADE(o) "  fresh " o "; s := s[" o " := 3bv8];\n"
/* An object before the others, and behind the last one, l. */
#define PUSH MADE("o") "  p := " AT("o") "; n := n[" NEXT("p") " := q]; q := p; goto h;\n"
#define APPEND                                                                                       \
	MADE("o")                                                                                    \
	"  p := " AT("o") "; n := n[" NEXT("p") " := 0bv96]; branch eq(l, 0bv96), a, b;\n"           \
						"a:\n  q := p; l := p; goto h;\nb:\n  n := n[" NEXT( \
							"l") " := p]; l := p; goto h;\n"
#define DEAD(p) "  assert eq(s[extract(95, 64, " p ")], 3bv8);\n  s := s[extract(95, 64, " p ") := 6bv8];\n"
#define WALK(body) "z:\n  branch eq(q, 0bv96), r, w;\nw:\n" body "  goto z;\nr:\n  return;\n"
#define ENDS WALK("  t := n[" NEXT("q") "];\n" DEAD("q") "  q := t;\n")

/* Of the assertions in order: '+' holds, '?' is not decided, '-' is never reached. */
static const struct decided cases[] = {
	{ "a list made at its head", HEAD MAPS MAIN(PUSH ENDS), "+" },
	{ "a list made at its end", HEAD MAPS MAIN(APPEND ENDS), "+" },
	{ "some nodes only",
	  HEAD MAPS MAIN(PUSH WALK(
		  "  t := n[" NEXT("q") "]; havoc x; branch x, u, v;\nu:\n" DEAD("q") "  goto v;\nv:\n  q := t;\n")),
	  "+" },
	{ "a node that is its own next one",
	  HEAD MAPS MAIN(MADE("o") "  p := " AT("o") "; n := n[" NEXT("p") " := p]; q := p; goto h;\n" ENDS), "?" },
	{ "a ring of two",
	  HEAD MAPS MAIN(MADE("o") MADE("c") "  p := " AT("o") "; q := " AT("c") "; n := n[" NEXT(
		  "p") " := q]; n := n[" NEXT("q") " := p]; goto h;\n" ENDS),
	  "?" },
	{ "pairs of nodes, of which the second one was made later",
	  HEAD MAPS MAIN(MADE("o") MADE("c") "  p := " AT("o") "; t := " AT("c") "; n := n[" NEXT(
		  "p") " := t]; n := n[" NEXT("t") " := 0bv96]; q := p; goto h;\n" ENDS),
	  "+" },
	{ "the last node's next one is the first one",
	  HEAD MAPS MAIN(APPEND "z:\n  branch eq(l, 0bv96), r, k;\nk:\n  n := n[" NEXT(
		  "l") " := q]; goto i;\ni:\n  branch eq(q, 0bv96), r, w;\nw:\n"
		       "  t := n[" NEXT("q") "];\n" DEAD("q") "  q := t; goto i;\nr:\n  return;\n"),
	  "?" },
	{ "what is read of a node that has ended",
	  HEAD MAPS MAIN(PUSH WALK(DEAD("q") "  assert eq(s[extract(95, 64, q)], 3bv8);\n  q := n[" NEXT("q") "];\n")),
	  "+?" },
	{ "another node ends",
	  HEAD MAPS MAIN(
		  PUSH WALK("  t := n[" NEXT("q") "]; branch eq(t, 0bv96), r, v;\nv:\n" DEAD("t") "  q := t;\n")),
	  "?" },
	{ "the list again",
	  HEAD MAPS MAIN(PUSH "z:\n  l := q; goto i;\ni:\n  branch eq(q, 0bv96), k, w;\nw:\n  t := n[" NEXT(
		  "q") "];\n" DEAD("q") "  q := t; goto i;\nk:\n  branch eq(l, 0bv96), r, v;\nv:\n  t := "
					"n[" NEXT("l") "];\n" DEAD("l") "  l := t; goto k;\nr:\n  return;\n"),
	  "+?" },
	{ "a head that is a global, taken off by a procedure",
	  HEAD MAPS "procedure f() {\n  var p : bv96\ne:\n  p := g; g := n[" NEXT("p") "];\n" DEAD(
		  "p") "  return;\n}\n"
		       "procedure main() {\n  var o : bv32\n  var x : bool\ne:\n  s := s[0bv32 := 0bv8]; g := 0bv96; "
		       "goto h;\nh:\n  havoc x; branch x, y, z;\n"
		       "y:\n" MADE("o") "  n := n[concat(o, 8bv64) := g]; g := " AT(
			       "o") "; goto h;\nz:\n  branch eq(g, 0bv96), r, w;\nw:\n  call f();\n  goto z;\nr:\n  "
				    "return;\n}\n",
	  "+" },
	{ "one that the procedure leaves where it is",
	  HEAD MAPS "procedure f() {\n  var p : bv96\ne:\n  p := g;\n" DEAD(
		  "p") "  return;\n}\n"
		       "procedure main() {\n  var o : bv32\n  var x : bool\ne:\n  s := s[0bv32 := 0bv8]; g := 0bv96; "
		       "goto h;\nh:\n  havoc x; branch x, y, z;\n"
		       "y:\n" MADE("o") "  n := n[concat(o, 8bv64) := g]; g := " AT(
			       "o") "; goto h;\nz:\n  branch eq(g, 0bv96), r, w;\nw:\n  call f();\n  goto z;\nr:\n  "
				    "return;\n}\n",
	  "?" },
	{ "nodes that are made while others have ended",
	  HEAD MAPS MAIN(MADE("o") "  p := " AT("o") "; n := n[" NEXT(
		  "p") " := q]; branch eq(q, 0bv96), a, b;\nb:\n" DEAD("q") "  goto a;\na:\n  q := p; goto h;\n" ENDS),
	  "+?" },
	{ "a map of the procedure's own, with links to the nodes themselves",
	  HEAD MAPS "procedure main() {\n  var k : [bv96]bv96\n  var o : bv32\n  var p : bv96\n  var q : bv96\n  "
		    "var t : bv96\n"
		    "  var x : bool\ne:\n  s := s[0bv32 := 0bv8]; q := 0bv96; goto h;\nh:\n  havoc x; branch x, y, "
		    "z;\ny:\n" MADE("o") "  p := " AT("o") "; n := n[" NEXT("p") " := q]; k := k[" NEXT(
			    "p") " := p]; q := p; goto h;\n" WALK("  t := k[" NEXT("q") "];\n" DEAD("q") "  q := "
													 "t;\n") "}"
														 "\n",
	  "?" },
};

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	return done_testing();
}

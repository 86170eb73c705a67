/* What abstract interpretation proves behind calls and in contexts of calls, and what it must not. */
#include "decide.h"
#include "tap.h"

#define HEAD "plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
#define MAPS "global m : [bv96]bv32\nglobal n : [bv96]bv96\nglobal s : [bv32]bv8\n"
#define MAIN(body)                                                                                             \
	"procedure main() {\n  var a : bv32\n  var c : bv32\n  var d : bv32\n  var i : bv32\n  var q : bv96\n" \
	"  var t : bool\ne:\n" body "}\n"
#define SET "procedure f(p : bv96, v : bv32) {\ne:\n  m := m[p := v];\n  return;\n}\n"
#define FREE                                                                                                      \
	"procedure f(p : bv96) {\ne:\n  assert eq(s[extract(95, 64, p)], 3bv8);\n  s := s[extract(95, 64, p) := " \
	"6bv8];\n  return;\n}\n"
#define AT(object) "concat(" object ", 0bv64)"
#define ASKS(then)                                                                                                 \
	"procedure f(p : bv96) returns (r : bv32) {\ne:\n  branch bvult(m[p], 10bv32), y, z;\ny:\n  " then "r := " \
	"1bv32; return;\nz:\n  r := 0bv32; return;\n}\n"

/* NAME puts an object with VALUE before those of the list that begins at p. */
#define PUSH(name, value)                                                            \
	"procedure " name "(p : bv96) {\n  var o : bv32\ne:\n  fresh o; m := m[" AT( \
		"o") " := " value "];\n"                                             \
		     "  n := n[concat(o, 8bv64) := n[p]]; n := n[p := " AT("o") "];\n  return;\n}\n"
#define LIST                                                                                                     \
	"  fresh a; n := n[" AT(                                                                                 \
		"a") " := 0bv96]; goto h;\nh:\n  havoc t; branch t, l, x;\nl:\n  havoc t; branch t, y, z;\n"     \
		     "y:\n  call f(" AT("a") "); goto h;\nz:\n  call g(" AT("a") "); goto h;\nx:\n  q := n[" AT( \
			     "a") "]; goto w;\n"                                                                 \
				  "w:\n  branch eq(q, 0bv96), r, b;\nb:\n  assert eq(m[q], 1bv32);\n  assert "   \
				  "not(eq(m[q], 3bv32));\n"                                                      \
				  "  q := n[concat(extract(95, 64, q), bvadd(extract(63, 0, q), 8bv64))]; goto " \
				  "w;\nr:\n  return;\n"

/* Of the assertions in order: '+' holds, '?' is not decided, '-' is never reached. */
static const struct decided cases[] = {
	{ "a procedure that stores to either of two objects",
	  HEAD MAPS SET MAIN("  fresh a; fresh c; call f(" AT("a") ", 1bv32); call f(" AT(
		  "c") ", 2bv32);\n"
		       "  assert eq(m[" AT("a") "], 1bv32);\n  assert bvult(m[" AT(
			       "c") "], 3bv32);\n"
				    "  assert eq(m[" AT("c") "], 1bv32);\n  return;\n"),
	  "++?" },
	{ "one of two objects in one call",
	  HEAD MAPS SET MAIN("  fresh a; fresh c; havoc t; q := ite(t, " AT("a") ", " AT(
		  "c") ");\n"
		       "  call f(" AT("a") ", 1bv32); call f(q, 2bv32);\n"
					   "  assert bvult(m[" AT("a") "], 3bv32);\n  assert eq(m[" AT(
						   "a") "], 2bv32);\n"
							"  assert eq(m[" AT("a") "], 1bv32);\n  return;\n"),
	  "+??" },
	{ "an object that has ended by the second call",
	  HEAD MAPS "procedure f(p : bv96) {\ne:\n  assert eq(s[extract(95, 64, p)], 2bv8);\n  return;\n}\n" MAIN(
		  "  fresh a; s := s[a := 2bv8]; call f(" AT("a") "); s := s[a := 5bv8];\n"
								  "  fresh c; s := s[c := 2bv8]; call f(" AT(
									  "c") ");\n  return;\n"),
	  "+" },
	{ "an object that has ended by the second call, and is used",
	  HEAD MAPS "procedure f(p : bv96) {\ne:\n  assert eq(s[extract(95, 64, p)], 2bv8);\n  return;\n}\n" MAIN(
		  "  fresh a; s := s[a := 2bv8]; call f(" AT("a") "); s := s[a := 5bv8];\n"
								  "  fresh c; s := s[c := 2bv8]; call f(" AT(
									  "c") "); call f(" AT("a") ");\n  return;\n"),
	  "?" },
	{ "parts of one object",
	  HEAD MAPS SET MAIN("  fresh a; call f(" AT(
		  "a") ", 1bv32); call f(concat(a, 8bv64), 2bv32);\n"
		       "  assert eq(m[" AT("a") "], 1bv32);\n  assert eq(m[concat(a, 8bv64)], 2bv32);\n"
						"  call f(concat(a, zext(64, i)), 3bv32);\n  assert bvult(m[" AT(
							"a") "], 4bv32);\n"
							     "  assert eq(m[" AT("a") "], 1bv32);\n  return;\n"),
	  "+++?" },
	{ "more objects than contexts",
	  HEAD MAPS SET MAIN("  fresh a; call f(" AT("a") ", 1bv32); fresh a; call f(" AT(
		  "a") ", 2bv32);\n"
		       "  fresh a; call f(" AT("a") ", 3bv32); fresh a; call f(" AT(
			       "a") ", 4bv32);\n"
				    "  fresh a; call f(" AT("a") ", 5bv32); fresh a; call f(" AT(
					    "a") ", 6bv32);\n"
						 "  fresh a; call f(" AT("a") ", 7bv32); fresh c; call f(" AT(
							 "c") ", 8bv32);\n"
							      "  assert eq(m[" AT("a") "], 7bv32);\n  assert eq(m[" AT(
								      "c") "], 7bv32);\n"
									   "  assert bvult(m[" AT(
										   "c") "], 7bv32);\n  return;\n"),
	  "???" },
	{ "contexts of a recursive procedure",
	  HEAD MAPS "procedure f(p : bv96, v : bv32) {\n  var o : bv32\ne:\n  assert eq(m[p], v);\n"
		    "  branch eq(v, 5bv32), x, l;\nl:\n  fresh o; m := m[" AT(
			    "o") " := bvadd(v, 1bv32)];\n"
				 "  call f(" AT("o") ", bvadd(v, 1bv32));\n  goto x;\nx:\n  return;\n}\n" MAIN(
					 "  fresh a; m := m[" AT("a") " := 0bv32]; call f(" AT(
						 "a") ", 0bv32);\n"
						      "  assert eq(m[" AT("a") "], 0bv32);\n  assert eq(m[" AT(
							      "a") "], 1bv32);\n  return;\n"),
	  "?+?" },
	{ "what a callee ends that is checked to be on the heap",
	  HEAD MAPS FREE MAIN("  fresh a; s := s[a := 2bv8]; fresh c; s := s[c := 3bv8]; havoc q;\n  call f(q);\n"
			      "  assert eq(s[a], 2bv8);\n  assert not(eq(s[c], 2bv8));\n  assert eq(s[c], 3bv8);\n"
			      "  return;\n"),
	  "?++?" },
	{ "a callee that ends something, in several calls",
	  HEAD MAPS FREE MAIN("  fresh a; s := s[a := 2bv8]; havoc q; call f(q); assert eq(s[a], 2bv8);\n"
			      "  s := s[a := 5bv8]; fresh c; s := s[c := 2bv8]; havoc q; call f(q);\n"
			      "  assert eq(s[a], 5bv8);\n  assert eq(s[c], 2bv8);\n  return;\n"),
	  "?+++" },
	{ "an object that is made behind the first call",
	  HEAD MAPS "procedure f() {\n  var o : bv32\ne:\n  havoc o; s := s[o := 6bv8];\n  return;\n}\n" MAIN(
		  "  call f(); fresh a; s := s[a := 2bv8]; call f();\n  assert eq(s[a], 2bv8);\n"
		  "  assert not(eq(s[a], 3bv8));\n  return;\n"),
	  "?+" },
	{ "what a callee stores anywhere, and to one object",
	  HEAD MAPS "procedure f(p : bv96) {\n  var o : bv32\ne:\n  s := s[extract(95, 64, p) := 4bv8];\n"
		    "  havoc o; s := s[o := 6bv8];\n  return;\n}\n" MAIN(
			    "  fresh a; s := s[a := 2bv8]; fresh c; s := s[c := 2bv8]; call f(" AT(
				    "a") ");\n"
					 "  assert not(eq(s[c], 7bv8));\n  assert not(eq(s[c], 6bv8));\n"
					 "  assert not(eq(s[a], 6bv8));\n  assert not(eq(s[a], 4bv8));\n  return;\n"),
	  "+???" },
	{ "a pointer that a callee stores, of which there is another one later",
	  HEAD MAPS "procedure f(p : bv96) {\n  var o : bv32\ne:\n  fresh o; m := m[" AT(
		  "o") " := 1bv32];\n"
		       "  n := n[p := " AT("o") "]; fresh o; m := m[" AT("o") " := 2bv32];\n  return;\n}\n" MAIN(
			       "  fresh a; n := n[" AT("a") " := 0bv96]; call f(" AT("a") "); q := n[" AT(
				       "a") "];\n"
					    "  assert eq(m[q], 1bv32);\n  call f(" AT(
						    "a") ");\n  assert eq(m[q], 1bv32);\n"
							 "  assert not(eq(n[" AT("a") "], q));\n  return;\n"),
	  "++?" },
	{ "what a callee found out about a cell that it leaves as it is",
	  HEAD MAPS ASKS("") MAIN("  fresh a; havoc c; m := m[" AT("a") " := c]; call d := f(" AT(
		  "a") ");\n"
		       "  branch eq(d, 1bv32), l, x;\nl:\n  assert bvult(m[" AT(
			       "a") "], 10bv32);\n"
				    "  assert bvult(m[" AT("a") "], 9bv32);\n  goto x;\nx:\n  assert bvult(m[" AT(
					    "a") "], 10bv32);\n  return;\n"),
	  "+??" },
	{ "what a callee found out about a cell before it changed that",
	  HEAD MAPS ASKS("m := m[p := 20bv32]; ") MAIN("  fresh a; havoc c; m := m[" AT("a") " := c]; call d := f(" AT(
		  "a") ");\n"
		       "  branch eq(d, 1bv32), l, x;\nl:\n  assert bvult(m[" AT(
			       "a") "], 10bv32);\n  goto x;\nx:\n  return;\n"),
	  "?" },
	{ "what a callee found out about another object, or one of two",
	  HEAD MAPS ASKS("")
		  MAIN(
			  "  fresh a; havoc i; m := m[" AT("a") " := i]; fresh c; m := m[" AT(
				  "c") " := i]; havoc i;\n"
				       "  m := m[" AT("a") " := i]; call d := f(" AT(
					       "c") "); branch eq(d, 1bv32), l, x;\nl:\n"
						    "  assert bvult(m[" AT("a") "], 10bv32);\n  assert bvult(m[" AT("c") "], 10bv32);\n  havoc i; m := m[" AT(
							    "c") " := i]; havoc t;\n"
								 "  q := ite(t, " AT("a") ", " AT(
									 "c") "); call d := f(q); "
									      "branch eq(d, 1bv32), y, x;\n"
									      "y:\n  assert bvult(m[" AT(
										      "c") "], 10bv32);\n"
											   "  goto x;\nx:"
											   "\n  return;\n"),
	  "?+?" },
	{ "what a callee found out about an object that it made where the caller has one, too",
	  HEAD MAPS "procedure g() returns (p : bv96) {\n  var o : bv32\n  var v : bv32\ne:\n  fresh o; havoc v;\n"
		    "  m := m[" AT("o") " := v]; p := " AT(
			    "o") "; return;\n}\n"
				 "procedure f() returns (r : bv32) {\n  var w : bv96\ne:\n  call w := g();\n"
				 "  branch bvult(m[w], 10bv32), y, z;\ny:\n  r := 1bv32; return;\nz:\n  r := 0bv32; "
				 "return;\n}\n" MAIN("  call q := g(); call d := f(); branch eq(d, 1bv32), l, x;\nl:\n"
						     "  assert bvult(m[q], 10bv32);\n  goto x;\nx:\n  return;\n"),
	  "?" },
	{ "what was computed before a call that leaves it as it is, and one that does not",
	  HEAD MAPS SET MAIN("  fresh a; havoc c; m := m[" AT("a") " := c]; fresh d; i := m[" AT("a") "]; call f(" AT(
		  "d") ", 1bv32);\n"
		       "  branch bvult(i, 10bv32), l, x;\nl:\n  assert "
		       "bvult(m[" AT("a") "], 10bv32);\n  goto x;\nx:\n  i := "
					  "m[" AT("a") "]; call f(" AT("a") ", c);\n"
									    "  branch bvult(i, "
									    "10bv32), y, z;\n"
									    "y:\n  assert bvult(m[" AT(
										    "a") "], "
											 "10bv32);\n  "
											 "goto z;\nz:"
											 "\n  "
											 "return;\n"),
	  "??" },
	{ "a variable that is stored, and compared then",
	  HEAD MAPS MAIN("  fresh a; havoc i; m := m[" AT(
		  "a") " := i]; branch bvult(i, 10bv32), l, x;\nl:\n"
		       "  assert bvult(m[" AT("a") "], 10bv32);\n  goto x;\nx:\n"
						   "  havoc i; m := m[" AT(
							   "a") " := i]; havoc c; havoc q; m := m[q := c];\n"
								"  branch bvult(i, 10bv32), y, z;"
								"\ny:\n  assert bvult(m[" AT("a") "], 10bv32);\n"
												  "  goto z;\nz:"
												  "\n  return;\n"),
	  "+?" },
	{ "a list that two procedures make", HEAD MAPS PUSH("f", "1bv32") PUSH("g", "1bv32") MAIN(LIST), "++" },
	{ "a list that two procedures make of different things",
	  HEAD MAPS PUSH("f", "1bv32") PUSH("g", "2bv32") MAIN(LIST), "?+" },
};

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	return done_testing();
}

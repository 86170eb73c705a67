/* What abstract interpretation takes back of what it widened, and went on with, between procedures; and what it must not. */
#include "decide.h"
#include "tap.h"

#define HEAD "plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
#define GLOBAL "global g : bv32\nglobal m : [bv32]bv8\n"
/* BODY, with i from 0 to COUNT - 1; BEHIND comes after it. */
#define LOOP(count, body, behind)                                                         \
	"procedure main() {\n  var i : bv32\n  var r : bv32\ne:\n  i := 0bv32; goto h;\n" \
	"h:\n  branch bvult(i, " count "), l, x;\nl:\n" body "  i := bvadd(i, 1bv32);\n"  \
	"  goto h;\nx:\n" behind "  return;\n}\n"
#define BELOW(what, most) "  assert bvult(" what ", " most ");\n"

/* Of the assertions in order: '+' holds, '?' is not decided, '-' is never reached. */
static const struct decided cases[] = {
	{ "an argument that a loop counts",
	  HEAD "procedure f(v : bv32) {\ne:\n" BELOW("v", "1000bv32")
		  BELOW("v", "999bv32") "  return;\n}\n" LOOP("1000bv32", "  call f(i);\n", ""),
	  "+?" },
	{ "through another procedure",
	  HEAD "procedure k(v : bv32) {\ne:\n" BELOW("v", "1001bv32")
		  BELOW("v", "1000bv32") "  return;\n}\n"
					 "procedure f(v : bv32) {\ne:\n  call k(bvadd(v, 1bv32));\n  return;\n}\n" LOOP(
						 "1000bv32", "  call f(i);\n", ""),
	  "+?" },
	{ "two callers, of which one counts further",
	  HEAD "procedure k(v : bv32) {\ne:\n" BELOW("v", "1001bv32")
		  BELOW("v", "1000bv32") "  return;\n}\n"
					 "procedure f(v : bv32) {\ne:\n  call k(bvadd(v, 1bv32));\n  return;\n}\n" LOOP(
						 "1000bv32", "  call f(i);\n", "  call k(1000bv32); call k(5bv32);\n"),
	  "+?" },
	{ "two callers, of which one counts beyond it",
	  HEAD "procedure k(v : bv32) {\ne:\n" BELOW(
		  "v", "1001bv32") "  return;\n}\n"
				   "procedure f(v : bv32) {\ne:\n  call k(bvadd(v, 1bv32));\n  return;\n}\n" LOOP(
					   "1000bv32", "  call f(i);\n", "  call k(1001bv32);\n"),
	  "?" },
	{ "a result of a counted argument",
	  HEAD "procedure f(v : bv32) returns (o : bv32) {\ne:\n  o := bvadd(v, 3bv32);\n  return;\n}\n" LOOP(
		  "1000bv32", "  call r := f(i);\n" BELOW("r", "1003bv32") BELOW("r", "1002bv32"), ""),
	  "+?" },
	{ "a global that a loop counts",
	  HEAD GLOBAL "procedure f() {\ne:\n" BELOW("g", "1000bv32")
		  BELOW("g", "999bv32") "  return;\n}\n" LOOP("1000bv32", "  g := i; call f();\n", ""),
	  "+?" },
	{ "a procedure that is reached only by what was widened",
	  HEAD "procedure k() {\ne:\n  assert false;\n  return;\n}\n"
	       "procedure f(v : bv32) {\ne:\n  branch bvult(v, 1000bv32), x, b;\nb:\n  call k(); goto x;\n"
	       "x:\n  return;\n}\n" LOOP("1000bv32", "  call f(i);\n", ""),
	  "-" },
	{ "a procedure that is reached in the last round",
	  HEAD "procedure k() {\ne:\n  assert false;\n  return;\n}\n"
	       "procedure f(v : bv32) {\ne:\n  branch bvult(v, 1000bv32), x, b;\nb:\n  call k(); goto x;\n"
	       "x:\n  return;\n}\n" LOOP("1001bv32", "  call f(i);\n", ""),
	  "?" },
	{ "recursion: what halves is never 0",
	  HEAD "procedure f(v : bv32) {\n  var w : bv32\ne:\n  assert not(eq(v, 0bv32));\n"
	       "  w := bvlshr(v, 1bv32);\n  branch eq(w, 0bv32), x, l;\nl:\n  call f(w); goto x;\nx:\n  return;\n}\n"
	       "procedure main() {\ne:\n  call f(4096bv32);\n  return;\n}\n",
	  "+" },
	{ "recursion: what halves is 0 at last",
	  HEAD "procedure f(v : bv32) {\n  var w : bv32\ne:\n  assert not(eq(v, 0bv32));\n"
	       "  w := bvlshr(v, 1bv32);\n  branch eq(v, 1bv32), x, l;\nl:\n  call f(w); goto x;\nx:\n  call f(w);\n  "
	       "return;\n}\n"
	       "procedure main() {\ne:\n  call f(4096bv32);\n  return;\n}\n",
	  "?" },
	{ "recursion: what it is called with by itself counts",
	  HEAD "procedure f(v : bv32) {\ne:\n" BELOW(
		  "v", "7bv32") "  branch bvult(v, 9bv32), l, x;\n"
				"l:\n  call f(bvadd(v, 1bv32)); goto x;\nx:\n  return;\n}\n" LOOP("5bv32",
												  "  call f(i);\n", ""),
	  "?" },
	{ "below a recursive procedure",
	  HEAD "procedure k(v : bv32) {\ne:\n" BELOW("v", "10bv32") BELOW(
		  "v",
		  "9bv32") "  return;\n}\n"
			   "procedure f(v : bv32) {\ne:\n  branch bvult(v, 9bv32), l, x;\n"
			   "l:\n  call k(bvadd(v, 1bv32)); call f(bvadd(v, 1bv32)); goto x;\nx:\n  return;\n}\n" LOOP(
				   "5bv32", "  call f(i);\n", ""),
	  "+?" },
	{ "a loop in a callee that is called with more and more",
	  HEAD GLOBAL
	  "procedure f(n : bv32) {\n  var k : bv32\ne:\n  k := 0bv32; goto h;\n"
	  "h:\n  branch bvult(k, n), l, x;\nl:\n" BELOW("k", "999bv32")
		  BELOW("k", "998bv32") "  m := m[k := 1bv8]; k := bvadd(k, 1bv32); goto h;\nx:\n  return;\n}\n" LOOP(
			  "1000bv32", "  call f(i);\n", ""),
	  "+?" },
	{ "what a callee leaves of a global, as the caller's loop goes on",
	  HEAD GLOBAL "procedure f() {\ne:\n  g := bvadd(g, 2bv32);\n  return;\n}\n" LOOP(
		  "1000bv32", "  g := 1bv32; call f();\n" BELOW("g", "4bv32") "  call f();\n" BELOW("g", "6bv32"), ""),
	  "?+" },
};

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	return done_testing();
}

/* States of what variables point to: what is proved of them, and what must not be. */
#include "decide.h"
#include "stream.h"
#include "tap.h"

/* s has the states of objects, m pointers. A case has what stands in main(), and what in callee(r, x) -> w and in end(r). */
#define VARIABLES "var a : bv32 var c : bv32 var v : bv96 var o : bool var k : bv32 e: "
#define MAIN(body) "procedure main() { var r : bv96 var w : bv96 " VARIABLES body " }\n"
#define CALLEE(body) "procedure callee(r : bv96, x : bv96) returns (w : bv96) { " VARIABLES body " }\n"
#define END                                                                                                         \
	"procedure end(r : bv96) { e: assume eq(s[extract(95, 64, r)], 3bv8); s := s[extract(95, 64, r) := 6bv8]; " \
	"return; }\n"
#define LOCAL "havoc o; fresh a; s := s[a := 2bv8]; "
#define LIVES(of) "assert eq(s[" of "], 2bv8); "
#define TWO                                                                                                         \
	"havoc o; fresh a; fresh c; s := s[a := 3bv8]; s := s[c := 3bv8]; v := ite(o, concat(a, 0bv64), concat(c, " \
	"0bv64)); "
#define NOT_NULL(v) "assume not(eq(extract(95, 64, " v "), 0bv32)); "
#define IS(state) "assert eq(s[extract(95, 64, v)], " state "bv8); "

static const struct {
	const char *what, *text, *wanted;
} cases[] = {
	{ "a local, while a recursive call makes and ends its own",
	  MAIN("call w := callee(r, r); return;")
		  CALLEE(LOCAL "branch o, l, j; l: call w := callee(r, concat(a, 0bv64)); " LIVES(
			  "a") "goto j; j: " LIVES("a") "s := s[a := 5bv8]; return;"),
	  "++" },
	{ "the caller's local in a recursive call",
	  MAIN("fresh a; s := s[a := 2bv8]; call w := callee(r, concat(a, 0bv64)); return;") CALLEE(
		  LOCAL LIVES("extract(95, 64, x)") "branch o, l, j; l: call w := callee(r, concat(a, 0bv64)); " LIVES(
			  "extract(95, 64, x)") "goto j; j: s := s[a := 5bv8]; return;"),
	  "++" },
	{ "a local that the recursive call ends",
	  MAIN("fresh a; s := s[a := 2bv8]; call w := callee(r, concat(a, 0bv64)); return;")
		  CALLEE(LOCAL "s := s[extract(95, 64, x) := 5bv8]; branch o, l, j; l: call w := callee(r, concat(a, "
			       "0bv64)); " LIVES("a") "goto j; j: return;"),
	  "?" },
	{ "a local that the recursive call may end, as it is in a map",
	  MAIN("call w := callee(r, r); return;") CALLEE(
		  LOCAL
		  "v := m[0bv96]; m := m[0bv96 := concat(a, 0bv64)]; branch o, l, j; l: call w := callee(r, r); " LIVES(
			  "a") "goto j; j: s := s[extract(95, 64, v) := 5bv8]; return;"),
	  "?" },
	{ "a local, and a call that ends what is in another state",
	  MAIN("call w := callee(r, r); return;")
		  CALLEE(LOCAL "branch o, l, j; l: call w := callee(r, r); havoc v; call end(v); " LIVES(
			  "a") "goto j; j: s := s[a := 5bv8]; return;") END,
	  "+" },
	{ "a block of the heap, and a call that ends one",
	  MAIN("call w := callee(r, r); return;") CALLEE("havoc o; fresh a; s := s[a := 3bv8]; branch o, l, j; l: call "
							 "w := callee(r, r); havoc v; call end(v); "
							 "assert eq(s[a], 3bv8); goto j; j: return;") END,
	  "?" },
	{ "what has been asked of a pointer",
	  MAIN("havoc v; " NOT_NULL("v") "assume eq(s[extract(95, 64, v)], 3bv8); goto j; j: " IS("3") "return;"),
	  "+" },
	{ "and of another one",
	  MAIN("havoc v; " NOT_NULL("v") "assume eq(s[extract(95, 64, v)], 3bv8); havoc v; goto j; j: " IS(
		  "3") "return;"),
	  "?" },
	{ "and of a copy of it",
	  MAIN("havoc v; " NOT_NULL(
		  "v") "r := concat(extract(95, 64, v), 8bv64); assume eq(s[extract(95, 64, v)], 3bv8); w := v; havoc "
		       "v; goto j; j: "
		       "assert eq(s[extract(95, 64, w)], 3bv8); assert eq(s[extract(95, 64, r)], 3bv8); return;"),
	  "+?" },
	{ "a store to the state of an unknown object",
	  MAIN("havoc v; havoc a; assume eq(s[extract(95, 64, v)], 3bv8); s := s[a := 6bv8]; goto j; j: " IS(
		  "3") "return;"),
	  "?" },
	{ "a store to the state of one in another state",
	  MAIN("havoc r; havoc v; " NOT_NULL(
		  "v") "assume eq(s[extract(95, 64, v)], 3bv8); assume eq(s[extract(95, 64, r)], 2bv8); "
		       "s := s[extract(95, 64, r) := 5bv8]; goto j; j: " IS("3") "return;"),
	  "+" },
	{ "states that are anything",
	  MAIN("havoc v; " NOT_NULL("v") "assume eq(s[extract(95, 64, v)], 3bv8); havoc s; goto j; j: " IS(
		  "3") "return;"),
	  "?" },
	{ "two stores to states at once",
	  MAIN("havoc v; havoc a; assume eq(s[extract(95, 64, v)], 3bv8); s := s[a := 6bv8][c := 6bv8]; goto j; j: " IS(
		  "3") "return;"),
	  "?" },
	{ "one of two objects is ended",
	  MAIN(TWO "s := s[extract(95, 64, v) := 6bv8]; goto j; j: " IS("6") "assert eq(s[a], 3bv8); return;"), "+?" },
	{ "and by its name", MAIN(TWO "s := s[a := 6bv8]; goto j; j: " IS("3") "return;"), "?" },
	{ "a state in one branch only",
	  MAIN("havoc v; havoc o; branch o, l, j; l: assume eq(s[extract(95, 64, v)], 3bv8); goto j; j: " IS(
		  "3") "return;"),
	  "?" },
	{ "null is in no state that others are in",
	  MAIN("havoc v; assume or(eq(v, 0bv96), eq(s[extract(95, 64, v)], 3bv8)); goto j; j: branch eq(extract(95, "
	       "64, v), 0bv32), n, x; "
	       "n: " IS("3") "return; x: " IS("3") "return;"),
	  "?+" },
	{ "a result",
	  MAIN("call w := callee(r, r); assert eq(s[extract(95, 64, w)], 3bv8); return;")
		  CALLEE("havoc w; " NOT_NULL("w") "assume eq(s[extract(95, 64, w)], 3bv8); return;"),
	  "+" },
	{ "a result that is ended behind it",
	  MAIN("call w := callee(r, r); assert eq(s[extract(95, 64, w)], 3bv8); return;") CALLEE("havoc w; " NOT_NULL(
		  "w") "assume eq(s[extract(95, 64, w)], 3bv8); havoc a; s := s[a := 6bv8]; return;"),
	  "?" },
	{ "an argument, as the callee has asked",
	  MAIN("havoc v; " NOT_NULL("v") "call w := callee(v, r); " IS("3") "return;")
		  CALLEE("assume eq(s[extract(95, 64, r)], 3bv8); return;"),
	  "+" },
	{ "an argument that the callee replaces",
	  MAIN("havoc v; " NOT_NULL("v") "call w := callee(v, r); " IS("3") "return;")
		  CALLEE("v := r; havoc v; " NOT_NULL("v") "assume eq(s[extract(95, 64, v)], 3bv8); return;"),
	  "?" },
	{ "an argument that is the result as well",
	  MAIN("havoc v; " NOT_NULL("v") "call v := callee(v, r); " IS("3") "return;")
		  CALLEE("assume eq(s[extract(95, 64, r)], 3bv8); havoc w; return;"),
	  "?" },
	{ "an object that the callee has made is ended by the caller",
	  MAIN("fresh a; s := s[a := 2bv8]; call w := callee(concat(a, 0bv64), r); " LIVES("a") "return;")
		  CALLEE("fresh c; s := s[c := 2bv8]; havoc o; branch o, l, j; l: call w := callee(concat(c, 0bv64), "
			 "r); " LIVES("c") "goto j; j: s := s[c := 5bv8]; s := s[extract(95, 64, r) := 2bv8]; w := "
					   "concat(c, 0bv64); return;"),
	  "++" },
};

int main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct output *out = output_memory();
		size_t length;
		char marks[DECIDE_MOST];
		output_format(out, "plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
				   "global s : [bv32]bv8 {role \"state\"}\nglobal m : [bv96]bv96\n");
		output_format(out, "%s", cases[i].text);
		decide(cases[i].what, output_text(out, &length), marks);
		is_str(marks, cases[i].wanted, "%s", cases[i].what);
		output_abandon(out);
	}
	return done_testing();
}

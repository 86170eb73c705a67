/* Strings: what is proved of walks over them, and what must not be. */
#include <string.h>

#include "decide.h"
#include "stream.h"
#include "tap.h"

/*
 * W(r, n) in a text is the condition that offset n is within the object r, R(r, n) the byte there. length() reads from r on until a
 * zero. A case has what stands in main() behind the two objects, of 16 and 8 unknown bytes, and procedures of its own.
 */
static const char head[] =
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
	"global z : [bv32]bv64 {role \"size\"}\nglobal y : [bv96]bv8\n"
	"global p : [bv32]bv32\nglobal g : bv64\n"
	"procedure length(r : bv32) returns (n : bv64) {\ne: n := 0bv64; goto h;\n"
	"h: assert W(r, n); branch eq(R(r, n), 0bv8), x, l;\nl: n := bvadd(n, 1bv64); goto h;\nx: return; }\n";
static const char begin[] =
	"procedure main() { var a : bv32 var c : bv32 var n : bv64 var k : bv64 var x : bv8 var t : bv8\n"
	"e: fresh a; z := z[a := 16bv64]; fresh c; z := z[c := 8bv64]; havoc y; ";

static const struct {
	const char *what, *body, *procedures, *wanted;
} cases[] = {
	{ "a walk over a string", "y := y[concat(a, 15bv64) := 0bv8]; call n := length(a); return;", "", "+" },
	{ "a walk over what may be no string", "call n := length(a); return;", "", "?" },
	{ "a string that ends behind its object", "y := y[concat(a, 16bv64) := 0bv8]; call n := length(a); return;", "",
	  "?" },
	{ "a string whose end is overwritten",
	  "y := y[concat(a, 15bv64) := 0bv8]; havoc x; y := y[concat(a, 15bv64) := x]; call n := length(a); return;",
	  "", "?" },
	{ "a string, and a store to another object",
	  "y := y[concat(a, 15bv64) := 0bv8]; havoc n; havoc x; y := y[concat(c, n) := x]; call n := length(a); "
	  "return;",
	  "", "+" },
	{ "an end anywhere within the object",
	  "havoc n; assume bvult(n, 16bv64); y := y[concat(a, n) := 0bv8]; call n := length(a); return;", "", "+" },
	{ "an end that may be behind the object",
	  "havoc n; assume bvult(n, 17bv64); y := y[concat(a, n) := 0bv8]; call n := length(a); return;", "", "?" },
	{ "strings that are filled and copied",
	  "y := fill(y, concat(a, 0bv64), 16bv64, 0bv8);"
	  "y := copy(y, concat(c, 0bv64), y, concat(a, 8bv64), 8bv64); call n := length(c); return;",
	  "", "+" },
	{ "a string of which the end is not copied",
	  "y := fill(y, concat(c, 0bv64), 8bv64, 1bv8); y := y[concat(a, 15bv64) := 0bv8];"
	  "y := copy(y, concat(c, 0bv64), y, concat(a, 0bv64), 8bv64); call n := length(c); return;",
	  "", "?" },
	{ "an index that is compared with the size of an object",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert bvult(n, 16bv64); x := R(a, n); branch eq(x, 0bv8), w, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nw: assert bvult(n, 15bv64); return;",
	  "", "-+?" },
	{ "of two, of which one is shorter",
	  "y := y[concat(a, 15bv64) := 0bv8][concat(c, 7bv64) := 0bv8]; havoc g;\n"
	  "branch eq(g, 0bv64), u, v;\nu: k := 0bv64; a := c; goto f;\nv: goto f;\nf: n := 0bv64; goto h;\n"
	  "h: assert bvult(n, 8bv64); x := R(a, n); branch eq(x, 0bv8), w, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nw: assert bvult(n, 16bv64); return;",
	  "", "-?+" },
	{ "an index, where zeros are stored and other bytes",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert bvult(n, 16bv64); x := R(a, n); branch eq(x, 0bv8), w, l;\n"
	  "l: branch eq(x, 10bv8), o, s;\no: y := y[concat(a, n) := 0bv8]; goto s;\n"
	  "s: n := bvadd(n, 1bv64); goto h;\nw: n := 0bv64; goto i;\n"
	  "i: assert bvult(n, 16bv64); x := R(a, n); branch eq(x, 0bv8), q, m;\n"
	  "m: y := y[concat(a, bvadd(n, 1bv64)) := 7bv8]; n := bvadd(n, 1bv64); goto i;\nq: return;",
	  "", "-+?" },
	{ "what is not zero has a string behind it",
	  "y := y[concat(a, 15bv64) := 0bv8]; havoc n; assume bvult(n, 9bv64); goto h;\n"
	  "h: x := R(a, n); branch eq(x, 0bv8), w, l;\n"
	  "l: assert W(a, bvadd(n, 1bv64)); n := bvadd(n, 1bv64); goto h;\n"
	  "w: assert W(a, n); assert W(a, bvadd(n, 1bv64)); return;",
	  "", "-++?" },
	{ "a zero where the string was read",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert W(a, n); x := R(a, n); y := y[concat(a, n) := 0bv8]; branch eq(x, 0bv8), q, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nq: return;",
	  "", "-?" },
	{ "one behind a zero",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert W(a, n); x := R(a, n); n := bvadd(n, 1bv64); branch eq(x, 1bv8), q, h;\nq: return;",
	  "", "-?" },
	{ "a byte that is read as the pointer has moved on",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: k := n; n := bvadd(n, 1bv64); assert W(a, k); x := R(a, k); branch eq(x, 0bv8), q, h;\n"
	  "q: assert W(a, n); return;",
	  "", "-+?" },
	{ "a byte that is read as the pointer has moved on by two",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: k := n; n := bvadd(n, 2bv64); assert W(a, k); x := R(a, k); branch eq(x, 0bv8), q, h;\nq: return;",
	  "", "-?" },
	{ "a size that changes", "y := y[concat(a, 15bv64) := 0bv8]; z := z[a := 15bv64]; call n := length(a); return;",
	  "", "?" },
	{ "zeros within an object of unknown size, or behind it",
	  "havoc n; assume bvult(n, 99bv64); call f(a, n); call f(c, n); return;",
	  "procedure f(r : bv32, n : bv64) { var k : bv64 var t : bool\n"
	  "e: havoc y; havoc t; branch t, i, o;\n"
	  "i: assert W(r, n); y := y[concat(r, n) := 0bv8]; k := 0bv64; goto h;\n"
	  "h: assert W(r, k); branch eq(R(r, k), 0bv8), x, l;\nl: k := bvadd(k, 1bv64); goto h;\n"
	  "o: y := y[concat(r, n) := 0bv8]; k := 0bv64; goto g;\n"
	  "g: assert W(r, k); branch eq(R(r, k), 0bv8), x, m;\nm: k := bvadd(k, 1bv64); goto g;\nx: return; }",
	  "-?+?" },
	{ "bytes of a string from elsewhere are overwritten",
	  "y := y[concat(a, 15bv64) := 0bv8]; call f(a); y := y[concat(c, 7bv64) := 0bv8]; call f(c); return;",
	  "procedure f(r : bv32) { var k : bv64 var n : bv64 var x : bv8 var t : bv8\n"
	  "e: havoc n; assume bvult(n, 99bv64); havoc x; branch eq(x, 1bv8), u, v;\n"
	  "u: k := 0bv64; y := y[concat(r, n) := x]; goto h;\n"
	  "h: assert W(r, k); branch eq(R(r, k), 0bv8), w, l;\nl: k := bvadd(k, 1bv64); goto h;\n"
	  "v: k := 0bv64; goto g;\ng: assert W(r, k); branch eq(R(r, k), 0bv8), w, m;\n"
	  "m: y := y[concat(r, k) := x]; k := bvadd(k, 1bv64); goto g;\nw: return; }",
	  "-?+" },
	{ "a byte that is not what it was", "z := z[c := 1bv64]; call f(a); call f(c); return;",
	  "procedure f(r : bv32) { var x : bv8 var u : bv8\n"
	  "e: havoc y; assert W(r, 0bv64); x := R(r, 0bv64); y := y[concat(r, 0bv64) := 0bv8]; branch eq(x, 0bv8), w, "
	  "l;\n"
	  "l: assert W(r, 1bv64); u := R(r, 1bv64); return;\nw: return; }",
	  "-+?" },
	{ "a string that is filled, of unknown size",
	  "y := y[concat(a, 15bv64) := 0bv8]; call f(a); y := y[concat(c, 7bv64) := 0bv8]; call f(c); return;",
	  "procedure f(r : bv32) { var k : bv64\ne: k := 0bv64; y := fill(y, concat(r, 3bv64), 1bv64, 1bv8); goto h;\n"
	  "h: assert W(r, k); branch eq(R(r, k), 0bv8), x, l;\nl: k := bvadd(k, 1bv64); goto h;\nx: return; }",
	  "-?" },
	{ "a pointer in memory that is changed",
	  "y := y[concat(a, 15bv64) := 0bv8]; p := p[c := a]; call f(c, a); havoc y; y := y[concat(c, 7bv64) := 0bv8]; "
	  "p := p[a := c]; call f(a, c); return;",
	  "procedure f(r : bv32, o : bv32) { var k : bv64\ne: k := 0bv64; goto h;\n"
	  "h: assert W(p[r], k); branch eq(R(p[r], k), 0bv8), g, l;\nl: k := bvadd(k, 1bv64); goto h;\n"
	  "g: p := p[r := r]; k := 0bv64; goto i;\n"
	  "i: assert W(p[r], k); branch eq(R(p[r], k), 0bv8), x, m;\nm: k := bvadd(k, 1bv64); goto i;\nx: return; }",
	  "-+?" },
	{ "a callee's answer says that the byte is not zero",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert W(a, n); x := R(a, n); call x := f(x); branch eq(x, 0bv8), q, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nq: return;",
	  "procedure f(v : bv8) returns (r : bv8) { var c : bv8\n"
	  "e: c := v; r := ite(or(eq(c, 32bv8), and(bvult(8bv8, c), bvult(c, 14bv8))), 1bv8, 0bv8); return; }",
	  "-?" },
	{ "the same, and the byte is kept",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert W(a, n); x := R(a, n); call t := f(x); branch eq(t, 0bv8), q, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nq: return;",
	  "procedure f(v : bv8) returns (r : bv8) { var c : bv8\n"
	  "e: c := v; r := ite(or(eq(c, 32bv8), and(bvult(8bv8, c), bvult(c, 14bv8))), 1bv8, 0bv8); return; }",
	  "-+" },
	{ "a copy of the byte, in another block",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert W(a, n); x := R(a, n); havoc k; branch eq(k, 0bv64), i, i;\ni: t := x; branch eq(t, 0bv8), q, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nq: return;",
	  "", "-+" },
	{ "a copy of the byte, which changes before",
	  "y := y[concat(a, 15bv64) := 0bv8]; n := 0bv64; goto h;\n"
	  "h: assert W(a, n); x := R(a, n); havoc k; branch eq(k, 0bv64), i, i;\ni: x := bvor(x, 1bv8); t := x; branch "
	  "eq(t, 0bv8), q, l;\n"
	  "l: n := bvadd(n, 1bv64); goto h;\nq: return;",
	  "", "-?" },
	{ "a callee that makes a string of its argument",
	  "z := z[c := 1bv64]; call f(a); call n := length(a); call f(c); call n := length(c); return;",
	  "procedure f(r : bv32) { var s : bv32 var k : bv64\ne: s := r; havoc k; assert W(s, k); y := y[concat(s, k) "
	  ":= 0bv8];\n"
	  "k := 0bv64; goto h;\nh: assert W(s, k); branch eq(R(s, k), 0bv8), x, l;\nl: k := bvadd(k, 1bv64); goto "
	  "h;\nx: return; }",
	  "+?+" },
	{ "a callee that makes a string of something else",
	  "z := z[c := 1bv64]; call f(a, c); call n := length(a); call f(c, a); call n := length(c); return;",
	  "procedure f(r : bv32, o : bv32) { var s : bv32 var k : bv64\ne: s := r; s := o; havoc k; assert W(s, k); y "
	  ":= y[concat(s, k) := 0bv8];\n"
	  "k := 0bv64; goto h;\nh: assert W(s, k); branch eq(R(s, k), 0bv8), x, l;\nl: k := bvadd(k, 1bv64); goto "
	  "h;\nx: return; }",
	  "??+" },
	{ "a result goes to a global that the string is about",
	  "havoc z; z := z[a := 16bv64]; havoc g; havoc p; call c, g := f(a); assert W(c, g); assume not(eq(R(c, g), "
	  "1bv8)); return;",
	  "procedure f(r : bv32) returns (o : bv32, n : bv64) {\n"
	  "e: o := p[r]; assume not(eq(R(o, g), 77bv8)); assume W(o, g); y := y[concat(o, g) := 0bv8]; havoc n; "
	  "return; }",
	  "-?" },
	{ "a result goes to the map of the string",
	  "havoc g; havoc p; call c, y := f(a); assert W(c, g); assume not(eq(R(c, g), 1bv8)); return;",
	  "procedure f(r : bv32) returns (o : bv32, m : [bv96]bv8) {\n"
	  "e: o := p[r]; assume not(eq(R(o, g), 77bv8)); assume W(o, g); y := y[concat(o, g) := 0bv8]; m := "
	  "y[concat(o, g) := 5bv8]; return; }",
	  "-?" },
	{ "a result goes to the sizes",
	  "havoc n; call z := f(a, n); assert W(a, n); assume not(eq(R(a, n), 8bv8)); return;",
	  "procedure f(r : bv32, k : bv64) returns (m : [bv32]bv64) {\n"
	  "e: assume W(r, k); y := y[concat(r, k) := 0bv8]; m := z[r := k]; assume not(eq(R(r, k), 7bv8)); return; }",
	  "-?" },
	{ "a counter that is too short",
	  "z := z[c := 1000bv64]; y := y[concat(a, 15bv64) := 0bv8]; call f(a); y := y[concat(c, 999bv64) := 0bv8]; "
	  "call f(c); return;",
	  "procedure f(r : bv32) { var k : bv8\ne: k := 0bv8; goto h;\n"
	  "h: assert W(r, sext(64, k)); branch eq(R(r, sext(64, k)), 0bv8), x, l;\n"
	  "l: k := bvadd(k, 1bv8); goto h;\nx: return; }",
	  "-?" },
	{ "a counter that is long enough",
	  "z := z[c := 1000bv64]; y := y[concat(a, 15bv64) := 0bv8]; call f(a); y := y[concat(c, 999bv64) := 0bv8]; "
	  "call f(c); return;",
	  "procedure f(r : bv32) { var k : bv32\ne: k := 0bv32; goto h;\n"
	  "h: assert W(r, sext(64, k)); branch eq(R(r, sext(64, k)), 0bv8), x, l;\n"
	  "l: assert bvslt(k, 0x7fffffffbv32); k := bvadd(k, 1bv32); goto h;\nx: return; }",
	  "-++" },
	{ "an end within an object of unknown size",
	  "havoc n; z := z[a := n]; havoc n; assume bvult(n, 50bv64); assume W(a, n); y := y[concat(a, n) := 0bv8]; "
	  "call n := length(a); return;",
	  "", "+" },
	{ "the same, and the statement stores something behind that, perhaps there",
	  "havoc n; z := z[a := n]; havoc n; havoc k; assume bvult(n, 50bv64); assume W(a, n); "
	  "y := y[concat(a, n) := 0bv8][concat(a, k) := 7bv8]; call n := length(a); return;",
	  "", "?" },
	{ "the same, and the statement fills the object behind that",
	  "havoc n; z := z[a := n]; havoc n; assume bvult(n, 50bv64); assume W(a, n); "
	  "y := fill(y[concat(a, n) := 0bv8], concat(a, 0bv64), 60bv64, 7bv8); call n := length(a); return;",
	  "", "?" },
	{ "null has a byte, and no string behind it",
	  "z := z[0bv32 := 1bv64]; y := y[concat(a, 15bv64) := 0bv8]; havoc n; c := ite(eq(n, 0bv64), 0bv32, a);"
	  "assume W(c, 0bv64); y := y[concat(c, 0bv64) := 0bv8]; y := y[concat(c, 0bv64) := 7bv8];"
	  "assume not(eq(R(c, 0bv64), 0bv8)); assert W(c, 1bv64); assume not(eq(R(c, 1bv64), 3bv8)); return;",
	  "", "-?" },
	{ "a pointer that may be null, and what was asked of it elsewhere",
	  "y := y[concat(c, 7bv64) := 0bv8]; havoc x; p := p[a := ite(eq(x, 0bv8), 0bv32, c)]; havoc x; havoc g; "
	  "p := p[c := ite(eq(x, 0bv8), 0bv32, c)]; havoc x; call f(ite(eq(x, 0bv8), a, c)); return;",
	  "procedure f(r : bv32) {\ne: branch eq(p[extract(31, 0, g)], 5bv32), u, v;\n"
	  "u: assume not(eq(p[r], 0bv32)); assert W(p[r], 0bv64); assume not(eq(R(p[r], 0bv64), 77bv8)); return;\n"
	  "v: assert W(p[r], 0bv64); return; }",
	  "-+?" },
};

/* The two arguments of W or R at *at, which it moves behind them. */
static void expand(struct output *out, const char **at)
{
	const char *first = *at + 2, *comma = strchr(first, ','), *end = comma + 2;
	unsigned open = 0;
	for (; open || *end != ')'; end++)
		open += (*end == '(') - (*end == ')');
	int r = (int)(comma - first), n = (int)(end - comma - 2);
	if (**at == 'R')
		output_format(out, "y[concat(%.*s, %.*s)]", r, first, n, comma + 2);
	else
		output_format(out,
			      "and(not(eq(z[%.*s], 0bv64)), not(bvult(bvadd(z[%.*s], 0xffffffffffffffffbv64), %.*s)))",
			      r, first, r, first, n, comma + 2);
	*at = end + 1;
}

static void add(struct output *out, const char *text)
{
	while (*text) {
		if ((*text == 'W' || *text == 'R') && text[1] == '(')
			expand(out, &text);
		else
			output_format(out, "%c", *text++);
	}
}

int main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct output *out = output_memory();
		size_t length;
		char marks[DECIDE_MOST];
		add(out, head);
		add(out, begin);
		add(out, cases[i].body);
		add(out, "\n}\n");
		add(out, cases[i].procedures);
		decide(cases[i].what, output_text(out, &length), marks);
		is_str(marks, cases[i].wanted, "%s", cases[i].what);
		output_abandon(out);
	}
	return done_testing();
}

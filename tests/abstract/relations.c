/* Relations: what is proved where a pointer moves on as another variable counts what is left, and what must not be. */
#include <string.h>

#include "decide.h"
#include "stream.h"
#include "tap.h"

/*
 * W(p, n) in a text is the condition that n bytes from the pointer p on are within its object, V(p, n) the same of a term
 * n; M(p, n) the pointer n bytes behind it; S(p, q) that two are into one object. A case has what stands in main() behind two objects, of 16 and of s unknown bytes, and procedures of its own.
 */
static const char head[] = "plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
			   "global z : [bv32]bv64 {role \"size\"}\nglobal y : [bv96]bv96\nglobal w : [bv96]bv32\n";
static const char begin[] =
	"procedure main() { var a : bv32 var c : bv32 var s : bv64 var n : bv64 var k : bv64 var p : bv96\n"
	"var q : bv96 var m : bv32 var t : bv64 var b : bool\n"
	"e: fresh a; z := z[a := 16bv64]; havoc s; fresh c; z := z[c := s]; ";

static const struct {
	const char *what, *body, *procedures, *wanted;
} cases[] = {
	{ "as many bytes as there are",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "+" },
	{ "the middle of what is left",
	  "p := concat(a, 0bv64); n := 16bv64; k := 0bv64; goto h;\nh: branch "
	  "bvult(k, n), l, x;\n"
	  "l: t := bvadd(k, bvudiv(bvsub(n, k), 2bv64)); goto m;\nm: q := M(p, t); assert W(q, 1); havoc b; branch b, "
	  "y, o;\n"
	  "y: k := bvadd(t, 1bv64); goto h;\no: n := t; goto h;\nx: return;",
	  "", "+" },
	{ "the same by bits",
	  "p := concat(a, 0bv64); n := 16bv64; k := 0bv64; goto h;\nh: branch "
	  "bvult(k, n), l, x;\n"
	  "l: t := bvadd(k, bvlshr(bvsub(n, k), 1bv64)); goto m;\nm: q := M(p, t); assert W(q, 1); havoc b; branch b, "
	  "y, o;\n"
	  "y: k := bvadd(t, 1bv64); goto h;\no: n := t; goto h;\nx: return;",
	  "", "+" },
	{ "a third",
	  "p := concat(a, 0bv64); n := 16bv64; k := 0bv64; goto h;\nh: branch "
	  "bvult(k, n), l, x;\n"
	  "l: t := bvadd(k, bvudiv(bvsub(n, k), 3bv64)); goto m;\nm: q := M(p, t); assert W(q, 1); havoc b; branch b, "
	  "y, o;\n"
	  "y: k := bvadd(t, 1bv64); goto h;\no: n := t; goto h;\nx: return;",
	  "", "+" },
	{ "the middle where nothing may be left",
	  "p := concat(a, 0bv64); n := 16bv64; k := 0bv64; goto h;\nh: branch "
	  "bvule(k, n), l, x;\n"
	  "l: t := bvadd(k, bvudiv(bvsub(n, k), 2bv64)); goto m;\nm: q := M(p, t); assert W(q, 1); havoc b; branch b, "
	  "y, o;\n"
	  "y: k := bvadd(t, 1bv64); goto h;\no: n := t; goto h;\nx: return;",
	  "", "?" },
	{ "the middle, and one more",
	  "p := concat(a, 0bv64); n := 16bv64; k := 0bv64; goto h;\nh: branch "
	  "bvult(k, n), l, x;\n"
	  "l: t := bvadd(k, bvudiv(bvadd(bvsub(n, k), 1bv64), 2bv64)); goto m;\nm: q := M(p, t); assert W(q, 1); havoc "
	  "b; branch "
	  "b, y, o;\n"
	  "y: k := bvadd(t, 1bv64); goto h;\no: n := t; goto h;\nx: return;",
	  "", "?" },
	{ "the middle of what may be less than nothing",
	  "p := concat(a, 0bv64); n := 16bv64; k := 0bv64; goto h;\nh: branch "
	  "not(eq(k, n)), l, x;\n"
	  "l: t := bvadd(k, bvudiv(bvsub(n, k), 2bv64)); goto m;\nm: q := M(p, t); assert W(q, 1); havoc b; branch b, "
	  "y, o;\n"
	  "y: k := bvadd(t, 2bv64); goto h;\no: n := t; goto h;\nx: return;",
	  "", "?" },
	{ "what an object's size says of null, which has none",
	  "z := z[0bv32 := 0bv64]; havoc n; assume bvult(n, 100bv64); havoc b; branch b, l, o;\n"
	  "l: p := 0bv96; n := 0bv64; goto j;\no: p := concat(c, 0bv64); z := z[c := bvmul(n, 4bv64)]; goto j;\n"
	  "j: havoc k; branch bvult(k, n), y, x;\n"
	  "y: assert not(eq(extract(95, 64, p), 0bv32)); t := bvmul(k, 4bv64); q := M(p, t); assert W(q, 4);\n"
	  "assert W(q, 5); return;\nx: assert not(eq(extract(95, 64, p), 0bv32)); return;",
	  "", "++??" },
	{ "null that may have a size",
	  "havoc n; assume bvult(n, 100bv64); havoc b; branch b, l, o;\n"
	  "l: p := 0bv96; z := z[0bv32 := bvmul(n, 4bv64)]; goto j;\n"
	  "o: p := concat(c, 0bv64); z := z[c := bvmul(n, 4bv64)]; goto j;\n"
	  "j: havoc k; branch bvult(k, n), y, x;\ny: assert not(eq(extract(95, 64, p), 0bv32)); return;\nx: return;",
	  "", "?" },
	{ "one more",
	  "p := concat(c, 0bv64); n := bvadd(s, 1bv64); goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "one behind where it is",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); p := M(p, 1bv64); assert W(p, 1); goto h;\nx: return;",
	  "", "?" },
	{ "the length is read before it is counted down",
	  "p := concat(c, 0bv64); n := s; goto h;\n"
	  "h: t := n; n := bvsub(n, 1bv64); branch eq(t, 0bv64), x, l;\n"
	  "l: q := p; p := M(p, 1bv64); assert W(q, 1); goto h;\nx: return;",
	  "", "+" },
	{ "the length is counted down before it is read, and may wrap around",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: n := bvsub(n, 1bv64); branch eq(n, 0bv64), x, l;\n"
	  "l: assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "the same of what is not zero",
	  "p := concat(c, 0bv64); n := s; branch eq(n, 0bv64), x, h;\n"
	  "h: n := bvsub(n, 1bv64); branch eq(n, 0bv64), x, l;\n"
	  "l: assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "+" },
	{ "blocks of four bytes",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch bvult(n, 4bv64), x, l;\n"
	  "l: n := bvsub(n, 4bv64); assert W(p, 4); assert W(p, 5); p := M(p, 4bv64); goto h;\nx: return;",
	  "", "+?" },
	{ "blocks where fewer may be left",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch bvult(n, 3bv64), x, l;\n"
	  "l: n := bvsub(n, 4bv64); assert W(p, 4); p := M(p, 4bv64); goto h;\nx: return;",
	  "", "?" },
	{ "steps of a block in a loop of their own",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch bvult(n, 12bv64), g, l;\n"
	  "l: n := bvsub(n, 12bv64); m := 3bv32; goto i;\n"
	  "i: assert W(p, 4); assert W(p, 5); p := M(p, 4bv64); m := bvsub(m, 1bv32); branch eq(m, 0bv32), h, i;\n"
	  "g: branch eq(n, 0bv64), x, o;\no: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto g;\nx: "
	  "return;",
	  "", "+?+" },
	{ "one step more than the block has",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch bvult(n, 12bv64), x, l;\n"
	  "l: n := bvsub(n, 12bv64); m := 4bv32; goto i;\n"
	  "i: assert W(p, 4); p := M(p, 4bv64); m := bvsub(m, 1bv32); branch eq(m, 0bv32), h, i;\nx: return;",
	  "", "?" },
	{ "a length that lost bits", "havoc n; m := extract(31, 0, n); call g(concat(c, 0bv64), m); return;",
	  "procedure g(in.p : bv96, in.n : bv32) { var p : bv96 var n : bv32\n"
	  "e: p := in.p; n := in.n; goto h;\nh: branch eq(n, 0bv32), x, l;\n"
	  "l: n := bvsub(n, 1bv32); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return; }\n",
	  "?" },
	{ "the length is passed on", "call f(concat(c, 0bv64), s); call f(concat(a, 8bv64), 8bv64); return;",
	  "procedure f(in.p : bv96, in.n : bv64) { var p : bv96 var n : bv64\n"
	  "e: p := in.p; n := in.n; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return; }\n",
	  "+" },
	{ "a length that is too large for one of the objects",
	  "call f(concat(c, 0bv64), s); call f(concat(a, 8bv64), 9bv64); return;",
	  "procedure f(in.p : bv96, in.n : bv64) { var p : bv96 var n : bv64\n"
	  "e: p := in.p; n := in.n; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return; }\n",
	  "?" },
	{ "the object's size changes",
	  "p := concat(c, 0bv64); n := s; havoc t; z := z[c := t]; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "another object's size changes",
	  "p := concat(c, 0bv64); n := s; havoc t; z := z[a := t]; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "+" },
	{ "a call changes the size",
	  "p := concat(c, 0bv64); n := s; call f(c); goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "procedure f(c : bv32) { var t : bv64\ne: havoc t; z := z[c := t]; return; }\n", "?" },
	{ "the pointer goes on, and the length does not where a condition says so",
	  "p := concat(c, 0bv64); n := s; goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: assert W(p, 1); p := M(p, 1bv64); havoc b; branch b, h, d;\nd: n := bvsub(n, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "a cell that may have been written to",
	  "y := y[concat(a, 0bv64) := concat(c, 0bv64)]; m := extract(31, 0, s); assume bvult(s, 99bv64);\n"
	  "w := w[concat(a, 8bv64) := m]; q := concat(a, 0bv64); havoc n; w := w[concat(a, n) := 77bv32]; goto h;\n"
	  "h: p := y[q]; m := w[concat(extract(95, 64, q), bvadd(extract(63, 0, q), 8bv64))]; goto g;\n"
	  "g: branch eq(m, 0bv32), x, l;\nl: assert W(p, 1); p := M(p, 1bv64); m := bvsub(m, 1bv32); goto g;\nx: "
	  "return;",
	  "", "?" },
	{ "the length is cut to what there is",
	  "havoc n; n := ite(bvult(n, s), n, s); p := concat(c, 0bv64); goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "+" },
	{ "the length is cut to at least what there is",
	  "havoc n; n := ite(bvult(n, s), s, n); p := concat(c, 0bv64); goto h;\nh: branch eq(n, 0bv64), x, l;\n"
	  "l: n := bvsub(n, 1bv64); assert W(p, 1); p := M(p, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "an index below the length",
	  "p := concat(c, 0bv64); k := 0bv64; goto h;\nh: branch bvult(k, s), l, x;\n"
	  "l: q := M(p, k); assert W(q, 1); assert W(q, 2); k := bvadd(k, 1bv64); goto h;\nx: return;",
	  "", "+?" },
	{ "an index up to the length",
	  "p := concat(c, 0bv64); k := 0bv64; goto h;\nh: branch bvule(k, s), l, x;\n"
	  "l: q := M(p, k); assert W(q, 1); k := bvadd(k, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "any index below the length",
	  "p := concat(c, 0bv64); goto h;\nh: havoc k; branch bvult(k, s), l, h;\nl: q := M(p, k); assert W(q, 1); "
	  "goto h;",
	  "", "+" },
	{ "the length changes while the index goes up",
	  "p := concat(c, 0bv64); n := s; k := 0bv64; goto h;\nh: branch bvult(k, n), l, x;\n"
	  "l: q := M(p, k); assert W(q, 1); k := bvadd(k, 1bv64); havoc n; goto h;\nx: return;",
	  "", "?" },
	{ "the index goes up before it is used",
	  "p := concat(c, 0bv64); k := 0bv64; goto h;\nh: branch bvult(k, s), l, x;\n"
	  "l: k := bvadd(k, 1bv64); q := M(p, k); assert W(q, 1); goto h;\nx: return;",
	  "", "?" },
	{ "an index of elements of four bytes",
	  "assume bvult(s, 1000bv64); havoc n; assume bvult(n, 1000bv64); fresh c; z := z[c := bvmul(n, 4bv64)];\n"
	  "p := concat(c, 0bv64); k := 0bv64; goto h;\nh: branch bvult(k, n), l, x;\n"
	  "l: q := M(p, bvmul(k, 4bv64)); assert W(q, 4); assert W(q, 5); k := bvadd(k, 1bv64); goto h;\nx: return;",
	  "", "+?" },
	{ "elements whose size wraps around",
	  "havoc n; fresh c; z := z[c := bvmul(n, 4bv64)];\n"
	  "p := concat(c, 0bv64); k := 0bv64; goto h;\nh: branch bvult(k, n), l, x;\n"
	  "l: q := M(p, bvmul(k, 4bv64)); assert W(q, 4); k := bvadd(k, 1bv64); goto h;\nx: return;",
	  "", "?" },
	{ "all of an object at once",
	  "p := concat(c, 0bv64); n := s; assert V(p, n); n := bvadd(s, 1bv64); assert V(p, n); return;", "", "+?" },
	{ "an object that a procedure made as long as it was told",
	  "havoc n; call p := f(n); k := 0bv64; goto h;\nh: branch bvult(k, n), l, x;\n"
	  "l: q := M(p, k); assert W(q, 1); k := bvadd(k, 1bv64); goto h;\nx: return;",
	  "procedure f(in.n : bv64) returns (r : bv96) { var c : bv32 var p : bv96 var k : bv64 var q : bv96\n"
	  "e: fresh c; z := z[c := in.n]; p := concat(c, 0bv64); k := 0bv64; goto h;\nh: branch bvult(k, in.n), l, x;\n"
	  "l: q := M(p, k); assert W(q, 1); k := bvadd(k, 1bv64); goto h;\nx: r := p; return; }\n",
	  "++" },
	{ "an object that is shorter than its procedure was told",
	  "havoc n; call p := f(n); k := 0bv64; goto h;\nh: branch bvult(k, n), l, x;\n"
	  "l: q := M(p, k); assert W(q, 1); k := bvadd(k, 1bv64); goto h;\nx: return;",
	  "procedure f(in.n : bv64) returns (r : bv96) { var c : bv32 var p : bv96 var n : bv64\n"
	  "e: fresh c; n := ite(eq(in.n, 0bv64), 0bv64, bvsub(in.n, 1bv64)); z := z[c := n]; p := concat(c, 0bv64);\n"
	  "assert V(p, n); r := p; return; }\n",
	  "?+" },
	{ "pointers into one object, of which one moves on",
	  "havoc p; havoc q; assert S(p, q); goto h;\nh: havoc b; branch b, l, x;\n"
	  "l: p := M(p, 1bv64); assert S(p, q); goto h;\nx: assert S(q, p); return;",
	  "", "?++" },
	{ "pointers into one object, of which one may become another",
	  "havoc p; havoc q; assert S(p, q); goto h;\nh: havoc b; branch b, l, x;\n"
	  "l: havoc b; branch b, m, o;\nm: p := M(p, 1bv64); assert S(p, q); goto h;\no: p := concat(a, 0bv64); goto "
	  "h;\n"
	  "x: assert S(p, q); return;",
	  "", "???" },
	{ "pointers that differ",
	  "havoc p; havoc q; branch S(p, q), l, x;\nl: assert S(p, q); return;\nx: assert S(p, q); return;", "", "+?" },
	{ "pointers into objects one behind the other",
	  "havoc p; havoc q; assert S(p, q); q := concat(bvadd(extract(95, 64, p), 1bv32), 0bv64); goto h;\n"
	  "h: assert S(p, q); return;",
	  "", "??" },
	{ "arguments into one object", "havoc p; havoc q; assert S(p, q); q := M(q, 8bv64); call f(p, q); return;",
	  "procedure f(in.p : bv96, in.q : bv96) { var p : bv96 var q : bv96\n"
	  "e: p := in.p; q := in.q; p := M(p, 2bv64); goto h;\nh: assert S(q, p); return; }\n",
	  "?+" },
	{ "arguments that may not be", "havoc p; havoc q; assert S(p, q); call f(p, q); havoc q; call f(p, q); return;",
	  "procedure f(in.p : bv96, in.q : bv96) { var p : bv96 var q : bv96\n"
	  "e: p := in.p; q := in.q; p := M(p, 2bv64); goto h;\nh: assert S(q, p); return; }\n",
	  "??" },
	{ "a pointer in memory",
	  "havoc p; havoc q; assert S(y[p], q); y := y[p := M(q, 4bv64)]; goto h;\nh: assert S(y[p], q); havoc y; goto "
	  "l;\n"
	  "l: assert S(y[p], q); return;",
	  "", "?+?" },
	{ "a result into the argument's object",
	  "havoc p; call q := f(p); assert S(p, q); call q := g(p); assert S(p, q); return;",
	  "procedure f(in.p : bv96) returns (r : bv96) { e: r := M(in.p, 4bv64); assert S(r, in.p); return; }\n"
	  "procedure g(in.p : bv96) returns (r : bv96) { var b : bool\n"
	  "e: havoc b; r := M(in.p, 4bv64); assert S(r, in.p); branch b, l, x;\nl: havoc r; goto x;\nx: return; }\n",
	  "+?++" },
	{ "two counters in step",
	  "n := 0bv64; k := 0bv64; goto h;\nh: branch bvult(n, 100bv64), l, x;\n"
	  "l: n := bvadd(n, 1bv64); k := bvadd(k, 1bv64); goto h;\n"
	  "x: assert eq(n, k); assert eq(k, 100bv64); assert eq(k, 99bv64); return;",
	  "", "++?" },
};

/* The two arguments of W or M at *at, which it moves behind them. */
static void expand(struct output *out, const char **at)
{
	const char *first = *at + 2, *comma = strchr(first, ','), *end = strchr(comma, ')');
	int p = (int)(comma - first), n = (int)(end - comma - 2);
	const char *by = comma + 2, *sort = **at == 'W' ? "bv64" : "";
	if (**at == 'S')
		output_format(out, "eq(extract(95, 64, %.*s), extract(95, 64, %.*s))", p, first, n, by);
	else if (**at == 'M')
		output_format(out, "concat(extract(95, 64, %.*s), bvadd(extract(63, 0, %.*s), %.*s))", p, first, p,
			      first, n, by);
	else
		output_format(out,
			      "and(not(bvult(z[extract(95, 64, %.*s)], %.*s%s)), "
			      "not(bvult(bvsub(z[extract(95, 64, %.*s)], %.*s%s), extract(63, 0, %.*s))))",
			      p, first, n, by, sort, p, first, n, by, sort, p, first);
	*at = end + 1;
}

static void add(struct output *out, const char *text)
{
	while (*text) {
		if (strchr("SVWM", *text) && text[1] == '(')
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

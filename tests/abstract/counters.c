/* Loops that go round until some low bits are 0: how much of a length is left behind them, and where nothing must be said. */
#include "decide.h"
#include "stream.h"
#include "tap.h"

/*
 * A case has what stands behind `goto h` in main(): at h at least 47 of n are left, and p is a pointer into an object of an
 * unknown base b. S(p) in a text is the pointer one byte behind p, A(p) the 3 low bits of its address, R(k) the condition that at
 * least k of n are left.
 */
static const char begin[] =
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
	"global z : [bv32]bv64 {role \"size\"}\nglobal y : [bv32]bv64\n"
	"procedure main() { var c : bv32 var d : bv32 var s : bv64 var n : bv64 var k : bv64 var p : bv96\n"
	"var b : bv64 var x : bv8 var f : bool\n"
	"e: fresh c; fresh d; z := z[c := 100bv64]; havoc s; assume bvult(s, 40bv64); havoc b; havoc n; havoc x; k := "
	"0bv64;\n"
	"p := concat(c, s); assume bvult(46bv64, n); assume bvult(n, 6000bv64); goto h;\n";

static const struct {
	const char *what, *body, *wanted;
} cases[] = {
	{ "at most seven bytes until an address is aligned",
	  "h: branch eq(n, 0bv64), x, g;\ng: branch eq(A(p), 0bv3), x, l;\n"
	  "l: n := bvsub(n, 1bv64); p := S(p); goto h;\nx: assert R(40); assert R(41); return;",
	  "+?" },
	{ "both conditions at once",
	  "h: branch and(not(eq(n, 0bv64)), not(eq(A(p), 0bv3))), l, x;\n"
	  "l: n := bvsub(n, 1bv64); p := S(p); goto h;\nx: assert R(40); assert R(41); return;",
	  "+?" },
	{ "the pointer steps on first",
	  "h: branch eq(A(p), 0bv3), x, l;\n"
	  "l: p := S(p); goto m;\nm: n := bvsub(n, 1bv64); goto h;\nx: assert R(40); assert R(41); return;",
	  "+?" },
	{ "the guard comes behind the step",
	  "h: n := bvsub(n, 1bv64); p := S(p); branch eq(A(p), 0bv3), x, h;\nx: assert R(39); assert R(40); return;",
	  "+?" },
	{ "another number than 0",
	  "h: branch eq(A(p), 5bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); goto h;\n"
	  "x: assert R(40); assert R(41); return;",
	  "+?" },
	{ "two bits",
	  "h: branch eq(extract(1, 0, b), 0bv2), x, l;\nl: n := bvsub(n, 1bv64); b := bvadd(b, 1bv64); goto h;\n"
	  "x: assert R(44); assert R(45); return;",
	  "+?" },
	{ "a number that counts down, and may wrap around",
	  "h: branch eq(extract(1, 0, x), 0bv2), x, l;\nl: n := bvsub(n, 1bv64); x := bvsub(x, 1bv8); goto h;\n"
	  "x: assert R(44); assert R(45); return;",
	  "+?" },
	{ "steps of three",
	  "h: branch eq(extract(2, 0, b), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); b := bvadd(b, 3bv64); goto h;\n"
	  "x: assert R(40); assert R(41); return;",
	  "+?" },
	{ "two of the length for each step",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 2bv64); p := S(p); goto h;\n"
	  "x: assert R(33); assert R(34); return;",
	  "+?" },
	{ "steps of two may miss it",
	  "h: branch eq(extract(2, 0, b), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); b := bvadd(b, 2bv64); goto h;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "twice a number has a bit less",
	  "h: branch eq(extract(2, 0, bvadd(b, b)), 0bv3), x, l;\n"
	  "l: n := bvsub(n, 1bv64); b := bvadd(b, 1bv64); goto h;\nx: assert R(44); assert R(45); return;",
	  "+?" },
	{ "twice a number may miss what is odd",
	  "h: branch eq(extract(2, 0, bvadd(b, b)), extract(2, 0, s)), x, l;\n"
	  "l: n := bvsub(n, 1bv64); b := bvadd(b, 1bv64); goto h;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "a number that is the same all the time",
	  "h: branch eq(extract(2, 0, b), extract(2, 0, s)), x, l;\n"
	  "l: n := bvsub(n, 1bv64); b := bvadd(b, 1bv64); goto h;\nx: assert R(40); assert R(41); return;",
	  "+?" },
	{ "a number that comes along",
	  "h: branch eq(extract(2, 0, b), extract(2, 0, k)), x, l;\n"
	  "l: n := bvsub(n, 1bv64); b := bvadd(b, 1bv64); k := bvadd(k, 1bv64); goto h;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "a way round without a step",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); havoc f; branch f, h, m;\n"
	  "m: p := S(p); goto h;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "a way round without the guard",
	  "h: havoc f; branch f, g, l;\ng: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); goto h;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "the guard does not end the loop",
	  "h: branch eq(A(p), 0bv3), m, l;\nl: n := bvsub(n, 1bv64); p := S(p); goto h;\n"
	  "m: havoc f; branch f, l, x;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "a step at another place",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); havoc f; branch f, h, m;\n"
	  "m: p := S(p); goto h;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "the pointer becomes another one",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); havoc f; branch f, h, m;\n"
	  "m: havoc s; p := concat(c, s); goto h;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "the base changes",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); havoc b; goto h;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "the base is that of the object",
	  "h: branch eq(bvadd(extract(2, 0, p), extract(2, 0, y[extract(95, 64, p)])), 0bv3), x, l;\n"
	  "l: n := bvsub(n, 1bv64); p := S(p); goto h;\nx: assert R(40); assert R(41); return;",
	  "+?" },
	{ "the object changes, and with it the base",
	  "h: branch eq(bvadd(extract(2, 0, p), extract(2, 0, y[extract(95, 64, p)])), 0bv3), x, l;\n"
	  "l: n := bvsub(n, 1bv64); p := concat(d, bvadd(extract(63, 0, p), 1bv64)); goto h;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "a call may change the base",
	  "h: branch eq(bvadd(extract(2, 0, p), extract(2, 0, y[extract(95, 64, p)])), 0bv3), x, l;\n"
	  "l: n := bvsub(n, 1bv64); p := S(p); call g(); goto h;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "the loop is entered again",
	  "h: branch eq(A(p), 0bv3), i, l;\nl: n := bvsub(n, 1bv64); p := S(p); goto h;\n"
	  "i: assert R(1); assert R(40); p := S(p); havoc f; branch f, h, x;\nx: return;",
	  "??" },
	{ "it is entered again with the whole length",
	  "h: k := n; goto i;\ni: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); goto i;\n"
	  "x: assert R(40); assert R(41); n := k; p := S(p); havoc f; branch f, h, o;\no: return;",
	  "+?" },
	{ "the length is counted down in a loop inside",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: p := S(p); goto m;\nm: n := bvsub(n, 1bv64); havoc f; branch f, h, m;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "the pointer steps on in a loop inside",
	  "h: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); goto m;\nm: p := S(p); havoc f; branch f, h, m;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "the guard is in a loop inside",
	  "h: n := bvsub(n, 1bv64); goto m;\nm: branch eq(A(p), 0bv3), x, l;\nl: havoc f; branch f, m, i;\n"
	  "i: p := S(p); goto h;\nx: assert R(40); assert R(39); return;",
	  "?+" },
	{ "a cycle with two entries",
	  "h: havoc f; branch f, g, l;\ng: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); havoc f;\n"
	  "branch f, g, m;\nm: n := bvsub(n, 1bv64); havoc f; branch f, l, g;\nx: assert R(1); assert R(40); return;",
	  "??" },
	{ "a guard that is wrong where the loop goes on",
	  "h: branch not(eq(A(p), 0bv3)), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); goto h;\n"
	  "x: assert R(1); assert R(40); return;",
	  "??" },
	{ "the length may be too short",
	  "h: n := bvsub(n, 41bv64); goto i;\ni: branch eq(A(p), 0bv3), x, l;\nl: n := bvsub(n, 1bv64); p := S(p); "
	  "goto i;\n"
	  "x: assert R(1); assert bvult(n, 7000bv64); return;",
	  "??" },
};

static const char end[] =
	"\n}\nprocedure g() { var t : bv64 var c : bv32\ne: havoc t; havoc c; y := y[c := t]; return; }\n";

/* What the call at *at of a name of one letter stands for; moves behind it. */
static void expand(struct output *out, const char **at)
{
	char name = **at;
	const char *first = *at + 2;
	int length = 0;
	while (first[length] != ')')
		length++;
	if (name == 'S')
		output_format(out, "concat(extract(95, 64, %.*s), bvadd(extract(63, 0, %.*s), 1bv64))", length, first,
			      length, first);
	else if (name == 'A')
		output_format(out, "bvadd(extract(2, 0, %.*s), extract(2, 0, b))", length, first);
	else
		output_format(out, "not(bvult(n, %.*sbv64))", length, first);
	*at = first + length + 1;
}

int main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct output *out = output_memory();
		size_t length;
		char marks[DECIDE_MOST];
		output_format(out, "%s", begin);
		for (const char *at = cases[i].body; *at;)
			if ((*at == 'S' || *at == 'A' || *at == 'R') && at[1] == '(')
				expand(out, &at);
			else
				output_format(out, "%c", *at++);
		output_format(out, "%s", end);
		decide(cases[i].what, output_text(out, &length), marks);
		is_str(marks, cases[i].wanted, "%s", cases[i].what);
		output_abandon(out);
	}
	return done_testing();
}

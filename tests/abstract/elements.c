/* Elements that are looked at in one loop and used in another: what follows, and where nothing must be said. */
#include "decide.h"
#include "stream.h"
#include "tap.h"

/*
 * A case has the loops of main(): p points to n elements of two bytes, in w, of the object c. E(i) in a text is the element of the
 * number i, T(i) that its statement is `t := E(i)`.
 */
static const char begin[] =
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
	"global z : [bv32]bv64 {role \"size\"}\nglobal w : [bv96]bv8\nglobal v : [bv96]bv16\n"
	"procedure main() { var c : bv32 var d : bv32 var n : bv64 var m : bv64 var i : bv64 var k : bv64\n"
	"var p : bv96 var q : bv96 var t : bv16 var u : bv16 var b : bool\n"
	"e: fresh c; fresh d; z := z[c := 2000bv64]; z := z[d := 2000bv64]; havoc n;\n"
	"assume bvult(n, 1000bv64); p := concat(c, 0bv64); q := concat(d, 0bv64); i := 0bv64; goto h;\n";

static const struct {
	const char *what, *body, *wanted;
} cases[] = {
	{ "all that are used were looked at",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); assert bvult(u, 9bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "+?" },
	{ "an assertion looks at them",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); assert bvult(t, 10bv16); i := bvadd(i, 1bv64); goto h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?+" },
	{ "elements of one cell each",
	  "h: branch bvult(i, n), l, m;\nl: t := v[M(p, bvmul(i, 2bv64))]; branch bvult(t, 10bv16), g, x;\n"
	  "g: i := bvadd(i, 1bv64); goto h;\nm: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := v[M(p, bvmul(i, 2bv64))]; assert bvult(u, 10bv16); assert bvult(u, 9bv16); i := bvadd(i, 1bv64);\n"
	  "goto o;\nx: return;",
	  "+?" },
	{ "one more than was looked at",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvule(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "the next one",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: i := bvadd(i, 1bv64); u := E(i); assert bvult(u, 10bv16); goto o;\nx: return;",
	  "?" },
	{ "any of them",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: havoc i; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); havoc i; goto o;\nx: return;",
	  "+" },
	{ "not every one was looked at",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 2bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "what is not below goes on, too",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, g;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "the first one is left out",
	  "h: i := 1bv64; assume bvult(5bv64, n); goto f;\nf: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, "
	  "10bv16), g, x;\n"
	  "g: i := bvadd(i, 1bv64); goto f;\nm: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "the loop may end early",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, m;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "the index moves on before the condition",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); i := bvadd(i, 1bv64); branch bvult(t, 10bv16), h, x;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "a store between the loops",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; havoc k; w := w[M(p, k) := 200bv8]; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "a call that stores",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; call f(p); goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "a call that stores to another map",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; call g(p); goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "+" },
	{ "the pointer becomes another one",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; p := q; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "the pointer moves on",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; p := M(p, 1bv64); goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "elements that lie otherwise",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := concat(w[M(p, bvadd(i, 1bv64))], w[M(p, i)]); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto "
	  "o;\n"
	  "x: return;",
	  "?" },
	{ "the bytes the other way round",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := concat(w[M(p, bvmul(i, 2bv64))], w[M(p, bvadd(bvmul(i, 2bv64), 1bv64))]); assert bvult(u, 10bv16);\n"
	  "i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "more are used than were counted",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: havoc n; assume bvult(n, 1000bv64); i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "two passes, of which the second one says less",
	  "h: branch bvult(i, n), l, m;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "h;\n"
	  "m: i := 0bv64; goto o;\no: branch bvult(i, 1000bv64), r, s;\n"
	  "r: u := E(i); branch bvult(u, 20bv16), y, x;\ny: i := bvadd(i, 1bv64); goto o;\ns: i := 0bv64; goto a;\n"
	  "a: branch bvult(i, 1000bv64), d, x;\nd: u := E(i); assert bvult(u, 20bv16); assert bvult(u, 10bv16);\n"
	  "i := bvadd(i, 1bv64); goto a;\nx: return;",
	  "+?" },
	{ "a loop around them that is surely entered",
	  "h: k := 0bv64; goto f;\nf: branch bvult(k, 4bv64), y, m;\ny: i := 0bv64; goto a;\n"
	  "a: branch bvult(i, n), l, d;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "a;\n"
	  "d: k := bvadd(k, 1bv64); goto f;\nm: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); assert bvult(u, 9bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "+?" },
	{ "a loop around them that may not be entered",
	  "h: havoc k; goto f;\nf: branch bvult(k, 4bv64), y, m;\ny: i := 0bv64; goto a;\n"
	  "a: branch bvult(i, n), l, d;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "a;\n"
	  "d: k := bvadd(k, 1bv64); goto f;\nm: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
	{ "the pointer is set anew each time",
	  "h: k := 0bv64; goto f;\nf: branch bvult(k, 4bv64), y, m;\ny: i := 0bv64; goto a;\n"
	  "a: branch bvult(i, n), l, d;\nl: t := E(i); branch bvult(t, 10bv16), g, x;\ng: i := bvadd(i, 1bv64); goto "
	  "a;\n"
	  "d: k := bvadd(k, 1bv64); p := q; goto f;\nm: i := 0bv64; goto o;\no: branch bvult(i, n), r, x;\n"
	  "r: u := E(i); assert bvult(u, 10bv16); i := bvadd(i, 1bv64); goto o;\nx: return;",
	  "?" },
};

static const char end[] = "\n}\nprocedure f(in.p : bv96) { var k : bv64\n"
			  "e: havoc k; w := w[concat(extract(95, 64, in.p), k) := 200bv8]; return; }\n"
			  "procedure g(in.p : bv96) { var k : bv64\n"
			  "e: havoc k; v := v[concat(extract(95, 64, in.p), k) := 200bv16]; return; }\n";

/* M(p, x): the pointer x bytes behind p; E(i). */
static void add(struct output *out, const char *text)
{
	for (; *text; text++) {
		if (*text == 'E' && text[1] == '(') {
			output_format(out,
				      "concat(w[concat(extract(95, 64, p), bvadd(bvadd(bvmul(%c, 2bv64), "
				      "extract(63, 0, p)), 1bv64))], w[concat(extract(95, 64, p), "
				      "bvadd(bvmul(%c, 2bv64), extract(63, 0, p)))])",
				      text[2], text[2]);
			text += 3;
		} else if (*text == 'M' && text[1] == '(') {
			output_format(out, "concat(extract(95, 64, %c), bvadd(extract(63, 0, %c), ", text[2], text[2]);
			text += 4;
			for (unsigned depth = 1; depth; text++) {
				depth += (*text == '(') - (*text == ')');
				output_format(out, "%c", *text);
			}
			output_format(out, ")");
			text--;
		} else {
			output_format(out, "%c", *text);
		}
	}
}

int main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct output *out = output_memory();
		size_t length;
		char marks[DECIDE_MOST];
		add(out, begin);
		add(out, cases[i].body);
		add(out, end);
		decide(cases[i].what, output_text(out, &length), marks);
		is_str(marks, cases[i].wanted, "%s", cases[i].what);
		output_abandon(out);
	}
	return done_testing();
}

/* Pointers in memory of bytes, whole and by tags: what is proved of them, and what must not be. */
#include <stdlib.h>
#include <string.h>

#include "decide.h"
#include "stream.h"
#include "tap.h"

/*
 * In a text S(x,N,v); stores the pointer v to the object x at offset N, as its provenance (q) and bytes (y), I(x,N,k); the integer k; L(v,x,N);
 * reads the pointer v from there. t has tags, t[concat(a, 0bv64)] is the one of a. v points to c, at offset 4.
 */
static const char head[] =
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
	"global base : [bv32]bv47 {role \"base\"}\nglobal owner : [bv31]bv32 {role \"owner\"}\n"
	"global shared : [bv45]bv32\nglobal y : [bv96]bv8\nglobal q : [bv96]bv32\nglobal t : [bv96]bv32\n"
	"global d : bv32\nglobal f : bv32\n";
static const char begin[] =
	"procedure main() { var a : bv32 var c : bv32 var v : bv96 var w : bv96 var r : bv96 var k : bv64 var o : "
	"bool\n"
	"var i : bv32\ne: assume and(eq(base[0bv32], 0bv47), and(eq(owner[0bv31], 0bv32), eq(shared[0bv45], 0bv32)));\n"
	"fresh a; fresh c; d := a; f := c; v := concat(c, 4bv64); havoc k; havoc o; havoc r; ";

#define IS_C "assert eq(w, concat(c, 4bv64));"
#define SET(tag) "t := t[concat(a, 0bv64) := " tag "]; "
#define JOIN "branch o, l, m; l: S(a,8,v); " SET("256bv32") "goto j; m: I(a,8,k); " SET("257bv32") "goto j; j: "
#define ASK "i := t[concat(a, 0bv64)]; branch eq(i, 256bv32), yes, no; yes: L(w,a,8); " IS_C " return; no: return;"
#define CALLEE(body)                                                                                           \
	"procedure callee() { var a : bv32 var c : bv32 var v : bv96 var w : bv96 var k : bv64 var o : bool\n" \
	"e: a := d; c := f; v := concat(c, 4bv64); havoc k; havoc o; " body " }"

static const struct {
	const char *what, *body, *procedures, *wanted;
} cases[] = {
	{ "a pointer is read as it was stored", "S(a,8,v); L(w,a,8); " IS_C " return;", "", "+" },
	{ "null", "v := 0bv96; S(a,8,v); L(w,a,8); assert eq(w, 0bv96); return;", "", "+" },
	{ "null, where null's base is unknown",
	  "havoc base; v := 0bv96; S(a,8,v); L(w,a,8); assert eq(w, 0bv96); return;", "", "?" },
	{ "null, and bases that change", "v := 0bv96; S(a,8,v); havoc base; L(w,a,8); assert eq(w, 0bv96); return;", "",
	  "?" },
	{ "null, and owners that change", "v := 0bv96; S(a,8,v); havoc owner; L(w,a,8); assert eq(w, 0bv96); return;",
	  "", "?" },
	{ "null, and an owner that goes where there is one",
	  "v := 0bv96; S(a,8,v); owner := owner[extract(46, 16, base[c]) := ite(and(eq(c, owner[extract(46, 16, "
	  "base[c])]), not(eq(c, 0bv32))), i, owner[extract(46, 16, base[c])])]; L(w,a,8); assert eq(w, 0bv96); "
	  "return;",
	  "", "+" },
	{ "null, and an owner that comes anywhere",
	  "v := 0bv96; S(a,8,v); owner := owner[extract(46, 16, base[c]) := i]; L(w,a,8); assert eq(w, 0bv96); return;",
	  "", "?" },
	{ "a pointer, and bases that change", "S(a,8,v); havoc base; L(w,a,8); " IS_C " return;", "", "?" },
	{ "null as a number with an offset is none", "v := 5bv96; S(a,8,v); L(w,a,8); assert eq(w, 5bv96); return;", "",
	  "?" },
	{ "a byte in it is stored", "S(a,8,v); y := y[concat(a, 15bv64) := 1bv8]; L(w,a,8); " IS_C " return;", "",
	  "?" },
	{ "a byte behind it is stored", "S(a,8,v); y := y[concat(a, 16bv64) := 1bv8]; L(w,a,8); " IS_C " return;", "",
	  "+" },
	{ "a byte before it is stored", "S(a,8,v); y := y[concat(a, 7bv64) := 1bv8]; L(w,a,8); " IS_C " return;", "",
	  "+" },
	{ "its provenance is stored", "S(a,8,v); q := q[concat(a, 8bv64) := a]; L(w,a,8); " IS_C " return;", "", "?" },
	{ "the provenance alone is stored",
	  "havoc q; havoc y; q := q[concat(a, 8bv64) := c]; L(w,a,8); " IS_C " return;", "", "?" },
	{ "another pointer lies over its end", "S(a,8,v); S(a,12,v); L(w,a,8); " IS_C " return;", "", "?" },
	{ "another pointer lies over its beginning", "S(a,8,v); S(a,4,v); L(w,a,8); " IS_C " return;", "", "?" },
	{ "another pointer lies behind it", "S(a,8,v); S(a,16,r); L(w,a,8); " IS_C " return;", "", "+" },
	{ "an integer lies over it", "S(a,8,v); I(a,8,k); L(w,a,8); " IS_C " return;", "", "?" },
	{ "a store to an unknown object", "S(a,8,v); y := y[r := 0bv8]; L(w,a,8); " IS_C " return;", "", "?" },
	{ "a fill over it", "S(a,8,v); y := fill(y, concat(a, 0bv64), 9bv64, 0bv8); L(w,a,8); " IS_C " return;", "",
	  "?" },
	{ "the pointer is another one between its provenance and its bytes",
	  "havoc r; S(a,8,v); r := v; v := concat(a, 0bv64); L(w,a,8); " IS_C " assert eq(w, v); return;", "", "+?" },

	{ "a pointer if the tag says so", JOIN ASK, "", "+" },
	{ "not if it says something else",
	  JOIN "branch eq(t[concat(a, 0bv64)], 257bv32), yes, no; yes: L(w,a,8); " IS_C " return; no: return;", "",
	  "?" },
	{ "not if nothing is said of the tag", JOIN "L(w,a,8); " IS_C " return;", "", "?" },
	{ "other tags around it",
	  "branch o, l, m; l: S(a,8,v); " SET("256bv32") "goto j; m: havoc o; branch o, n, s; n: I(a,8,k); " SET(
		  "257bv32") "goto j; s: " SET("0xffffffffbv32") "goto j; j: " ASK,
	  "", "+" },
	{ "a third state with the same tag",
	  "branch o, l, m; l: S(a,8,v); " SET("256bv32") "goto j; m: havoc o; branch o, n, s; n: I(a,8,k); " SET(
		  "257bv32") "goto j; s: v := concat(a, 4bv64); S(a,8,v); " SET("256bv32") "goto j; j: " ASK,
	  "", "?" },
	{ "a third state with any tag",
	  "branch o, l, m; l: S(a,8,v); " SET("256bv32") "goto j; m: havoc o; branch o, n, s; n: I(a,8,k); " SET(
		  "257bv32") "goto j; s: havoc i; I(a,8,k); " SET("i") "goto j; j: " ASK,
	  "", "?" },
	{ "a tag that is stored again", JOIN SET("256bv32") ASK, "", "?" },
	{ "a tag that is stored through an unknown pointer", JOIN "t := t[r := 256bv32]; " ASK, "", "?" },
	{ "another tag that is stored through an unknown pointer", JOIN "t := t[r := 300bv32]; " ASK, "", "+" },
	{ "a tag that is stored to at one of two objects",
	  JOIN "havoc o; r := ite(o, concat(a, 0bv64), concat(c, 0bv64)); t := t[r := 256bv32]; " ASK, "", "?" },
	{ "a tag beside", JOIN "t := t[concat(a, 4bv64) := 256bv32]; " ASK, "", "+" },
	{ "a tag that is anything", JOIN "havoc t; " ASK, "", "?" },
	{ "the union behind the tag's store", JOIN "y := y[concat(a, 9bv64) := 1bv8]; " ASK, "", "?" },
	{ "the union between the question and the read",
	  JOIN "branch eq(t[concat(a, 0bv64)], 256bv32), yes, no; yes: I(a,8,k); L(w,a,8); " IS_C
	       " return; no: return;",
	  "", "?" },
	{ "the tag between the question's read and the question",
	  "i := 0bv32; " JOIN "i := t[concat(a, 0bv64)]; S(a,8,r); branch eq(i, 256bv32), yes, no; yes: L(w,a,8); " IS_C
	  " return; no: return;",
	  "", "?" },
	{ "a question about what the tag was",
	  SET("256bv32") "i := t[concat(a, 0bv64)]; goto g; g: " JOIN
			 "branch eq(i, 256bv32), yes, no; yes: L(w,a,8); " IS_C " return; no: return;",
	  "", "?" },
	{ "a copy of the whole",
	  JOIN "t := copy(t, concat(c, 0bv64), t, concat(a, 0bv64), 1bv64); "
	       "branch eq(t[concat(c, 0bv64)], 256bv32), yes, no; yes: L(w,c,8); " IS_C " return; no: return;",
	  "", "?" },
	{ "another object's tag",
	  JOIN "t := t[concat(c, 0bv64) := 256bv32]; branch eq(t[concat(c, 0bv64)], 256bv32), yes, no; "
	       "yes: L(w,a,8); " IS_C " return; no: return;",
	  "", "?" },
	{ "a loop with either", "goto h; h: havoc o; branch o, z, x; z: havoc o; " JOIN "goto h; x: " ASK, "", "?" },
	{ "a loop with either, from a tag on",
	  SET("0bv32") "goto h; h: havoc o; branch o, z, x; z: havoc o; " JOIN "goto h; x: " ASK, "", "+" },
	{ "a callee sets both", SET("0bv32") "call callee(); " ASK,
	  CALLEE("branch o, l, m; l: S(a,8,v); t := t[concat(a, 0bv64) := 256bv32]; return; m: I(a,8,k); "
		 "t := t[concat(a, 0bv64) := 257bv32]; return;"),
	  "+" },
	{ "a callee that calls itself sets both", SET("0bv32") "call callee(); " ASK,
	  CALLEE("branch o, l, m; l: call callee(); S(a,8,v); t := t[concat(a, 0bv64) := 256bv32]; return; m: "
		 "I(a,8,k); t := t[concat(a, 0bv64) := 257bv32]; return;"),
	  "+" },
	{ "a callee that calls itself between both", SET("0bv32") "call callee(); " ASK,
	  CALLEE("branch o, l, m; l: S(a,8,v); call callee(); t := t[concat(a, 0bv64) := 256bv32]; return; m: "
		 "I(a,8,k); t := t[concat(a, 0bv64) := 257bv32]; return;"),
	  "?" },
	{ "a callee that changes nothing", JOIN "call callee(); " ASK, CALLEE("k := 0bv64; return;"), "+" },
	{ "a callee that reads", JOIN "call callee(); " ASK, CALLEE("L(w,a,8); return;"), "+" },
	{ "a callee that changes the tag", JOIN "call callee(); " ASK,
	  CALLEE("t := t[concat(a, 0bv64) := 256bv32]; return;"), "?" },
	{ "a callee that changes the union", JOIN "call callee(); " ASK, CALLEE("I(a,8,k); return;"), "?" },
	{ "a callee that changes a byte", JOIN "call callee(); " ASK,
	  CALLEE("y := y[concat(a, 10bv64) := 1bv8]; return;"), "?" },
	{ "a callee that changes the bases", JOIN "call callee(); " ASK, CALLEE("havoc base; return;"), "?" },
};

static void store(struct output *out, const char *x, unsigned offset, const char *value, bool is_pointer)
{
	output_format(out, "q := q");
	for (unsigned n = 0; n < 8; n++)
		if (is_pointer)
			output_format(out, "[concat(%s, %ubv64) := extract(95, 64, %s)]", x, offset + n, value);
		else
			output_format(out, "[concat(%s, %ubv64) := 0bv32]", x, offset + n);
	output_format(out, "; y := y");
	for (unsigned n = 0; n < 8; n++)
		if (is_pointer)
			output_format(out,
				      "[concat(%s, %ubv64) := extract(%u, %u, bvadd(extract(63, 0, %s), zext(64, "
				      "base[extract(95, 64, %s)])))]",
				      x, offset + n, 8 * n + 7, 8 * n, value, value);
		else
			output_format(out, "[concat(%s, %ubv64) := extract(%u, %u, %s)]", x, offset + n, 8 * n + 7,
				      8 * n, value);
}

static void load(struct output *out, const char *to, const char *x, unsigned offset)
{
	output_format(out, "%s := let %%1 = q[concat(%s, %ubv64)]; %%2 = ", to, x, offset);
	for (unsigned n = 8; n-- > 1;)
		output_format(out, "concat(y[concat(%s, %ubv64)], ", x, offset + n);
	output_format(out, "y[concat(%s, %ubv64)]))))))); %%3 = owner[extract(46, 16, %%2)]; ", x, offset);
	output_format(out, "%%4 = ite(eq(%%3, 0bv32), shared[extract(46, 2, %%2)], %%3) in ite(eq(%%1, 0bv32), "
			   "concat(%%4, bvsub(%%2, zext(64, base[%%4]))), "
			   "concat(%%1, bvsub(%%2, zext(64, base[%%1]))))");
}

/* S(x,N,v), I(x,N,k) or L(v,x,N); behind it. */
static const char *expand(struct output *out, const char *at)
{
	char first[8] = "", second[8] = "", third[8] = "";
	unsigned long lengths[3];
	const char *end = at + 2;
	char *parts[] = { first, second, third };
	for (unsigned i = 0; i < 3; i++, end++) {
		lengths[i] = strcspn(end, ",)");
		memcpy(parts[i], end, lengths[i]);
		end += lengths[i];
	}
	if (*at == 'L')
		load(out, first, second, (unsigned)strtoul(third, NULL, 10));
	else
		store(out, first, (unsigned)strtoul(second, NULL, 10), third, *at == 'S');
	return end;
}

static void add(struct output *out, const char *text)
{
	while (*text)
		if (strchr("SIL", *text) && text[1] == '(')
			text = expand(out, text);
		else
			output_format(out, "%c", *text++);
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

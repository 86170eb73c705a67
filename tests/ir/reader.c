/* The reader on what is large, deep, odd or broken. What each fault is called is tested by ir-spec's examples;
 * here: many malformed texts, limits, and that nothing crashes or hangs. */
#include "random_program.h"
#include "read.h"
#include "tap.h"
#include "write.h"

static struct diagnostics diags;

static void clear(void)
{
	diagnostics_release(&diags);
	diagnostics_init(&diags);
}

static struct program *read_all(struct output *text)
{
	size_t length;
	const char *bytes = output_text(text, &length);
	return program_read_text("text", bytes, length, &diags);
}

static void close_text(struct output *text)
{
	struct diagnostics none;
	diagnostics_init(&none);
	output_close(text, &none);
	diagnostics_release(&none);
}

/* --- one fault each --- */

#define BODY(statements)                                                                \
	"plumb 1 {entry \"f\"}\nglobal m : [bv8]bv8\nglobal x : bv8\nglobal c : bool\n" \
	"procedure f() {\na:\n" statements "\n  return;\n}\n"

static const struct malformed {
	const char *text, *fault; /* "line:column: text" of the first */
} malformed[] = {
	{ "", "1:1: this is not Plumb IR: it would begin with 'plumb 1'" },
	{ "int main(void) { return 0; }", "1:1: this is not Plumb IR: it would begin with 'plumb 1'" },
	{ "|plumb| 1", "1:1: this is not Plumb IR: it would begin with 'plumb 1'" },
	{ "plumb", "1:6: the number of the IR's version is expected, not the end of the text" },
	{ "plumb one", "1:7: the number of the IR's version is expected, not 'one'" },
	{ "plumb 0 {entry \"f\"}", "1:7: this is version 0 of Plumb IR; only version 1 is understood here" },
	{ "plumb 1", "1:1: the program has no attribute {entry \"procedure\"}" },
	{ "plumb 1 {", "1:10: the key of an attribute is expected, not the end of the text" },
	{ "plumb 1 {entry \"f\"", "1:19: a string, a number or '}' is expected, not the end of the text" },
	{ "plumb 1 {entry f}", "1:16: a string, a number or '}' is expected, not 'f'" },
	{ "plumb 1 {entry 5}\nprocedure f() {\na:\n return;\n}",
	  "1:1: the program has no attribute {entry \"procedure\"}" },
	{ "plumb 1 {entry \"f\"} {a 1.5}", "1:24: malformed number: 1.5" },
	{ "plumb 1 {entry \"f\"} hello", "1:21: 'global' or 'procedure' is expected, not 'hello'" },
	{ "plumb 1 {entry \"f\"}\nglobal", "2:7: a variable is expected, not the end of the text" },
	{ "plumb 1 {entry \"f\"}\nglobal x bv8", "2:10: ':' is expected, not 'bv8'" },
	{ "plumb 1 {entry \"f\"}\nglobal x : int", "2:12: a sort is expected, not 'int'" },
	{ "plumb 1 {entry \"f\"}\nglobal x : bv", "2:12: a sort is expected, not 'bv'" },
	{ "plumb 1 {entry \"f\"}\nglobal x : bv0", "2:12: the width of a bit-vector is between 1 and 65536" },
	{ "plumb 1 {entry \"f\"}\nglobal x : bv99999999999999999999",
	  "2:12: the width of a bit-vector is between 1 and 65536" },
	{ "plumb 1 {entry \"f\"}\nglobal x : [bool]bv8", "2:13: a map is indexed by a bit-vector" },
	{ "plumb 1 {entry \"f\"}\nglobal x : [bv8][bv8]bv8", "2:17: a sort is expected, not '['" },
	{ "plumb 1 {entry \"f\"}\nglobal x : [bv8 bv8", "2:17: ']' is expected, not 'bv8'" },
	{ "plumb 1 {entry \"f\"}\nglobal x : bv8 ; global y : bv8",
	  "2:16: 'global' or 'procedure' is expected, not ';'" },
	{ "plumb 1 {entry \"f\"}\nprocedure (", "2:11: a procedure is expected, not '('" },
	{ "plumb 1 {entry \"f\"}\nprocedure f {", "2:13: '(' is expected, not '{'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f(x : bv8, ) {", "2:22: a variable is expected, not ')'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f(x : bv8 y : bv8) {", "2:21: ',' or ')' is expected, not 'y'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() returns {", "2:23: '(' is expected, not '{'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f();", "2:14: an attribute or '{' is expected, not ';'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {", "2:16: procedure 'f' has no block" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {\na:\n  return;\n", "5:1: '}' is expected, not the end of the text" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {\na:\n  return;\n}}",
	  "5:2: 'global' or 'procedure' is expected, not '}'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {\nvar : bv8\na:\n  return;\n}",
	  "3:5: a variable is expected, not ':'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {\na: return;\nvar x : bv8\n}",
	  "4:1: a label or '}' is expected, not 'var'" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {\ngoto: return;\n}",
	  "3:1: a label is expected, but 'goto' is a reserved word: write |goto|" },
	{ "plumb 1 {entry \"f\"}\nprocedure f() {\na:\n}",
	  "4:1: a statement, goto, branch or return is expected in block 'a', not '}'" },
	{ BODY("x = 1bv8;"), "7:3: ':=' is expected, not '='" },
	{ BODY("x := ;"), "7:6: an expression is expected, not ';'" },
	{ BODY("x := 1bv8"), "8:3: ';' is expected, not 'return'" },
	{ BODY("x := 1bv8;;"), "7:11: a variable is expected, not ';'" },
	{ BODY("m[x] := 1bv8;"), "7:2: ':=' is expected, not '['" },
	{ BODY("x := (x);"), "7:6: an expression is expected, not '('" },
	{ BODY("x := -1bv8;"), "7:6: unexpected character '-'" },
	{ BODY("x := x + x;"), "7:8: unexpected character '+'" },
	{ BODY("x := m[x;"), "7:9: ']' or ':=' is expected, not ';'" },
	{ BODY("x := m[x := x := x];"), "7:15: ']' is expected, not ':='" },
	{ BODY("x := bvadd(x x);"), "7:14: ',' is expected, not 'x'" },
	{ BODY("x := bvadd x, x;"), "7:6: variable 'bvadd' is not declared" },
	{ BODY("x := select(m, x);"), "7:6: there is no operator 'select'" },
	{ BODY("x := extract(x, 1, 0);"), "7:14: a number is expected, not 'x'" },
	{ BODY("x := extract(1, x);"), "7:17: a number is expected, not 'x'" },
	{ BODY("x := extract(18446744073709551615, 0, x);"), "7:6: the width of a bit-vector is between 1 and 65536" },
	{ BODY("x := zext(0, x);"), "7:6: the width of a bit-vector is between 1 and 65536" },
	{ BODY("m := constmap(65537, x);"), "7:6: the width of a bit-vector is between 1 and 65536" },
	{ BODY("x := zext(7, x);"), "7:6: zext does not take (7, bv8)" },
	{ BODY("m := fill(m, x, 0bv9, x);"), "7:6: fill does not take ([bv8]bv8, bv8, bv9, bv8)" },
	{ BODY("x := 0x;"), "7:6: malformed number: 0x" },
	{ BODY("x := 0xbv8;"), "7:6: malformed number: 0xbv8" },
	{ BODY("x := 0xg1bv8;"), "7:6: malformed number: 0xg1bv8" },
	{ BODY("x := 1bv;"), "7:6: malformed number: 1bv" },
	{ BODY("x := 1v8;"), "7:6: malformed number: 1v8" },
	{ BODY("x := 0x100bv8;"), "7:6: the constant does not fit in 8 bits" },
	{ BODY("x := 340282366920938463463374607431768211456bv128;"), "7:6: the constant does not fit in 128 bits" },
	{ BODY("x := let x = x in x;"), "7:10: a let name (% and a number) is expected, not 'x'" },
	{ BODY("x := let %1 x in x;"), "7:13: '=' is expected, not 'x'" },
	{ BODY("x := let %1 = x, %2 = x in x;"), "7:16: ';' or 'in' is expected, not ','" },
	{ BODY("x := bvadd(let %1 = x in %1, %1);"), "7:30: %1 is not bound here" },
	{ BODY("x := %;"), "7:6: malformed let name: % and a number are expected" },
	{ BODY("x := %18446744073709551616;"), "7:6: malformed let name: % and a number are expected" },
	{ BODY("x := let %18446744073709551615 = x in x;"), "7:10: this let name is too large" },
	{ BODY("havoc x, x;"), "7:8: ';' is expected, not ','" },
	{ BODY("assume c {};"), "7:11: the key of an attribute is expected, not '}'" },
	{ BODY("call f;"), "7:7: '(' is expected, not ';'" },
	{ BODY("call x := f;"), "7:12: '(' is expected, not ';'" },
	{ BODY("call x, := f();"), "7:9: a variable is expected, not ':='" },
	{ BODY("call f(,);"), "7:8: an expression is expected, not ','" },
	{ BODY("goto;"), "7:5: a block is expected, not ';'" },
	{ BODY("branch c, a;"), "7:12: ',' is expected, not ';'" },
	{ BODY("branch c, a, a, a;"), "7:15: ';' is expected, not ','" },
	{ BODY("return x;"), "7:8: ';' is expected, not 'x'" },
	{ BODY("x := |y"), "7:6: quoted name without its closing |" },
	{ BODY("x := |y\x01|;"), "7:8: control character 0x01 in a quoted name: write it as an escape" },
	{ BODY("assert c {message \"a\tb\"};"), "7:21: control character 0x09 in a string: write it as an escape" },
	{ BODY("assert c {message \"\\x00\"};"), "7:20: no such escape: \\n, \\t, \\\\, \\\" and \\x01 to \\xff are" },
	{ BODY("assert c {message \"\\|\"};"), "7:20: no such escape: \\n, \\t, \\\\, \\\" and \\x01 to \\xff are" },
	{ BODY("\xef\xbb\xbfx := x;"), "7:1: unexpected character 0xef" },
	{ BODY("/ comment"), "7:1: unexpected character '/'" },
};

static void faults(void)
{
	for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
		char first[400] = "(none)";
		struct program *p = program_read_text("t", malformed[i].text, strlen(malformed[i].text), &diags);
		if (diags.list.count)
			snprintf(first, sizeof first, "%u:%u: %s", diags.list.at[0].location.line,
				 diags.list.at[0].location.column, diags.list.at[0].text);
		ok(!p && diagnostics_status(&diags) == 1, "malformed %zu is rejected", i);
		is_str(first, malformed[i].fault, "malformed %zu: for this reason", i);
		program_free(p);
		clear();
	}
}

/* --- large and deep --- */

static const char head[] = "plumb 1 {entry \"f\"}\nprocedure f() {\n  var x : bv8\n  var m : [bv8]bv8\na:\n";

static void repeat(struct output *text, const char *what, unsigned count)
{
	for (; count; count--)
		output_string(text, what);
}

static void nested(const char *name, const char *before, const char *inner, const char *after, bool valid)
{
	enum { DEPTH = 100000 };
	struct output *text = output_memory();
	output_format(text, "%s  x := ", head);
	repeat(text, before, DEPTH);
	output_string(text, inner);
	repeat(text, after, DEPTH);
	output_string(text, ";\n  return;\n}\n");
	struct program *p = read_all(text);
	ok((p != NULL) == valid, "%s, %d deep: %s", name, DEPTH, valid ? "valid" : "rejected");
	if (p) {
		struct output *again = output_memory();
		program_write(p, again);
		struct program *q = read_all(again);
		ok(q != NULL, "%s: written and read again", name);
		program_free(q);
		close_text(again);
	}
	program_free(p);
	close_text(text);
	clear();
}

static void deep(void)
{
	nested("operators", "bvudiv(200bv8, bvadd(x, ", "x", "))", true);
	nested("operators without end", "bvadd(x, ", "x", "", false);
	nested("reads", "m[bvadd(3bv8, ", "x", ")]", true);
	nested("brackets", "m[", "x", "", false);
	nested("stores", "", "m", "[x := 1bv8][1bv8 := x]", false);
	nested("lets", "let %1 = ", "x", "", false);
	nested("braces", "{", "", "}", false);
	nested("ites", "ite(eq(x, 7bv8), x, bvmul(x, ", "x", "))", true);
}

/* Each let doubles the tree: only shared terms can hold it. */
static void doubling(void)
{
	enum { COUNT = 2000 };
	struct output *text = output_memory();
	output_format(text, "%s  x := let %%0 = x", head);
	for (unsigned i = 1; i < COUNT; i++)
		output_format(text, "; %%%u = bvudiv(bvxor(%%%u, %ubv8), bvurem(%%%u, %ubv8))", i, i - 1, i % 200 + 1,
			      i - 1, i % 199 + 3);
	output_format(text, " in %%%u;\n  return;\n}\n", COUNT - 1);
	struct program *p = read_all(text);
	ok(p != NULL, "a chain of %d lets is read", COUNT);
	struct output *first = output_memory(), *second = output_memory();
	size_t length = 0, length2 = 0;
	if (p)
		program_write(p, first);
	output_text(first, &length);
	ok(length < 400000, "and written in %zu bytes", length);
	struct program *q = read_all(first);
	if (q)
		program_write(q, second);
	output_text(second, &length2);
	is_str(output_text(second, NULL), output_text(first, NULL), "which are a fixed point");
	program_free(p);
	program_free(q);
	close_text(text);
	close_text(first);
	close_text(second);
	clear();
}

static void many_faults(void)
{
	struct output *text = output_memory();
	output_string(text, head);
	repeat(text, "  x := y; assume 5; z; goto q; \x01\x02;\n", 5000);
	struct program *p = read_all(text);
	ok(!p && diags.list.count == READ_MAX_ERRORS, "of many faults %d are reported", READ_MAX_ERRORS);
	program_free(p);
	close_text(text);
	clear();
}

/* Decimal digits cost their square: a width bounds them. */
static void long_tokens(void)
{
	struct output *text = output_memory();
	output_format(text, "%s  x := ", head);
	repeat(text, "123456789", 2000000);
	output_string(text, "bv65536;\n  x := extract(7, 0, ");
	repeat(text, "0", 1000000);
	repeat(text, "9", 19000);
	output_string(text, "bv65536);\n  x := |");
	repeat(text, "name", 1000000);
	output_string(text, "|;\n  return;\n}\n");
	struct program *p = read_all(text);
	ok(!p && diags.list.count == 2, "digits and names by the megabyte: %zu faults", diags.list.count);
	program_free(p);
	close_text(text);
	clear();
}

static void zero_bytes(void)
{
	static const char text[] = "plumb 1 {entry \"f\"}\nprocedure f() {\na:\0\n  return;\n}\n",
			  name[] = "plumb 1 {entry \"f\"}\nprocedure f() {\n|a\0b|:\n  return;\n}\n";
	ok(!program_read_text("t", text, sizeof text - 1, &diags), "a zero byte is rejected");
	is_str(diags.list.at[0].text, "unexpected character 0x00", "with its message");
	clear();
	ok(!program_read_text("t", name, sizeof name - 1, &diags), "in a name too");
	clear();
	ok(!program_read("/nonexistent/file.pir", &diags) && diagnostics_status(&diags) == 4, "no such file");
	clear();
}

/* --- random damage --- */

static const char *const pieces[] = { "{",
				      "}",
				      ";",
				      ":=",
				      " goto ",
				      "%1",
				      "|",
				      "\"",
				      "[",
				      "]",
				      " let ",
				      " in ",
				      "(",
				      ")",
				      ",",
				      " procedure ",
				      " global ",
				      " var ",
				      "99999999999999999999",
				      "bv99999999",
				      "\xff",
				      " return;",
				      " returns ",
				      "x:",
				      "//",
				      "\\",
				      "0x",
				      " call ",
				      " branch ",
				      "=" };

static size_t damage(struct random_state *r, char *text, size_t length)
{
	size_t at = random_below(r, (uint32_t)length), count = 1 + random_below(r, 30);
	const char *piece = pieces[random_below(r, sizeof pieces / sizeof *pieces)];
	if (count > length - at)
		count = length - at;
	switch (random_below(r, 5)) {
	case 0:
		memmove(text + at, text + at + count, length - at - count);
		return length - count;
	case 1:
		text[at] = (char)random_next(r);
		return length;
	case 2:
		memmove(text + at + strlen(piece), text + at, length - at);
		memcpy(text + at, piece, strlen(piece));
		return length + strlen(piece);
	case 3:
		memmove(text + at + count, text + at, length - at);
		memmove(text + at, text + random_below(r, (uint32_t)(length - count + 1)), count);
		return length + count;
	default:
		return random_below(r, 9) ? length : at + 1;
	}
}

static void damaged(void)
{
	struct random_size size = { 4, 3, 3, 4, 4, 3 };
	struct random_state r = { 3 };
	unsigned silent = 0, accepted = 0, rounds = 3000;
	for (unsigned i = 0; i < rounds; i++) {
		struct program *p = random_program(i % 50, &size);
		struct output *text = output_memory();
		size_t length;
		program_write(p, text);
		const char *bytes = output_text(text, &length);
		char *copy = memory_alloc(length + 1000);
		memcpy(copy, bytes, length);
		for (uint32_t k = 1 + random_below(&r, 4); k && length > 1; k--)
			length = damage(&r, copy, length);
		copy[length] = 0;
		struct program *q = program_read_text("t", copy, length, &diags);
		accepted += q != NULL;
		silent += (q != NULL) != !diags.list.count;
		memory_free(copy);
		close_text(text);
		program_free(p);
		program_free(q);
		clear();
	}
	ok(!silent, "of %u damaged texts %u are valid all the same, all others have a message", rounds, accepted);
}

/* Conditions over a program that is there, as they are written. */
static void conditions(void)
{
	static const char text[] = "plumb 1 {entry \"f\"}\nglobal g : [bv8]bv8\nglobal |a b| : bool\n"
				   "procedure f() {\n  var x : bv8\na:\n  return;\n}\n";
	static const struct {
		const char *text, *message; /* NULL: it is written as it is */
	} trials[] = {
		{ "bvult(x, 3bv8)", NULL },
		{ "or(|a b|, eq(g[x], 255bv8))", NULL },
		{ "false", NULL },
		{ "", "an expression is expected, not the end of the text" },
		{ "x", "a condition is expected: the expression is not of sort bool" },
		{ "|a b|; |a b|", "the end of the expression is expected, not ';'" },
		{ "eq(y, x)", "variable 'y' is not declared" },
		{ "eq(x, 256bv8)", "the constant does not fit in 8 bits" },
	};
	struct program *p = program_read_text("t", text, sizeof text - 1, &diags);
	for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
		const char *said = trials[i].text, *message = trials[i].message;
		struct output *out = output_memory();
		term t = program_read_condition(p->entry, "t", 7, said, strlen(said), &diags);
		if (t)
			term_write(p, t, out);
		if (message)
			ok(!t && diags.list.count && strstr(diags.list.at[0].text, message) &&
				   diags.list.at[0].location.line == 7,
			   "'%s': %s", said, diags.list.count ? diags.list.at[0].text : "read");
		else
			is_str(output_text(out, NULL), said, "'%s' is written as it is read", said);
		output_abandon(out);
		clear();
	}
	program_free(p);
}

int main(void)
{
	diagnostics_init(&diags);
	faults();
	deep();
	doubling();
	many_faults();
	long_tokens();
	zero_bytes();
	damaged();
	conditions();
	diagnostics_release(&diags);
	return done_testing();
}

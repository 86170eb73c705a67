/* What kind of text it is, and the answers of solvers. */
#include "memory.h"
#include "smt_read.h"
#include "tap.h"

/* Names of checks are one line. */
#define SHOWN(text) (int)strcspn((text), "\n"), (text)

static void script(const char *text, bool want)
{
	is_int(smt_is_script(text, strlen(text)), want, "is %sa script: %.*s", want ? "" : "not ", SHOWN(text));
}

static void expression(const char *text, enum smt_expression want, const char *found)
{
	size_t begin = 0, end = 0;
	is_int(smt_expression(text, strlen(text), &begin, &end), want, "expression: %.*s", SHOWN(text));
	if (want == SMT_EXPRESSION)
		ok(end - begin == strlen(found) && !memcmp(text + begin, found, end - begin), "it is %.*s",
		   SHOWN(found));
}

static void constant(const char *text, uint32_t width, bool want, uint64_t low, uint64_t high)
{
	struct value v = { 0 };
	char answer[80];
	int length = snprintf(answer, sizeof answer, "((x %s))", text);
	is_int(smt_read_get_value(answer, (size_t)length, width, &v), want, "constant of %u bits: %s", width, text);
	if (want)
		ok(v.width == width && value_bits(&v)[0] == low && (width <= 64 || value_bits(&v)[1] == high),
		   "its value");
	value_release(&v);
}

static void get_value(const char *text, uint32_t width, bool want, uint64_t word)
{
	struct value v = { 0 };
	is_int(smt_read_get_value(text, strlen(text), width, &v), want, "get-value: %.*s", SHOWN(text));
	if (want)
		is_int((long long)v.word, (long long)word, "its value");
	value_release(&v);
}

int main(void)
{
	script("(check-sat)", true);
	script(" ; comment (\n\t( set-logic QF_BV)", true);
	script("; plumb-program begin\n(set-info :a b)", true);
	script("(declare-const x Int)", true);
	script("procedure main() {}", false);
	script("int main(void) { return 0; }", false);
	script("(int) x", false);
	script("", false);
	script("(", false);
	script("; only a comment", false);

	expression("sat\n", SMT_EXPRESSION, "sat");
	expression("sat", SMT_PARTIAL, NULL);
	expression("  ; c\n (a (b) \"x)\"\"(\" |(|)\nrest", SMT_EXPRESSION, "(a (b) \"x)\"\"(\" |(|)");
	expression("(a ; )\n b) c", SMT_EXPRESSION, "(a ; )\n b)");
	expression("(a (b)", SMT_PARTIAL, NULL);
	expression("(a \"b)", SMT_PARTIAL, NULL);
	expression("(a ; b)", SMT_PARTIAL, NULL);
	expression("|a b| c", SMT_EXPRESSION, "|a b|");
	expression("\"a\"", SMT_EXPRESSION, "\"a\"");
	expression(" \n; x", SMT_END, NULL);
	expression("", SMT_END, NULL);
	expression(") a", SMT_WRONG, NULL);

	constant("true", 1, true, 1, 0);
	constant("false", 1, true, 0, 0);
	constant("true", 2, false, 0, 0);
	constant("#b1", 1, true, 1, 0);
	constant("#b0101", 4, true, 5, 0);
	constant("#b0101", 5, false, 0, 0);
	constant("#b0121", 4, false, 0, 0);
	constant("#xfF", 8, true, 255, 0);
	constant("#xfg", 8, false, 0, 0);
	constant("#b", 0, false, 0, 0);
	constant("#x1000000000000000000000002", 100, true, 2, UINT64_C(1) << 32);
	constant("(_ bv7 32)", 32, true, 7, 0);
	constant("( _ bv18446744073709551617  96 )", 96, true, 1, 1);
	constant("(_ bv7 33)", 32, false, 0, 0);
	constant("(_ bv300 8)", 8, false, 0, 0);
	constant("(_ bv 8)", 8, false, 0, 0);
	constant("(_ bv1x 8)", 8, false, 0, 0);
	constant("(_ bv1 8 x)", 8, false, 0, 0);
	constant("(- 5)", 8, false, 0, 0);
	constant("7", 8, false, 0, 0);
	constant("", 8, false, 0, 0);

	get_value("((x #x07))", 8, true, 7);
	get_value("(\n (|a b) c| (_ bv9 8))\n)", 8, true, 9);
	get_value("(((select m #x00) false))", 1, true, 0);
	get_value("((x #x07)", 8, true, 7);
	get_value("((x", 8, false, 0);
	get_value("((x))", 8, false, 0);
	get_value("(error \"no\")", 8, false, 0);
	get_value("", 8, false, 0);
	return done_testing();
}

/* The syntax tree: shapes, names, places, attributes, pragmas, and errors with their places. */
#include <stdlib.h>

#include "memory.h"
#include "syntax.h"
#include "tap.h"
#include "target.h"

static struct diagnostics diags;
static struct interner *names;
static struct target target;

static struct syntax *parse(const char *text)
{
	diagnostics_release(&diags);
	diagnostics_init(&diags);
	return syntax_parse(&diags, names, &target, "t.c", memory_copy_string(text, strlen(text)), strlen(text));
}

/* The error must be at line:column and say `message`. */
static void fails(const char *text, unsigned line, unsigned column, const char *message)
{
	struct syntax *s = parse(text);
	const struct diagnostic *d = diags.list.count ? diags.list.at : NULL;

	ok((!s || syntax_errors(s)) && diags.errors == 1 && d && d->location.line == line &&
		   d->location.column == column && strstr(d->text, message),
	   "%u:%u: %s", line, column, message);
	if (d)
		tap_diag("%s:%u:%u: %s", d->location.file, d->location.line, d->location.column, d->text);
	syntax_free(s);
}

static void dumps(const char *text, const char *want, const char *name)
{
	struct syntax *s = parse(text);
	char *got = s ? syntax_dump(s, syntax_root(s)) : NULL;

	is_str(got, want, "%s", name);
	memory_free(got);
	syntax_free(s);
}

static void test_shapes(void)
{
	dumps("typedef int T; T *f(T);",
	      "TRANSLATION_UNIT\n"
	      "  DECLARATION\n"
	      "    type: SPECIFIERS\n"
	      "      STORAGE_CLASS typedef\n"
	      "      TYPE_KEYWORD int\n"
	      "    declarator: IDENTIFIER T\n"
	      "  DECLARATION\n"
	      "    type: SPECIFIERS\n"
	      "      TYPEDEF_NAME T\n"
	      "    declarator: POINTER_DECLARATOR\n"
	      "      declarator: FUNCTION_DECLARATOR\n"
	      "        declarator: IDENTIFIER f\n"
	      "        parameters: PARAMETER_LIST\n"
	      "          PARAMETER\n"
	      "            type: SPECIFIERS\n"
	      "              TYPEDEF_NAME T\n",
	      "typedef names");
	dumps("int x = -a++;",
	      "TRANSLATION_UNIT\n"
	      "  DECLARATION\n"
	      "    type: SPECIFIERS\n"
	      "      TYPE_KEYWORD int\n"
	      "    declarator: INIT_DECLARATOR\n"
	      "      declarator: IDENTIFIER x\n"
	      "      value: UNARY -\n"
	      "        value: UNARY postfix ++\n"
	      "          value: IDENTIFIER a\n",
	      "postfix binds tighter than prefix");
	dumps("", "TRANSLATION_UNIT\n", "an empty file");
	dumps(";;", "TRANSLATION_UNIT ; ;\n", "only semicolons");
	dumps("# 1 \"a\"\n", "TRANSLATION_UNIT\n", "only a line marker");
}

static void test_locations(void)
{
	struct syntax *s = parse("# 7 \"a.h\" 1 3\nint\n  x;\n# 1 \"b.c\" 2\n\nint y;\n");
	node_id x = syntax_first_child(s, syntax_root(s)), y = syntax_next(s, x);
	struct location location;

	x = syntax_field(s, x, FIELD_DECLARATOR);
	location = syntax_location(s, x);
	is_str(location.file, "a.h", "file of x");
	is_int(location.line, 8, "line of x");
	is_int(location.column, 3, "column of x");
	ok(syntax_in_system_header(s, x), "x is in a system header");
	location = syntax_location(s, y);
	is_str(location.file, "b.c", "file of y");
	is_int(location.line, 2, "line of y");
	ok(!syntax_in_system_header(s, y), "y is not");
	is_str(syntax_name(s, x), "x", "name of x");
	syntax_free(s);
}

static void test_attributes(void)
{
	struct syntax *s = parse("__attribute__((unused)) int x __attribute__((__aligned__(4 + 4), packed)), y;\n"
				 "int f(void) __asm__(\"g\") [[noreturn]];");
	node_id first = syntax_first_child(s, syntax_root(s)), second = syntax_next(s, first);
	node_id x = syntax_field(s, first, FIELD_DECLARATOR), f = syntax_field(s, second, FIELD_DECLARATOR);
	node_id type = syntax_field(s, first, FIELD_TYPE);
	struct attribute_range range;

	range = syntax_attributes(s, syntax_first_token(s, first), syntax_end_token(s, type));
	is_int(range.count, 1, "one attribute among the specifiers");
	is_str(syntax_attribute(s, range.first)->name, "unused", "its name");
	range = syntax_attributes_after(s, syntax_end_token(s, x));
	is_int(range.count, 2, "two attributes behind x");
	is_str(syntax_attribute(s, range.first)->name, "aligned", "a name without underscores");
	is_int(syntax_kind(s, syntax_attribute(s, range.first)->argument), NODE_BINARY, "its argument is parsed");
	range = syntax_attributes_after(s, syntax_end_token(s, f));
	is_int(range.count, 2, "label and attribute behind f");
	is_str(syntax_attribute(s, range.first)->name, "asm", "the assembler's name");
	range = syntax_attributes_before(s, syntax_first_token(s, second));
	is_int(range.count, 0, "none before the second declaration");
	syntax_free(s);
}

static void test_pragmas(void)
{
	struct syntax *s = parse("int a;\n#pragma pack(push, 2)\nint b;\n_Pragma(\"pack(1)\") int c;\n"
				 "#pragma pack(pop)\nint d;\n");
	node_id n = syntax_first_child(s, syntax_root(s));

	is_int(syntax_pack(s, n), 0, "no packing at first");
	n = syntax_next(s, n);
	is_int(syntax_pack(s, n), 2, "pushed");
	n = syntax_next(s, n);
	is_int(syntax_pack(s, n), 1, "changed by _Pragma");
	n = syntax_next(s, n);
	is_int(syntax_pack(s, n), 0, "popped");
	is_int((long long)syntax_pragma_count(s), 3, "pragmas");
	is_str(syntax_pragma(s, 1)->text, "pack(1)", "text of _Pragma");
	syntax_free(s);
}

/* Items are parsed once for all that look alike: each must have its own names, operators, places and contents. */
static void test_items(void)
{
	dumps("void f(void) { a + 1; b - c; { a * 2; } }",
	      "TRANSLATION_UNIT\n"
	      "  FUNCTION_DEFINITION\n"
	      "    type: SPECIFIERS\n"
	      "      TYPE_KEYWORD void\n"
	      "    declarator: FUNCTION_DECLARATOR\n"
	      "      declarator: IDENTIFIER f\n"
	      "      parameters: PARAMETER_LIST\n"
	      "        PARAMETER\n"
	      "          type: SPECIFIERS\n"
	      "            TYPE_KEYWORD void\n"
	      "    body: COMPOUND_STATEMENT\n"
	      "      EXPRESSION_STATEMENT\n"
	      "        value: BINARY +\n"
	      "          left: IDENTIFIER a\n"
	      "          right: NUMBER_LITERAL 1\n"
	      "      EXPRESSION_STATEMENT\n"
	      "        value: BINARY -\n"
	      "          left: IDENTIFIER b\n"
	      "          right: IDENTIFIER c\n"
	      "      COMPOUND_STATEMENT\n"
	      "        EXPRESSION_STATEMENT\n"
	      "          value: BINARY *\n"
	      "            left: IDENTIFIER a\n"
	      "            right: NUMBER_LITERAL 2\n",
	      "statements that look alike");
	dumps("int x; struct s { int x; struct { int y; } z; };",
	      "TRANSLATION_UNIT\n"
	      "  DECLARATION\n"
	      "    type: SPECIFIERS\n"
	      "      TYPE_KEYWORD int\n"
	      "    declarator: IDENTIFIER x\n"
	      "  DECLARATION\n"
	      "    type: SPECIFIERS\n"
	      "      STRUCT_SPECIFIER\n"
	      "        name: IDENTIFIER s\n"
	      "        body: FIELD_DECLARATION_LIST\n"
	      "          FIELD_DECLARATION\n"
	      "            type: SPECIFIERS\n"
	      "              TYPE_KEYWORD int\n"
	      "            declarator: IDENTIFIER x\n"
	      "          FIELD_DECLARATION\n"
	      "            type: SPECIFIERS\n"
	      "              STRUCT_SPECIFIER\n"
	      "                body: FIELD_DECLARATION_LIST\n"
	      "                  FIELD_DECLARATION\n"
	      "                    type: SPECIFIERS\n"
	      "                      TYPE_KEYWORD int\n"
	      "                    declarator: IDENTIFIER y\n"
	      "            declarator: IDENTIFIER z\n",
	      "a member is no declaration");
}

static void test_errors(void)
{
	fails("int x = 1 +;", 1, 12, "expected an expression before ';'");
	fails("int x\nint y;", 2, 1, "expected ',' or ';' before 'int'");
	fails("foo x;", 1, 1, "unknown type name 'foo'");
	fails("void f(void) { foo x; }", 1, 16, "unknown type name 'foo'");
	fails("int f(void) { return (1; }", 1, 24, "expected ')' before ';'");
	fails("int f(void) { a + b = 3; }", 1, 21, "lvalue");
	fails("int f(void) { if (1) else; }", 1, 22, "'else'");
	fails("int f(void) { ", 1, 15, "at end of input");
	fails("int f(int a) { a ? 1; }", 1, 21, "expected ':'");
	fails("char *s = \"abc\n;", 1, 11, "unterminated string");
	fails("/* abc", 1, 1, "unterminated comment");
	fails("int x = 'a", 1, 9, "unterminated character");
	fails("int @;", 1, 5, "stray '@'");
	fails("#include <a.h>\n", 1, 1, "preprocessing directive");
	fails("int \xff;", 1, 5, "stray byte 0xff");
	fails("struct { int x; foo y; };", 1, 17, "unknown type name 'foo'");
	fails("}", 1, 1, "before '}'");
}

static void test_hostile(void)
{
	static const char nul[] = "int x\0y;";
	size_t n = 100000;
	char *deep = memory_alloc(n + 1);
	struct syntax *s;

	diagnostics_release(&diags);
	diagnostics_init(&diags);
	s = syntax_parse(&diags, names, &target, "t.c", memory_copy_string(nul, sizeof nul - 1), sizeof nul - 1);
	ok(s && syntax_errors(s) == 1, "a null byte is an error");
	syntax_free(s);
	memset(deep, '(', n);
	memcpy(deep, "int x=", 6);
	s = parse(deep);
	ok(s && syntax_errors(s) == 1, "deep nesting is refused");
	syntax_free(s);
	is_int(diagnostics_status(&diags), 3, "as not supported");
	memory_free(deep);
}

int main(void)
{
	names = interner_new();
	target = target_default(64);
	diagnostics_init(&diags);
	test_shapes();
	test_locations();
	test_attributes();
	test_pragmas();
	test_items();
	test_errors();
	test_hostile();
	diagnostics_release(&diags);
	interner_free(names);
	return done_testing();
}

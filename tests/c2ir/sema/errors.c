/* Wrong programs: the message, its place, and the note that goes with it; what is doubtful is only warned of. */
#include "tap.h"

#include "ast_unit.h"
#include "declaration_query.h"
#include "memory.h"
#include "sema.h"
#include "syntax.h"
#include "target.h"

struct example {
	const char *source;
	const char
		*messages; /* "line:column: text" of all diagnostics, each with a line end; kinds by a letter in front:
				 E error, U unsupported, W warning, N note */
};

static char letter(enum diag_kind kind)
{
	switch (kind) {
	case DIAG_NOTE:
		return 'N';
	case DIAG_WARNING:
		return 'W';
	case DIAG_INPUT:
		return 'E';
	case DIAG_UNSUPPORTED:
		return 'U';
	case DIAG_USAGE:
	case DIAG_SYSTEM:
	case DIAG_INTERNAL:
		break;
	}
	return '?';
}

static void add(char *out, size_t size, const struct diagnostics *diags)
{
	for (size_t i = 0; i < diags->list.count; i++) {
		const struct diagnostic *d = &diags->list.at[i];
		size_t used = strlen(out);
		snprintf(out + used, size - used, "%c %u:%u: %s\n", letter(d->kind), d->location.line,
			 d->location.column, d->text);
	}
}

/* All messages about SOURCE, those kept with its functions and objects at the end. */
static void analyse(const char *source, unsigned bits, char *out, size_t size)
{
	struct diagnostics diags;
	struct interner *names = interner_new();
	struct target target = target_default(bits);
	size_t length = strlen(source);
	diagnostics_init(&diags);
	*out = 0;
	struct syntax *s = syntax_parse(&diags, names, &target, "t.c", memory_copy_string(source, length), length);
	struct unit *unit = s ? sema_analyse(s, names, &target, &diags) : NULL;
	for (uint32_t i = 0; unit && i < unit->declaration_count; i++)
		ast_report_unsupported(unit->declarations[i], &diags);
	add(out, size, &diags);
	unit_free(unit);
	syntax_free(s);
	diagnostics_release(&diags);
	interner_free(names);
}

static const struct example examples[] = {
	/* names */
	{ "int f(void) { return x; }\n", "E 1:22: 'x' is not declared\n" },
	{ "int f(void) { return x + x; }\nint g(void) { return x; }\n",
	  "E 1:22: 'x' is not declared\nE 2:22: 'x' is not declared\n" },
	{ "void f(void) { g(); g(1); }\n", "W 1:16: the function 'g' is not declared\n" },
	{ "void f(void) { abort(); }\n", "W 1:16: the function 'abort' is not declared\n" },
	{ "void f(void) { __builtin_unknown_thing(); }\n",
	  "U 1:16: the builtin __builtin_unknown_thing is not supported\n" },
	{ "void f(void) { goto out; }\n", "E 1:21: the label 'out' is used but not defined\n" },
	{ "void f(void) { a: ; a: ; goto a; }\n", "E 1:21: duplicate label 'a'\nN 1:16: it was defined here before\n" },
	{ "typedef int t;\nint f(void) { struct s { int a; } x; return x.b; }\n",
	  "E 2:47: 'struct s' has no member named 'b'\n" },
	{ "struct s; int f(struct s *p) { return p->a; }\n", "E 1:42: member 'a' of the incomplete type 'struct s'\n" },
	{ "int f(int x) { return x.a; }\n",
	  "E 1:25: member 'a' of a value of the type 'int', which is no struct or union\n" },
	{ "int f(int x) { return x->a; }\n",
	  "E 1:23: '*' or '->' on a value of the type 'int', which is not a pointer\n" },
	/* declarations */
	{ "int x;\nchar x;\n", "E 2:6: conflicting types for 'x': 'char'\nN 1:5: it was declared as 'int' here\n" },
	{ "int f(int);\nint f(char *p) { return 0; }\n",
	  "E 2:5: conflicting types for 'f': 'int (char *)'\nN 1:5: it was declared as 'int (int)' here\n" },
	{ "int f(void) { return 0; }\nint f(void) { return 1; }\n",
	  "E 2:5: redefinition of 'f'\nN 1:5: it was defined here before\n" },
	{ "int x = 1;\nint x = 2;\n", "E 2:5: redefinition of 'x'\nN 1:5: it was defined here before\n" },
	{ "void f(void) {\n int a;\n char a;\n}\n",
	  "E 3:7: redeclaration of 'a'\nN 2:6: it was declared here before\n" },
	{ "void f(int a) { int a; }\n", "E 1:21: redeclaration of 'a'\nN 1:12: it was declared here before\n" },
	{ "void f(int a, int a) { }\n", "E 1:19: two parameters are called 'a'\n" },
	{ "int x;\nint x(void);\n", "E 2:5: 'x' was declared as something else\nN 1:5: it was declared here before\nE "
				    "2:5: redeclaration of 'x'\nN 1:5: it was declared here before\n" },
	{ "int f(void);\nstatic int f(void);\n",
	  "E 2:12: static declaration of 'f' after one that is not static\nN 1:5: it was declared here before\n" },
	{ "static int x;\nint x;\n",
	  "E 2:5: non-static declaration of 'x' after a static one\nN 1:12: it was declared here before\n" },
	{ "struct s { int a; };\nstruct s { int b; };\n",
	  "E 2:1: redefinition of 'struct s'\nN 1:1: it was defined here before\n" },
	{ "struct s { int a; };\nunion s x;\n",
	  "E 2:1: 's' was declared as another kind of tag\nN 1:1: it was declared as 'struct s' here\nE 2:9: the "
	  "variable 'x' has the incomplete type 'union s'\n" },
	{ "struct s { int a; char a; };\n", "E 1:24: duplicate member 'a'\nN 1:16: it was declared here before\n" },
	{ "struct s { struct s inner; };\n", "E 1:21: the member 'inner' has the incomplete type 'struct s'\n" },
	{ "struct s { int a[]; int b; };\n",
	  "E 1:16: the flexible array member 'a' is not at the end of the struct\n" },
	{ "struct s { int f(void); };\n", "E 1:16: the member 'f' is declared as a function\n" },
	{ "struct s { float f : 3; };\n",
	  "E 1:18: the bit-field 'f' has the type 'float', which is not an integer type\n" },
	{ "struct s { int f : 33; };\n",
	  "E 1:16: the width of the bit-field 'f' exceeds its type, which has 32 bits\n" },
	{ "struct s { int f : -1; };\n", "E 1:16: negative width of the bit-field 'f'\n" },
	{ "struct s { int f : 0; };\n", "E 1:16: the named bit-field 'f' has width 0\n" },
	{ "enum e { A, B, A };\n", "E 1:16: redeclaration of 'A'\nN 1:10: it was declared here before\n" },
	{ "int n; enum e { A = n };\n", "E 1:21: the enumerator is no integer constant expression\n" },
	{ "void x;\n", "E 1:6: the variable 'x' is declared void\n" },
	{ "struct s x;\n", "E 1:10: the variable 'x' has the incomplete type 'struct s'\n" },
	{ "int a[-1];\n", "E 1:5: the size of the array is negative\n" },
	{ "int n; int a[n];\n", "E 1:12: an array of variable size outside of a function\n" },
	{ "int a[10][];\n", "E 1:5: an array of elements of the incomplete type 'int []'\n" },
	{ "void a[3];\n", "E 1:6: an array of void\n" },
	{ "int a[1.5];\n", "E 1:7: the size of an array has the type 'double', which is not an integer type\n" },
	{ "int f(void)(void);\n", "E 1:5: a function that returns a function\n" },
	{ "int f(void)[3];\n", "E 1:5: a function that returns an array\n" },
	{ "long float x;\n", "E 1:1: these type specifiers do not go together\n" },
	{ "static extern int x;\n", "E 1:1: two storage classes in one declaration\n" },
	{ "int a[];\n", "W 1:5: the array 'a' is assumed to have one element\n" },
	{ "x;\n", "W 1:1: the type is not given: int is assumed\n" },
	{ "f(a) { return a; }\n", "W 1:1: the type is not given: int is assumed\n" },
	{ "_Static_assert(sizeof(int) == 5, \"no \" \"int\");\n", "E 1:1: static assertion failed: no int\n" },
	{ "_Static_assert(1 == 1, \"fine\");\n", "" },
	{ "int x __attribute__((aligned(3)));\n", "E 1:22: the alignment 3 is not a power of two\n" },
	/* expressions */
	{ "struct s { int a; } s; int f(void) { return s + 1; }\n",
	  "E 1:45: invalid operands of '+': 'struct s' and 'int'\n" },
	{ "int f(int *p, int *q) { return p + q; }\n", "E 1:32: invalid operands of '+': 'int *' and 'int *'\n" },
	{ "int f(double d) { return d % 2; }\n", "E 1:26: invalid operands of '%': 'double' and 'int'\n" },
	{ "int f(double d) { return ~d; }\n", "E 1:26: invalid operand of unary '~': 'double'\n" },
	{ "int f(int a) { return *a; }\n",
	  "E 1:23: '*' or '->' on a value of the type 'int', which is not a pointer\n" },
	{ "int f(int a) { return a[1]; }\n",
	  "E 1:23: a subscript needs a pointer or array and an integer, not 'int' and 'int'\n" },
	{ "int f(int a) { return a(1); }\n", "E 1:23: the called object has the type 'int', which is no function\n" },
	{ "int g(int); int f(void) { return g(); }\n", "E 1:34: too few arguments for 'g': 0 instead of 1\n" },
	{ "int g(int); int f(void) { return g(1, 2); }\n", "E 1:34: too many arguments for 'g': 2 instead of 1\n" },
	{ "int g(int, ...); int f(void) { return g(); }\n",
	  "E 1:39: too few arguments for 'g': 0 instead of at least 1\n" },
	{ "struct s { int a; } s; int g(int); int f(void) { return g(s); }\n",
	  "E 1:59: incompatible types in argument 1 of 'g': 'int' from 'struct s'\n" },
	{ "int g(void); void f(void) { g() = 2; }\n",
	  "E 1:29: the left operand is no lvalue: nothing can be assigned to it\n" },
	{ "void f(void) { int a[2], b[2]; a = b; }\n", "E 1:32: assignment to an array\n" },
	{ "void f(const int a) { a = 1; }\n", "E 1:23: assignment to an object that is const\n" },
	{ "void f(const int *a) { ++*a; }\n", "E 1:24: assignment to an object that is const\n" },
	{ "struct s { const int a; }; void f(struct s *p, struct s *q) { *p = *q; }\n",
	  "E 1:63: assignment to an object that is const\n" },
	{ "int *f(void) { return &1; }\n", "E 1:23: the operand of '&' is no lvalue\n" },
	{ "struct s { int a : 3; } s; int *f(void) { return &s.a; }\n", "E 1:50: the address of the bit-field 'a'\n" },
	{ "int *f(void) { register int a; return &a; }\n", "E 1:39: the address of the register variable 'a'\n" },
	{ "void f(int *p) { p = 5; }\n", "W 1:18: assignment makes a pointer of an integer: 'int *' from 'int'\n" },
	{ "void f(int *p, char *q) { p = q; }\n",
	  "W 1:27: assignment has incompatible pointer types: 'int *' from 'char *'\n" },
	{ "int f(int *p) { return p; }\n", "W 1:24: return makes an integer of a pointer: 'int' from 'int *'\n" },
	{ "void f(int *p) { p = 0; p = (void *)0; p = 1 - 1; }\n", "" },
	{ "int f(int *p, char *q) { return p == q; }\n",
	  "W 1:33: comparison of distinct pointer types 'int *' and 'char *'\n" },
	{ "int f(int *p) { return p == 3; }\n", "W 1:24: comparison between a pointer and an integer\n" },
	{ "struct s { int a; } s; int f(void) { return (int)s; }\n", "E 1:45: a cast from 'struct s' to 'int'\n" },
	{ "double f(int *p) { return (double)p; }\n", "E 1:27: a cast from 'int *' to 'double'\n" },
	{ "int f(void) { return sizeof(struct unknown); }\n",
	  "E 1:22: the size of the incomplete type 'struct unknown'\n" },
	{ "struct s { int a : 3; } s; int f(void) { return sizeof s.a; }\n", "E 1:49: sizeof of a bit-field\n" },
	{ "struct s *p; int f(void) { return p + 1 != 0; }\n",
	  "E 1:35: arithmetic on a pointer to the incomplete type 'struct s'\n" },
	{ "int f(int a) { return _Generic(a, char: 1, long: 2); }\n",
	  "E 1:23: _Generic has no association for the type 'int'\n" },
	{ "int x = 09;\n", "E 1:9: '09' is no valid number\n" },
	{ "int x = 1lul;\n", "E 1:9: '1lul' is no valid number\n" },
	{ "int x = ({ 1; });\n", "E 1:9: a statement expression outside of a function\n" },
	{ "int f(struct { int a; } s) { return s ? 1 : 2; }\n",
	  "E 1:37: the operand of '?:' has the type 'struct <anonymous>', which is not scalar\n" },
	/* statements */
	{ "void f(void) { break; }\n", "E 1:16: break outside of a loop or switch\n" },
	{ "void f(void) { switch (1) { case 1: continue; } }\n", "E 1:37: continue outside of a loop\n" },
	{ "void f(void) { case 1: ; }\n", "E 1:16: a case label outside of a switch\n" },
	{ "void f(void) { default: ; }\n", "E 1:16: a default label outside of a switch\n" },
	{ "void f(int a) { switch (a) { case 1: ; case 2: ; case 1: ; } }\n",
	  "E 1:50: duplicate case value\nN 1:30: the value was used here before\n" },
	{ "void f(int a) { switch (a) { case 1 ... 5: ; case 3: ; } }\n",
	  "E 1:46: duplicate case value\nN 1:30: the value was used here before\n" },
	{ "void f(int a) { switch (a) { default: ; default: ; } }\n",
	  "E 1:41: two default labels in one switch\nN 1:30: the other one is here\n" },
	{ "void f(int a) { switch (a) { case 5 ... 1: ; } }\n", "W 1:30: an empty range of case values\n" },
	{ "void f(int a, int b) { switch (a) { case b: ; } }\n",
	  "E 1:42: the case label is no integer constant expression\n" },
	{ "void f(double d) { switch (d) { } }\n",
	  "E 1:28: a switch on the type 'double', which is not an integer type\n" },
	{ "struct s { int a; } s; void f(void) { if (s) ; }\n",
	  "E 1:43: the condition of if has the type 'struct s', which is not scalar\n" },
	{ "int f(void) { return; }\n", "W 1:15: return without a value in 'f', which returns 'int'\n" },
	{ "void f(void) { return 1; }\n", "W 1:16: return with a value in 'f', which returns void\n" },
	/* initialisers */
	{ "int n; int x = n;\n", "E 1:16: the initialiser of an object with static storage is not constant\n" },
	{ "void f(int n) { static int x = n; }\n",
	  "E 1:32: the initialiser of an object with static storage is not constant\n" },
	{ "int a[2] = { 1, 2, 3 };\n", "W 1:20: more initialisers than the object has room for\n" },
	{ "char a[2] = \"abc\";\n", "W 1:13: the string is longer than the array that it initialises\n" },
	{ "char a[3] = \"abc\";\n", "" },
	{ "int a[2] = { [2] = 1 };\n", "E 1:15: the array index of the designator is out of range\n" },
	{ "struct s { int a; } s = { .b = 1 };\n", "E 1:28: 'struct s' has no member named 'b'\n" },
	{ "int a = { .b = 1 };\n", "E 1:11: a designator for the scalar type 'int'\n" },
	{ "int a[2] = 5;\n", "E 1:5: an array is initialised by a value that is no list and no string\n" },
	{ "struct s { int a; } s = 5;\n", "E 1:21: incompatible types in initialisation: 'struct s' from 'int'\n" },
	{ "struct s s = { 1 };\n", "E 1:10: an object of the incomplete type 'struct s' is initialised\nE 1:10: the "
				   "variable 's' has the incomplete type 'struct s'\n" },
	{ "void f(int n) { int a[n] = { 1 }; }\n", "E 1:21: the object 'a' of variable size has an initialiser\n" },
	{ "int f(void) = 3;\n", "E 1:5: the function 'f' is initialised like a variable\n" },
	/* what is not supported: only where it is used */
	{ "_Complex double f(_Complex float); typedef int v __attribute__((vector_size(16))); v g(v);\n", "" },
	{ "typedef int v __attribute__((vector_size(16))); int f(v *p) { return sizeof *p; }\n", "" },
	{ "typedef int v __attribute__((vector_size(16))); void f(v *p) { *p = *p; }\n", "" },
	{ "_Complex double c; double f(void) { return c; }\n", "" },
	{ "int f(void) { int g(void) { return 1; } return g(); }\n", "" },
	{ "void f(int n) { struct s { int a[n]; }; int g(struct s x) { return 0; } g; }\n",
	  "U 1:56: a parameter whose type has a variable size is not supported\n" },
};

static void check_limits(void)
{
	char out[16384], source[4096] = "void f(void) { ";
	for (int i = 0; i < 60; i++)
		sprintf(source + strlen(source), "x%d; ", i);
	strcat(source, "}\n");
	analyse(source, 64, out, sizeof out);
	ok(strstr(out, "'x19' is not declared") && !strstr(out, "'x20'"), "at most twenty errors");
	ok(strstr(out, "N 1:") && strstr(out, "too many errors"), "and a note that says so");
}

/* Deep nesting is an error, long chains are not. */
static void check_depth(void)
{
	enum { DEEP = 100000, LONG = 4000 };
	char *source = memory_alloc(4 * DEEP + 100), out[4096], *at = source;
	at += sprintf(at, "int f(int x) { return ");
	for (int i = 0; i < LONG; i++)
		at += sprintf(at, "x+");
	sprintf(at, "x; }\n");
	analyse(source, 64, out, sizeof out);
	is_str(out, "", "a sum of %d operands", LONG);
	at = source + sprintf(source, "int f(int x) { return ");
	memset(at, '-', DEEP);
	for (int i = 0; i < DEEP; i++, at += 2)
		memcpy(at, "- ", 2);
	sprintf(at, "x; }\n");
	analyse(source, 64, out, sizeof out);
	ok(strstr(out, "deeply") && *out == 'U', "%d unary operators are too deep", DEEP);
	at = source + sprintf(source, "void f(int x) { ");
	for (int i = 0; i < 1500; i++)
		at += sprintf(at, "if (x == %d) f(x); else ", i);
	sprintf(at, "f(0); }\n");
	analyse(source, 64, out, sizeof out);
	is_str(out, "", "a chain of 1500 else ifs");
	memory_free(source);
}

int main(void)
{
	char out[16384];
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		analyse(examples[i].source, 64, out, sizeof out);
		is_str(out, examples[i].messages, "%.*s", (int)strcspn(examples[i].source, "\n"), examples[i].source);
	}
	check_limits();
	check_depth();
	analyse("long x = 1 ? 2147483648 : 0; int a[1 << 30];\n", 32, out, sizeof out);
	is_str(out, "E 1:34: the array is too large\n", "sizes are limited by the data model");
	return done_testing();
}

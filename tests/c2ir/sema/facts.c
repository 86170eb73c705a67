/* What the semantic analysis knows of declarations: linkage, storage, attributes, escaping addresses, references, texts. */
#include "tap.h"

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_label.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "ast_unit.h"
#include "memory.h"
#include "sema.h"
#include "syntax.h"
#include "target.h"
#include "text.h"
#include "type.h"
#include "type_text.h"

struct program {
	struct diagnostics diags;
	struct interner *names;
	struct syntax *syntax;
	struct unit *unit;
};

static void analyse(struct program *p, const char *source, unsigned bits)
{
	struct target target = target_default(bits);
	size_t length = strlen(source);
	diagnostics_init(&p->diags);
	p->names = interner_new();
	p->syntax = syntax_parse(&p->diags, p->names, &target, "t.c", memory_copy_string(source, length), length);
	p->unit = p->syntax ? sema_analyse(p->syntax, p->names, &target, &p->diags) : NULL;
	if (!ok(p->unit != NULL, "analysed: %.*s", (int)strcspn(source, "\n"), source))
		diagnostics_print(&p->diags, "sema_facts", stdout);
}

static void release(struct program *p)
{
	unit_free(p->unit);
	syntax_free(p->syntax);
	diagnostics_release(&p->diags);
	interner_free(p->names);
}

static struct declaration *local(const struct program *p, const char *function, const char *name)
{
	const struct function *f = unit_find(p->unit, function)->function;
	for (uint32_t i = 0; i < f->local_count; i++)
		if (f->locals[i]->name && !strcmp(f->locals[i]->name, name))
			return f->locals[i];
	for (uint32_t i = 0; i < f->parameter_count; i++)
		if (f->parameters[i]->name && !strcmp(f->parameters[i]->name, name))
			return f->parameters[i];
	return NULL;
}

static void check_escapes(void)
{
	static const char source[] =
		"struct s { int a[3]; struct s *p; int x; };\nvoid g(void *);\n"
		"int f(int byval, int byref) {\n"
		" int indexed[4], decayed[4], sum[4], addressed, plain = byval, in_asm;\n"
		" struct s members, member_address, member_array, copied, inner, *through = &inner;\n"
		" int element[3], deref[2], two[2][2], row[2][2];\n"
		" indexed[plain] = *deref; g(decayed); g(sum + 1); g(&addressed); g(&byref);\n"
		" members.a[1] = members.x; g(&member_address.x); g(member_array.a); copied = members;\n"
		" through->x = 1; g(&through->x); g(&element[1]); two[1][0] = 3; g(row[1]);\n"
		" __asm__(\"nop\" : \"=r\"(in_asm)); g((struct s[]){ { { 0 } } });\n"
		" return sizeof(decayed) + two[0][1] + *(deref + 1); }\n";
	static const struct {
		const char *name;
		bool escapes;
	} expected[] = { { "byval", false },         { "byref", true },        { "indexed", false },
			 { "decayed", true },        { "sum", true },          { "addressed", true },
			 { "plain", false },         { "in_asm", true },       { "members", false },
			 { "member_address", true }, { "member_array", true }, { "copied", false },
			 { "inner", true },          { "through", false },     { "element", true },
			 { "deref", false },         { "two", false },         { "row", true } };
	struct program p;
	analyse(&p, source, 64);
	for (size_t i = 0; p.unit && i < sizeof expected / sizeof *expected; i++)
		ok(local(&p, "f", expected[i].name)->address_taken == expected[i].escapes, "%s %s", expected[i].name,
		   expected[i].escapes ? "escapes" : "does not escape");
	release(&p);
}

static void check_references(void)
{
	static const char source[] =
		"int a, b, unused; extern int e; int f1(void); static int f2(void) { return b; }\n"
		"int *table[] = { &a, &b, &a }; int (*calls[])(void) = { f1, f2 };\n"
		"int f(void) { static int s; return s + e + f1() + f2() + f1() + sizeof unused; }\n";
	struct program p;
	analyse(&p, source, 64);
	if (p.unit) {
		const struct function *f = unit_find(p.unit, "f")->function;
		is_int(f->reference_count, 4, "s, e, f1 and f2 are mentioned");
		is_int(unit_find(p.unit, "table")->reference_count, 2, "a and b are mentioned");
		is_int(unit_find(p.unit, "calls")->reference_count, 2, "f1 and f2 are mentioned");
		ok(!unit_find(p.unit, "unused")->used, "sizeof uses nothing");
		ok(unit_find(p.unit, "e")->used && !unit_find(p.unit, "e")->defined, "e is used, but not defined here");
	}
	release(&p);
}

static void check_linkage(void)
{
	static const char source[] =
		"int tentative; int tentative; static int s; extern int s; extern int defined; int defined = 3;\n"
		"static int f(void); int f(void) { extern int defined; int x; { extern int f(void); x = f(); } return "
		"x + defined; }\n"
		"int open[]; int open[5]; void g(); void g(int a, char *b); _Thread_local int thread;\n"
		"int named(void) __asm__(\"other\"); inline int in(void) { return 1; }\n";
	struct program p;
	analyse(&p, source, 64);
	if (p.unit) {
		ok(unit_find(p.unit, "tentative")->tentative, "tentative");
		is_int(unit_find(p.unit, "s")->linkage, LINKAGE_INTERNAL, "extern after static is internal");
		ok(!unit_find(p.unit, "defined")->tentative && unit_find(p.unit, "defined")->initializer, "defined");
		is_int(unit_find(p.unit, "f")->linkage, LINKAGE_INTERNAL,
		       "a function without static after a static one");
		is_int((long long)unit_find(p.unit, "open")->type->length, 5, "completed by a later declaration");
		is_int(unit_find(p.unit, "g")->type->parameter_count, 2, "the composite type has the prototype");
		is_int(unit_find(p.unit, "thread")->duration, DURATION_THREAD, "_Thread_local");
		is_str(unit_find(p.unit, "named")->symbol, "other", "asm label");
		ok(unit_find(p.unit, "in")->is_inline, "inline");
		uint32_t count = 0;
		for (uint32_t i = 0; i < p.unit->declaration_count; i++)
			count += p.unit->declarations[i]->name && !strcmp(p.unit->declarations[i]->name, "defined");
		is_int(count, 1, "one object for each entity");
	}
	release(&p);
}

static void check_attributes(void)
{
	static const char source[] = "void die(int) __attribute__((noreturn)); _Noreturn void die2(void); void *m(int) "
				     "__attribute__((malloc));\n"
				     "int pure(int) __attribute__((pure)), both(int) __attribute__((const, weak)); "
				     "__attribute__((constructor)) static void init(void) { }\n"
				     "int alias(void) __attribute__((alias(\"init\"))); int x "
				     "__attribute__((section(\".data.x\"), aligned(64)));\n"
				     "void clean(int *p); void f(void) { int v __attribute__((cleanup(clean))) = 1; "
				     "_Alignas(32) char c = 2; c = v; }\n"
				     "void (*pointer)(int) __attribute__((noreturn));\n";
	struct program p;
	analyse(&p, source, 64);
	if (p.unit) {
		ok(unit_find(p.unit, "die")->is_noreturn && unit_find(p.unit, "die")->type->noreturn, "noreturn");
		ok(unit_find(p.unit, "die2")->is_noreturn, "_Noreturn");
		ok(unit_find(p.unit, "m")->malloc_like, "malloc");
		ok(unit_find(p.unit, "pure")->is_pure && !unit_find(p.unit, "pure")->is_const,
		   "pure is the first one's only");
		ok(unit_find(p.unit, "both")->is_const && unit_find(p.unit, "both")->weak, "const, weak");
		ok(unit_find(p.unit, "init")->constructor, "constructor");
		is_str(unit_find(p.unit, "alias")->alias, "init", "alias");
		is_str(unit_find(p.unit, "x")->section, ".data.x", "section");
		is_int(unit_find(p.unit, "x")->alignment, 64, "aligned");
		ok(local(&p, "f", "v")->cleanup == unit_find(p.unit, "clean"), "cleanup");
		ok(local(&p, "f", "v")->address_taken, "what is cleaned up escapes");
		is_int(local(&p, "f", "c")->alignment, 32, "_Alignas");
	}
	release(&p);
}

static void is_text(const struct program *p, struct source_range range, const char *expected)
{
	char *text = unit_text(p->unit, range);
	is_str(text, expected, "text: %s", expected);
	memory_free(text);
}

static void check_texts(void)
{
	static const char source[] = "int f(int a)\n{\n\tint b = a /* one */ +\n\t\t1;\n\tif (a  <  b)\n\t\ta+=b;\n"
				     "# 20 \"u.c\"\n\treturn a ? f( b ) : (b);\n}\n";
	struct program p;
	analyse(&p, source, 64);
	if (p.unit) {
		const struct ast_statement *body = unit_find(p.unit, "f")->function->body;
		is_int(body->statement_count, 3, "three statements");
		is_text(&p, body->statements[0]->range, "b = a + 1");
		is_text(&p, expression_range(body->statements[1]->expression), "a < b");
		is_text(&p, expression_range(body->statements[1]->body->expression), "a+=b");
		is_text(&p, expression_range(body->statements[2]->expression), "a ? f( b ) : (b)");
		is_str(body->statements[2]->location.file, "u.c", "the file of the line marker");
		is_int(body->statements[2]->location.line, 20, "its line");
		is_int(body->statements[0]->declaration->location.column, 6, "column of a declarator");
	}
	release(&p);
}

static void check_types(void)
{
	static const struct {
		const char *declaration, *text;
	} types[] = {
		{ "int x;", "int x" },
		{ "const volatile unsigned long *const x[3];", "const volatile unsigned long *const x[3]" },
		{ "int (*x)(char, ...);", "int (*x)(char, ...)" },
		{ "int *(*(*x)(void))[2];", "int *(*(*x)(void))[2]" },
		{ "char (*x(int))(struct s *);", "char (*x(int))(struct s *)" },
		{ "void x();", "void x()" },
		{ "enum e { A } x;", "enum e x" },
		{ "struct { int a; } x;", "struct <anonymous> x" },
		{ "typedef const struct { int a; } *t; typedef struct { int a; } u; u *x;", "u *x" },
		{ "long double _Complex x;", "long double _Complex x" },
		{ "int x __attribute__((vector_size(8)));", "int __vector(2) x" },
		{ "unsigned char x __attribute__((mode(HI)));", "unsigned short x" },
		{ "_Atomic(int) x;", "_Atomic int x" },
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		struct program p;
		analyse(&p, types[i].declaration, 64);
		char *text = p.unit ? type_text(unit_find(p.unit, "x")->type, "x") : memory_copy_string("", 0);
		is_str(text, types[i].text, "%s", types[i].declaration);
		memory_free(text);
		release(&p);
	}
}

static void check_statements(void)
{
	static const char source[] =
		"int f(int a) { switch (a) { case -1: case 5 ... 7: a = 1; default: break; case 300: return 2; }\n"
		"for (int i = 0; i < a; i++) { if (i) continue; goto out; } out: return a; }\n";
	struct program p;
	analyse(&p, source, 64);
	if (p.unit) {
		const struct function *f = unit_find(p.unit, "f")->function;
		const struct ast_statement *s = f->body->statements[0], *loop = f->body->statements[1];
		is_int(s->case_count, 3, "three cases");
		is_int((long long)s->cases[0].low, 0xffffffff, "-1 as the 32 bits of an int");
		is_int((long long)s->cases[1].low, 5, "first of a range");
		is_int((long long)s->cases[1].high, 7, "last of a range");
		ok(s->default_case && s->default_case->is_default, "default");
		is_int(loop->declaration_count, 1, "the loop is the scope of i");
		const struct ast_statement *go = loop->body->statements[1];
		ok(go->kind == AST_GOTO && go->label->statement == f->body->statements[2], "goto leads to its label");
		ok(go->scope == loop->body && loop->body->scope == loop && loop->scope == f->body, "scopes");
		ok(loop->body->statements[0]->body->target == loop, "continue leads to its loop");
	}
	release(&p);
}

static void check_models(void)
{
	static const char source[] =
		"struct s { char c; long l; double d; long double e; }; int a[sizeof(struct s)];\n";
	struct program p;
	analyse(&p, source, 64);
	if (p.unit)
		is_int((long long)unit_find(p.unit, "a")->type->length, 48, "LP64");
	release(&p);
	analyse(&p, source, 32);
	if (p.unit)
		is_int((long long)unit_find(p.unit, "a")->type->length, 28, "ILP32");
	release(&p);
}

int main(void)
{
	check_escapes();
	check_references();
	check_linkage();
	check_attributes();
	check_texts();
	check_types();
	check_statements();
	check_models();
	return done_testing();
}

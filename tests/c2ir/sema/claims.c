/*
 * Writes a preprocessed C program with what the semantic analysis found out about it as assertions for the compiler:
 *
 *     x = a + 1;      ;_Static_assert(__builtin_types_compatible_p(__typeof__(a + 1), long), "..."); ... x = a + 1;
 *
 * for the type of every expression, and at the end the size, alignment and offsets of every struct and union with a tag at
 * file scope, the place of every bit-field, the type of every object and function, the bytes of constant objects.
 * `claims-hold` has the compiler check them.    claims [-m32] FILE
 */
#include <stdio.h>
#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_unit.h"
#include "memory.h"
#include "preprocess.h"
#include "record.h"
#include "sema.h"
#include "sema_body.h"
#include "sema_constant.h"
#include "sema_internal.h"
#include "string_literal.h"
#include "syntax.h"
#include "target.h"
#include "text.h"
#include "type.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_text.h"
#include "types.h"

struct claims {
	struct unit *unit;
	const struct syntax *syntax;
	VEC(char) * before; /* text to insert, by token */
	uint32_t tokens;
	unsigned long count;
};

/* ---- text ---- */

static void insert(struct claims *c, uint32_t token, const char *text)
{
	for (; *text; text++)
		vec_push(&c->before[token], *text);
}

static bool token_is(const struct claims *c, uint32_t token, char wanted)
{
	size_t length;
	const char *text = token < c->tokens ? syntax_token_text(c->syntax, token, &length) : "";
	return *text == wanted && text[0] && length == 1;
}

/* A type that can be written here: no unnamed or variable one. */
static char *writable(const struct type *t)
{
	char *text = type_text(t, NULL);
	if (!strpbrk(text, "<:") && !strstr(text, "[*]") && !strstr(text, "__va_list_tag"))
		return text;
	memory_free(text);
	return NULL;
}

/* ---- expressions ---- */

static bool is_bit_field(const struct expression *e)
{
	return e->kind == EXPRESSION_MEMBER && e->member->bit_field;
}

/* The node's type is that of its text in C. */
static bool is_claimable(const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_BUILTIN:
		return e->builtin != BUILTIN_ASSUME; /* clang's */
	case EXPRESSION_CONVERSION:
		return e->is_cast;
	case EXPRESSION_CONSTANT:
		return !e->is_converted;
	case EXPRESSION_BINARY:
		return !e->is_subscript;
	case EXPRESSION_DEREFERENCE:
		return !e->is_arrow;
	case EXPRESSION_MEMBER:
		return e->member->name && !e->member->bit_field;
	case EXPRESSION_ASSIGN:
	case EXPRESSION_UPDATE:
		return !is_bit_field(e->left);
	case EXPRESSION_OLD_VALUE:
	case EXPRESSION_LABEL_ADDRESS:
		return false;
	case EXPRESSION_STRING:
		return !(e->type->base->qualifiers & QUALIFIER_CONST); /* not __func__ */
	default:
		return true;
	}
}

static void claim(struct claims *c, const struct expression *e, uint32_t at)
{
	if (!is_claimable(e) || e->range.begin >= e->range.end || e->type->kind == TYPE_ERROR)
		return;
	char *text = unit_text(c->unit, e->range), *type = writable(e->type);
	if (type && !strstr(text, "({") && !strstr(text, "( {") && !strstr(text, "__label__")) {
		char where[64];
		snprintf(where, sizeof where, "\"%u:%u\");", e->location.line, e->location.column);
		insert(c, at, ";_Static_assert(__builtin_types_compatible_p(__typeof__(");
		insert(c, at, text);
		insert(c, at, "),");
		insert(c, at, type);
		insert(c, at, "),");
		insert(c, at, where);
		c->count++;
	}
	memory_free(text);
	memory_free(type);
}

static void walk(struct claims *c, const struct ast_statement *statement, uint32_t at);
static void visit_initializer(struct claims *c, const struct initializer *init, uint32_t at);

static void visit(struct claims *c, const struct expression *e, uint32_t at)
{
	if (!e)
		return;
	claim(c, e, at);
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
	case EXPRESSION_FLOAT_CONSTANT:
	case EXPRESSION_LABEL_ADDRESS:
	case EXPRESSION_OBJECT:
	case EXPRESSION_FUNCTION:
	case EXPRESSION_STRING:
	case EXPRESSION_OLD_VALUE:
		return;
	case EXPRESSION_COMPOUND_LITERAL:
		visit_initializer(c, e->declaration->initializer, at);
		return;
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_MEMBER:
	case EXPRESSION_ADDRESS:
	case EXPRESSION_CONVERSION:
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
	case EXPRESSION_NOT:
	case EXPRESSION_VA_ARG:
		visit(c, e->operand, at);
		return;
	case EXPRESSION_CONDITIONAL:
		visit(c, e->condition, at); /* fall through */
	case EXPRESSION_BINARY:
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
	case EXPRESSION_COMMA:
	case EXPRESSION_ASSIGN:
	case EXPRESSION_UPDATE:
		visit(c, e->left, at);
		visit(c, e->right, at);
		return;
	case EXPRESSION_CALL:
		visit(c, e->callee, at); /* fall through */
	case EXPRESSION_BUILTIN:
		for (uint32_t i = 0; i < e->argument_count; i++)
			visit(c, e->arguments[i], at);
		return;
	case EXPRESSION_STATEMENT:
		walk(c, e->body, at);
		return;
	}
}

static void visit_initializer(struct claims *c, const struct initializer *init, uint32_t at)
{
	for (uint32_t i = 0; init && i < init->count; i++)
		visit(c, init->items[i].value, at);
}

/* ---- statements ---- */

/* After the `;` of the declaration that has the token AT. */
static uint32_t after_declaration(const struct claims *c, uint32_t at)
{
	int depth = 0;
	for (; at < c->tokens; at++) {
		if (token_is(c, at, '{') || token_is(c, at, '(') || token_is(c, at, '['))
			depth++;
		else if (token_is(c, at, '}') || token_is(c, at, ')') || token_is(c, at, ']'))
			depth--;
		else if (!depth && token_is(c, at, ';'))
			return at + 1;
	}
	return c->tokens;
}

/* The length of a variable array is computed by a statement that has no text of its own. */
static bool is_length(const struct ast_statement *statement)
{
	const struct expression *e = statement->kind == AST_EXPRESSION ? statement->expression : NULL;
	return e && e->kind == EXPRESSION_ASSIGN && e->left->kind == EXPRESSION_OBJECT &&
	       e->left->declaration->is_hidden;
}

static void walk_block(struct claims *c, const struct ast_statement *block)
{
	for (uint32_t i = 0; i < block->statement_count; i++) {
		const struct ast_statement *child = block->statements[i];
		if (child->kind == AST_DECLARATION)
			visit_initializer(c, child->declaration->initializer, after_declaration(c, child->range.begin));
		else if (child->range.begin < child->range.end && !is_length(child))
			walk(c, child, child->range.begin);
	}
}

/* AT: where assertions about STATEMENT may stand. */
static void walk(struct claims *c, const struct ast_statement *statement, uint32_t at)
{
	if (!statement)
		return;
	if (statement->kind == AST_COMPOUND && token_is(c, statement->range.begin, '{')) {
		walk_block(c, statement);
		return;
	}
	bool scope = statement->kind == AST_FOR && statement->declaration_count;
	if (scope && token_is(c, statement->body->range.begin, '{'))
		at = statement->body->range.begin + 1;
	else if (scope)
		return;
	for (uint32_t i = 0;
	     (statement->kind == AST_COMPOUND || statement->kind == AST_FOR) && i < statement->statement_count; i++)
		if (statement->statements[i]->kind != AST_DECLARATION && !is_length(statement->statements[i]))
			walk(c, statement->statements[i], at);
	visit(c, statement->expression, at);
	visit(c, statement->update, at);
	walk(c, statement->body, at);
	walk(c, statement->alternative, at);
}

/* ---- what is declared ---- */

static void write_number(struct claims *c, const char *what, const char *name, unsigned long long n)
{
	printf("_Static_assert(%s(%s) == %llu, \"\");\n", what, name, n);
	c->count++;
}

/* NAME: how the record is called; R may be an anonymous member of it, BASE bytes in. */
static void write_members(struct claims *c, const char *name, const struct record *r, uint64_t base)
{
	for (uint32_t i = 0; i < r->member_count; i++) {
		const struct member *m = &r->members[i];
		if (!m->name && type_is_record(m->type))
			write_members(c, name, m->type->record, base + m->offset);
		if (m->name && !m->bit_field)
			printf("_Static_assert(__builtin_offsetof(%s, %s) == %llu, \"\");\n", name, m->name,
			       (unsigned long long)(base + m->offset)),
				c->count++;
	}
}

/* Sets the bit-field and looks at the bytes; the compiler folds it or calls what it may not. */
static void write_bit_field(struct claims *c, const char *name, const struct member *m, uint64_t base)
{
	uint64_t first = base + m->offset;
	unsigned end = m->bit_offset + m->bit_width;
	if (!m->name || !m->bit_width || m->type->qualifiers || m->type->kind == TYPE_BOOL)
		return;
	printf("void claim_%lu(void) { union { %s s; unsigned char b[sizeof(%s)]; } u;\n"
	       "__builtin_memset(&u, 0, sizeof u); u.s.%s = -1;",
	       c->count++, name, name, m->name);
	for (unsigned k = 0; 8 * k < end; k++) {
		unsigned bits = 0;
		for (unsigned j = 0; j < 8; j++)
			bits |= (unsigned)(8 * k + j >= m->bit_offset && 8 * k + j < end) << j;
		printf(" if (u.b[%llu] != %u) claim_fails();", (unsigned long long)first + k, bits);
	}
	puts(" }");
}

static void write_bit_fields(struct claims *c, const char *name, const struct record *r, uint64_t base)
{
	for (uint32_t i = 0; i < r->member_count; i++) {
		const struct member *m = &r->members[i];
		if (m->bit_field)
			write_bit_field(c, name, m, base);
		else if (!m->name && type_is_record(m->type))
			write_bit_fields(c, name, m->type->record, base + m->offset);
	}
}

static void write_record(struct claims *c, const struct record *r, const char *name)
{
	write_number(c, "sizeof", name, r->size);
	write_number(c, "_Alignof", name, r->alignment);
	write_members(c, name, r, 0);
	if (r->size && !r->flexible)
		write_bit_fields(c, name, r, 0);
}

static void write_records(struct claims *c)
{
	const struct types *types = c->unit->types;
	for (uint32_t i = 0; i < types->record_count; i++) {
		const struct record *r = types->records[i];
		char name[256];
		if (!r->complete || !r->tag || r->depth || !strcmp(r->tag, "__va_list_tag"))
			continue;
		snprintf(name, sizeof name, "%s %s", r->is_union ? "union" : "struct", r->tag);
		write_record(c, r, name);
	}
}

static void write_declarations(struct claims *c)
{
	for (uint32_t i = 0; i < c->unit->declaration_count; i++) {
		const struct declaration *d = c->unit->declarations[i];
		if (d->implicit || d->owner || d->in_blocks || !d->name || d->type->kind == TYPE_ERROR)
			continue;
		char *type = writable(d->type);
		if (type)
			printf("_Static_assert(__builtin_types_compatible_p(__typeof__(%s), %s), \"%s\");\n", d->name,
			       type, d->name);
		c->count += type != NULL;
		memory_free(type);
		if (d->kind == DECLARATION_VARIABLE && type_is_record(d->type) && !d->type->record->tag && d->defined) {
			char name[256];
			snprintf(name, sizeof name, "__typeof__(%s)", d->name);
			if (!d->type->qualifiers)
				write_record(c, d->type->record, name);
		}
		if (d->kind == DECLARATION_VARIABLE && type_has_size(d->type) && d->defined)
			write_number(c, "sizeof", d->name, type_size(c->unit->types, d->type));
	}
}

/* ---- contents of constant objects ---- */

enum { LARGEST_OBJECT = 4096 };

struct image {
	unsigned char value[LARGEST_OBJECT], known[LARGEST_OBJECT]; /* known: which bits */
};

static void set_bits(struct image *image, uint64_t first_bit, unsigned width, unsigned __int128 value, bool known)
{
	for (unsigned i = 0; i < width; i++) {
		uint64_t bit = first_bit + i;
		unsigned char mask = (unsigned char)(1u << bit % 8);
		image->known[bit / 8] = known ? image->known[bit / 8] | mask : image->known[bit / 8] & ~mask;
		image->value[bit / 8] = value >> i & 1 ? image->value[bit / 8] | mask : image->value[bit / 8] & ~mask;
	}
}

static void set_string(struct image *image, const struct initializer_item *item, uint64_t offset, uint64_t size)
{
	const struct string_literal *s = item->value->string;
	for (uint64_t i = 0; i < size; i++)
		set_bits(image, 8 * (offset + i), 8, i < s->size ? s->bytes[i] : 0, true);
}

static void set_item(const struct claims *c, struct image *image, const struct initializer_item *item, uint64_t offset)
{
	const struct types *types = c->unit->types;
	uint64_t size = type_size(types, item->type);
	if (item->value->kind == EXPRESSION_STRING) {
		set_string(image, item, offset, size);
		return;
	}
	struct constant constant = constant_evaluate(types, item->value);
	bool known = !type_is_floating(item->type) && constant.kind == CONSTANT_INTEGER;
	integer_value value = known ? constant.value : 0;
	if (item->bit_field)
		set_bits(image, 8 * offset + item->bit_field->bit_offset, item->bit_field->bit_width, value, known);
	else
		set_bits(image, 8 * offset, (unsigned)(8 * size), value, known);
}

static void write_contents(struct claims *c, const struct declaration *d)
{
	struct image *image = memory_alloc(sizeof *image);
	uint64_t size = type_size(c->unit->types, d->type);
	memset(image->known, 0xFF, sizeof image->known);
	for (uint32_t i = 0; i < d->initializer->count; i++) {
		const struct initializer_item *item = &d->initializer->items[i];
		for (uint64_t k = 0; k < item->repeat; k++)
			set_item(c, image, item, item->offset + k * item->stride);
	}
	printf("void claim_%lu(void) { ", c->count++);
	for (uint64_t i = 0; i < size; i++)
		if (image->known[i] == 0xFF)
			printf("if (((const unsigned char *)&%s)[%u] != %u) claim_fails(); ", d->name, (unsigned)i,
			       image->value[i]);
	puts("}");
	memory_free(image);
}

static bool is_constant_object(const struct declaration *d)
{
	const struct type *t = d->type;
	while (t->kind == TYPE_ARRAY)
		t = t->base;
	return d->kind == DECLARATION_VARIABLE && t->qualifiers == QUALIFIER_CONST && d->initializer && !d->owner &&
	       d->name && !d->initializer->size;
}

static void write_all_contents(struct claims *c)
{
	for (uint32_t i = 0; i < c->unit->declaration_count; i++) {
		const struct declaration *d = c->unit->declarations[i];
		if (is_constant_object(d) && type_size(c->unit->types, d->type) <= LARGEST_OBJECT)
			write_contents(c, d);
	}
}

/* ---- all ---- */

static void write_program(const struct claims *c)
{
	const char *done = NULL;
	size_t pragma = 0;
	for (uint32_t i = 0; i < c->tokens; i++) {
		size_t length;
		const char *text = syntax_token_text(c->syntax, i, &length);
		for (; pragma < syntax_pragma_count(c->syntax) && syntax_pragma(c->syntax, pragma)->token == i;
		     pragma++)
			printf("\n#pragma %s\n", syntax_pragma(c->syntax, pragma)->text);
		if (c->before[i].count)
			fwrite(c->before[i].at, 1, c->before[i].count, stdout);
		if (done)
			putchar(memchr(done, '\n', (size_t)(text - done)) ? '\n' : ' ');
		fwrite(text, 1, length, stdout);
		done = text + length;
	}
	puts("\n#pragma pack()\nvoid claim_fails(void) __attribute__((error(\"bit-field\")));");
}

static void analyse(struct claims *c)
{
	c->tokens = syntax_end_token(c->syntax, syntax_root(c->syntax));
	c->before = memory_alloc((c->tokens + 1) * sizeof *c->before);
	for (uint32_t i = 0; i < c->unit->declaration_count; i++) {
		const struct function *f = c->unit->declarations[i]->function;
		if (f)
			walk_block(c, f->body);
	}
	write_program(c);
	write_records(c);
	write_declarations(c);
	write_all_contents(c);
	for (uint32_t i = 0; i <= c->tokens; i++)
		vec_free(&c->before[i]);
	memory_free(c->before);
	fprintf(stderr, "%lu claims\n", c->count);
}

int main(int argc, char **argv)
{
	struct diagnostics diags;
	struct interner *names = interner_new();
	struct preprocessed text = { 0 };
	struct syntax *s = NULL;
	struct unit *unit = NULL;
	bool narrow = argc == 3 && !strcmp(argv[1], "-m32");
	struct target target = target_default(narrow ? 32 : 64);
	diagnostics_init(&diags);
	if (argc > 1 && preprocess_run(&text, argv[argc - 1], (const char *const *)&argv[1], narrow, &diags, names))
		s = syntax_parse(&diags, names, &target, argv[argc - 1], text.text, text.length);
	if (s)
		unit = sema_analyse(s, names, &target, &diags);
	if (unit) {
		struct claims c = { .unit = unit, .syntax = s };
		analyse(&c);
	}
	int status = diagnostics_status(&diags);
	if (status)
		diagnostics_print(&diags, "claims", stderr);
	unit_free(unit);
	syntax_free(s);
	diagnostics_release(&diags);
	interner_free(names);
	memory_free(text.messages);
	return status;
}

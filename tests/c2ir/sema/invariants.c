/* What ast.h promises of every node, checked over whole programs.    sema_invariants [-m32|-m64] FILE ... */
#include "tap.h"

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_label.h"
#include "ast_query.h"
#include "ast_unit.h"
#include "memory.h"
#include "preprocess.h"
#include "record.h"
#include "sema.h"
#include "sema_body.h"
#include "string_literal.h"
#include "syntax.h"
#include "target.h"
#include "text.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "type_text.h"
#include "types.h"

struct check {
	const struct unit *unit;
	VEC(const struct expression *) olds; /* the UPDATEs around */
	unsigned long nodes;
	unsigned faults;
};

static void fault(struct check *c, const struct expression *e, const char *what)
{
	if (c->faults++ > 20)
		return;
	char *text = unit_text(c->unit, e->range), *type = type_text(e->type, NULL);
	tap_diag("%s:%u:%u: %s: %.60s (%s)", e->location.file, e->location.line, e->location.column, what, text, type);
	memory_free(text);
	memory_free(type);
}

#define MUST(condition)                          \
	do {                                     \
		if (!(condition))                \
			fault(c, e, #condition); \
	} while (0)

static void visit(struct check *c, const struct expression *e);
static void walk(struct check *c, const struct ast_statement *s);

static bool same(const struct type *a, const struct type *b)
{
	return a == b || (a->qualifiers == b->qualifiers && type_compatible(a, b));
}

static bool is_value(const struct expression *e)
{
	return !e->is_lvalue && e->type->kind != TYPE_ARRAY && e->type->kind != TYPE_FUNCTION &&
	       (!e->type->qualifiers || e->type->kind == TYPE_VOID);
}

static bool is_scalar_value(const struct expression *e)
{
	return is_value(e) && type_is_scalar(e->type);
}

static const struct type *load_type(struct check *c, const struct expression *e)
{
	const struct types *types = c->unit->types;
	const struct type *t = type_unqualified(e->type);
	if (e->kind != EXPRESSION_MEMBER || !e->member->bit_field)
		return t;
	unsigned width = e->member->bit_width, whole = type_width(types, t);
	if (width >= whole || whole < 32)
		return t;
	if (width < 32)
		return type_basic(types, TYPE_INT);
	if (width == 32)
		return type_basic(types, type_is_signed(types, t) ? TYPE_INT : TYPE_UNSIGNED_INT);
	return NULL; /* a BIT_INTEGER */
}

static bool loads(struct check *c, const struct expression *lvalue, const struct type *t)
{
	const struct type *expected = load_type(c, lvalue);
	return expected ? same(expected, t) : t->kind == TYPE_BIT_INTEGER && t->width == lvalue->member->bit_width;
}

static void check_conversion(struct check *c, const struct expression *e)
{
	const struct expression *from = e->operand;
	const struct type *to = e->type;
	switch (e->conversion) {
	case CONVERSION_LOAD:
		MUST(from->is_lvalue || (from->kind == EXPRESSION_MEMBER && from->member->bit_field));
		MUST(loads(c, from, to));
		MUST(type_has_size(to));
		return;
	case CONVERSION_ARRAY:
		MUST(from->type->kind == TYPE_ARRAY && type_is_pointer(to) && same(to->base, from->type->base));
		return;
	case CONVERSION_FUNCTION:
		MUST(from->kind == EXPRESSION_FUNCTION && type_is_pointer(to) && to->base == from->type);
		return;
	case CONVERSION_VOID:
		MUST(to->kind == TYPE_VOID);
		return;
	case CONVERSION_INTEGER:
		MUST(type_is_integer(from->type) && type_is_integer(to) && to->kind != TYPE_BOOL);
		break;
	case CONVERSION_BOOL:
		MUST(type_is_scalar(from->type) && to->kind == TYPE_BOOL);
		break;
	case CONVERSION_INTEGER_TO_FLOATING:
		MUST(type_is_integer(from->type) && type_is_floating(to));
		break;
	case CONVERSION_FLOATING_TO_INTEGER:
		MUST(type_is_floating(from->type) && type_is_integer(to) && to->kind != TYPE_BOOL);
		break;
	case CONVERSION_FLOATING:
		MUST(type_is_floating(from->type) && type_is_floating(to));
		break;
	case CONVERSION_COMPLEX:
		MUST(type_is_arithmetic(from->type) && type_is_complex(to));
		break;
	case CONVERSION_VECTOR:
		MUST(type_is_vector(to) &&
		     (type_is_vector(from->type) ? from->type->length == to->length : from->type == to->base));
		break;
	case CONVERSION_BITS:
		MUST(type_size(c->unit->types, from->type) == type_size(c->unit->types, to));
		break;
	case CONVERSION_POINTER:
		MUST(type_is_pointer(from->type) && type_is_pointer(to));
		break;
	case CONVERSION_INTEGER_TO_POINTER:
	case CONVERSION_NULL:
		MUST(type_is_integer(from->type) && type_is_pointer(to));
		break;
	case CONVERSION_POINTER_TO_INTEGER:
		MUST(type_is_pointer(from->type) && type_is_integer(to) && to->kind != TYPE_BOOL);
		break;
	case CONVERSION_UNION:
		MUST(to->kind == TYPE_UNION && e->member->record == to->record);
		break;
	case CONVERSION_NONE:
		MUST((type_is_record(to) && to->record == from->type->record) ||
		     (type_is_pointer(to) && type_is_pointer(from->type)));
		break;
	}
	MUST(is_value(from));
	MUST(is_value(e));
}

static void check_binary(struct check *c, const struct expression *e)
{
	const struct expression *l = e->left, *r = e->right;
	if (type_is_vector(e->type)) {
		MUST(l->type == r->type && e->type->length == l->type->length);
		return;
	}
	MUST(is_scalar_value(l) && is_scalar_value(r));
	switch (e->operation) {
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_MULTIPLY:
	case BINARY_DIVIDE:
		MUST(type_is_arithmetic(e->type) && l->type == r->type && e->type == l->type);
		return;
	case BINARY_REMAINDER:
	case BINARY_AND:
	case BINARY_OR:
	case BINARY_XOR:
		MUST(type_is_integer(e->type) && l->type == r->type && e->type == l->type);
		return;
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
		MUST(type_is_integer(r->type) && e->type == l->type && type_is_integer(l->type));
		MUST(type_width(c->unit->types, l->type) >= 32);
		return;
	case BINARY_EQUAL:
	case BINARY_NOT_EQUAL:
	case BINARY_LESS:
	case BINARY_GREATER:
	case BINARY_LESS_EQUAL:
	case BINARY_GREATER_EQUAL:
		MUST(e->type->kind == TYPE_INT);
		MUST(type_is_pointer(l->type) ? type_is_pointer(r->type) : l->type == r->type);
		return;
	case BINARY_POINTER_ADD:
	case BINARY_POINTER_SUBTRACT:
		MUST(type_is_pointer(l->type) && type_is_integer(r->type) && e->type == l->type);
		MUST(e->variable_step || e->step == type_step(c->unit->types, l->type->base));
		return;
	case BINARY_POINTER_DIFFERENCE:
		MUST(type_is_pointer(l->type) && type_is_pointer(r->type) && e->type == c->unit->types->difference);
		return;
	case BINARY_COMPLEX:
		MUST(type_is_complex(e->type) && l->type == r->type && e->type->base == l->type);
		return;
	}
}

static void check_call(struct check *c, const struct expression *e)
{
	const struct type *f = expression_called_type(e);
	MUST(type_is_pointer(e->callee->type) && f->kind == TYPE_FUNCTION && e->type == f->base);
	for (uint32_t i = 0; i < e->argument_count; i++) {
		const struct expression *a = e->arguments[i];
		MUST(is_value(a));
		if (f->prototyped && i < f->parameter_count)
			MUST(same(a->type, type_unqualified(f->parameters[i].type)));
		else
			MUST(a->type->kind != TYPE_FLOAT &&
			     (!type_is_integer(a->type) || type_width(c->unit->types, a->type) >= 32));
	}
}

static void check_members(struct check *c, const struct expression *e)
{
	MUST(type_is_compound(e->operand->type));
	MUST(e->member->record == e->operand->type->record);
	MUST(e->is_lvalue == e->operand->is_lvalue);
	MUST(e->member == &e->member->record->members[e->member->index]);
}

/* What is to be said of E itself. */
static void check_node(struct check *c, const struct expression *e)
{
	MUST(e->type->kind != TYPE_ERROR && !type_is_opaque(e->type));
	MUST(e->location.file && e->location.line);
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
		MUST(is_scalar_value(e) && !type_is_floating(e->type));
		break;
	case EXPRESSION_FLOAT_CONSTANT:
		MUST(type_is_floating(e->type));
		break;
	case EXPRESSION_LABEL_ADDRESS:
		MUST(e->label->statement && e->label->address_taken);
		break;
	case EXPRESSION_OBJECT:
		MUST(e->is_lvalue && e->declaration->kind == DECLARATION_VARIABLE);
		break;
	case EXPRESSION_FUNCTION:
		MUST(!e->is_lvalue && e->declaration->kind == DECLARATION_FUNCTION);
		break;
	case EXPRESSION_STRING:
		MUST(e->is_lvalue && e->type->kind == TYPE_ARRAY);
		MUST(e->string->size == type_size(c->unit->types, e->type));
		break;
	case EXPRESSION_DEREFERENCE:
		MUST(e->is_lvalue && is_value(e->operand) && e->operand->type->base == e->type);
		MUST(e->type->kind != TYPE_FUNCTION);
		break;
	case EXPRESSION_MEMBER:
		check_members(c, e);
		break;
	case EXPRESSION_COMPOUND_LITERAL:
		MUST(e->is_lvalue && e->declaration->is_compound_literal);
		break;
	case EXPRESSION_ADDRESS:
		MUST(e->operand->is_lvalue || e->operand->kind == EXPRESSION_FUNCTION);
		MUST(e->type->base == e->operand->type);
		break;
	case EXPRESSION_CONVERSION:
		check_conversion(c, e);
		break;
	case EXPRESSION_NEGATE:
		MUST((is_scalar_value(e->operand) || type_is_vector(e->type)) && e->type == e->operand->type);
		break;
	case EXPRESSION_COMPLEMENT:
		MUST((type_is_integer(e->type) || type_has_parts(e->type)) && e->type == e->operand->type);
		break;
	case EXPRESSION_NOT:
		MUST(e->type->kind == TYPE_INT && is_scalar_value(e->operand));
		break;
	case EXPRESSION_BINARY:
		check_binary(c, e);
		break;
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
		MUST(e->type->kind == TYPE_INT && is_scalar_value(e->left) && is_scalar_value(e->right));
		break;
	case EXPRESSION_COMMA:
		MUST(e->left->type->kind == TYPE_VOID && e->type == e->right->type);
		break;
	case EXPRESSION_ASSIGN:
		MUST(e->left->is_lvalue && is_value(e->right) && loads(c, e->left, e->type));
		MUST(same(e->right->type, type_unqualified(e->left->type)));
		break;
	case EXPRESSION_UPDATE:
		MUST(e->left->is_lvalue && is_value(e->updated) && loads(c, e->left, e->type));
		MUST(same(e->updated->type, type_unqualified(e->left->type)));
		break;
	case EXPRESSION_OLD_VALUE:
		MUST(c->olds.count && vec_last(&c->olds) == e->of);
		break;
	case EXPRESSION_CONDITIONAL:
		MUST(is_scalar_value(e->condition));
		MUST(same(e->left->type, e->type) && same(e->right->type, e->type));
		break;
	case EXPRESSION_CALL:
		check_call(c, e);
		break;
	case EXPRESSION_BUILTIN:
		MUST(e->builtin < BUILTIN_NONE);
		break;
	case EXPRESSION_STATEMENT:
		MUST(e->result ? e->result->type == e->type : e->type->kind == TYPE_VOID);
		break;
	case EXPRESSION_VA_ARG:
		MUST(type_is_pointer(e->operand->type));
		break;
	}
}

static void visit_initializer(struct check *c, const struct initializer *init)
{
	for (uint32_t i = 0; init && i < init->count; i++) {
		const struct initializer_item *item = &init->items[i];
		const struct expression *e = item->value;
		if (item->type->kind == TYPE_ARRAY)
			MUST(e->kind == EXPRESSION_STRING);
		else
			MUST(is_value(e) && same(e->type, item->type));
		MUST(item->repeat >= 1);
		visit(c, e);
	}
}

static void visit_old(struct check *c, const struct expression *owner, const struct expression *e)
{
	vec_push(&c->olds, owner);
	visit(c, e);
	c->olds.count--;
}

static void visit(struct check *c, const struct expression *e)
{
	c->nodes++;
	check_node(c, e);
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
		visit_initializer(c, e->declaration->initializer);
		return;
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_MEMBER:
	case EXPRESSION_ADDRESS:
	case EXPRESSION_CONVERSION:
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
	case EXPRESSION_NOT:
	case EXPRESSION_VA_ARG:
		visit(c, e->operand);
		return;
	case EXPRESSION_CONDITIONAL:
		visit(c, e->condition);
		visit(c, e->left);
		visit(c, e->right);
		return;
	case EXPRESSION_UPDATE:
		visit(c, e->left);
		visit_old(c, e, e->updated);
		return;
	case EXPRESSION_BINARY:
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
	case EXPRESSION_COMMA:
	case EXPRESSION_ASSIGN:
		visit(c, e->left);
		visit(c, e->right);
		return;
	case EXPRESSION_CALL:
		visit(c, e->callee); /* fall through */
	case EXPRESSION_BUILTIN:
		for (uint32_t i = 0; i < e->argument_count; i++)
			visit(c, e->arguments[i]);
		return;
	case EXPRESSION_STATEMENT:
		walk(c, e->body);
		if (e->result)
			visit(c, e->result);
		return;
	}
}

static void walk(struct check *c, const struct ast_statement *s)
{
	const struct expression *e = s->expression;
	struct expression here = { .location = s->location,
				   .range = s->range,
				   .type = type_basic(c->unit->types, TYPE_VOID) };
	if (e)
		visit(c, e);
	if (s->update)
		visit(c, s->update);
	e = &here;
	switch (s->kind) {
	case AST_COMPOUND:
	case AST_FOR:
		for (uint32_t i = 0; i < s->statement_count; i++)
			walk(c, s->statements[i]);
		for (uint32_t i = 0; i < s->declaration_count; i++)
			MUST(s->declarations[i]->duration == DURATION_AUTOMATIC && s->declarations[i]->owner);
		if (s->kind == AST_FOR)
			MUST(s->body);
		break;
	case AST_DECLARATION:
		MUST(s->declaration->duration == DURATION_AUTOMATIC);
		visit_initializer(c, s->declaration->initializer);
		break;
	case AST_IF:
	case AST_WHILE:
	case AST_DO:
		MUST(s->body && s->expression && is_scalar_value(s->expression));
		break;
	case AST_SWITCH:
		MUST(s->body && type_is_integer(s->expression->type));
		for (uint32_t i = 0; i < s->case_count; i++)
			MUST(s->cases[i].statement->kind == AST_CASE && s->cases[i].statement->target == s);
		break;
	case AST_BREAK:
		MUST(s->target->kind == AST_SWITCH || s->target->kind == AST_WHILE || s->target->kind == AST_DO ||
		     s->target->kind == AST_FOR);
		break;
	case AST_CONTINUE:
		MUST(s->target->kind == AST_WHILE || s->target->kind == AST_DO || s->target->kind == AST_FOR);
		break;
	case AST_GOTO:
		MUST(s->label->statement && s->label->statement->label == s->label);
		break;
	case AST_LABEL:
		MUST(s->label->statement == s);
		break;
	case AST_CASE:
		MUST(s->target->kind == AST_SWITCH);
		break;
	case AST_ASM:
		for (uint32_t i = 0; i < s->assembly->output_count; i++) {
			MUST(s->assembly->outputs[i].value->is_lvalue);
			visit(c, s->assembly->outputs[i].value);
		}
		for (uint32_t i = 0; i < s->assembly->input_count; i++)
			visit(c, s->assembly->inputs[i].value);
		break;
	case AST_EXPRESSION:
	case AST_RETURN:
	case AST_COMPUTED_GOTO:
		break;
	}
	if (s->body)
		walk(c, s->body);
	if (s->alternative)
		walk(c, s->alternative);
}

static void check_unit(struct check *c)
{
	for (uint32_t i = 0; i < c->unit->declaration_count; i++) {
		const struct declaration *d = c->unit->declarations[i];
		if (d->unsupported)
			continue;
		visit_initializer(c, d->initializer);
		if (d->function)
			walk(c, d->function->body);
	}
}

static void check_file(const char *model, const char *path)
{
	struct diagnostics diags;
	struct interner *names = interner_new();
	struct preprocessed text = { 0 };
	struct syntax *s = NULL;
	struct target target = target_default(!strcmp(model, "-m32") ? 32 : 64);
	struct check c = { .faults = 0 };
	struct unit *unit = NULL;
	diagnostics_init(&diags);
	if (preprocess_run(&text, path, &model, 1, &diags, names))
		s = syntax_parse(&diags, names, &target, path, text.text, text.length);
	if (s)
		unit = sema_analyse(s, names, &target, &diags);
	c.unit = unit;
	if (unit)
		check_unit(&c);
	ok(unit && c.nodes && !c.faults, "%s %s: %lu nodes as promised", path, model, c.nodes);
	if (!unit)
		diagnostics_print(&diags, "sema_invariants", stdout);
	vec_free(&c.olds);
	unit_free(unit);
	syntax_free(s);
	diagnostics_release(&diags);
	interner_free(names);
	memory_free(text.messages);
}

int main(int argc, char **argv)
{
	const char *model = "-m64";
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == '-')
			model = argv[i];
		else
			check_file(model, argv[i]);
	}
	return done_testing();
}

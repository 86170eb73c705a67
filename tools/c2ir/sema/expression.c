/* Expressions (C11 6.5): from syntax to typed nodes. */
#include "ast_function.h"
#include "ast_label.h"
#include "record.h"
#include "sema_body.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_declaration.h"
#include "sema_declarator.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "syntax.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_scalar.h"

#include <string.h>

/* ---- nodes ---- */

struct expression *expression_new(struct sema *s, enum expression_kind kind, const struct type *type, node_id n)
{
	struct expression *e = arena_alloc(s->arena, sizeof *e);
	e->kind = kind;
	e->type = type;
	e->location = sema_location(s, n);
	e->range = sema_range(s, n);
	return e;
}

struct expression *expression_like(struct sema *s, enum expression_kind kind, const struct type *type,
				   const struct expression *like)
{
	struct expression *e = arena_alloc(s->arena, sizeof *e);
	e->kind = kind;
	e->type = type;
	e->location = like->location;
	e->range = like->range;
	return e;
}

struct expression *expression_error(struct sema *s, node_id n)
{
	return expression_new(s, EXPRESSION_CONSTANT, s->error_type, n);
}

struct expression *expression_constant(struct sema *s, const struct type *type, integer_value value, node_id n)
{
	struct expression *e = expression_new(s, EXPRESSION_CONSTANT, type, n);
	e->value = value;
	return e;
}

struct expression *expression_of_declaration(struct sema *s, struct declaration *d, node_id n)
{
	bool function = d->kind == DECLARATION_FUNCTION;
	struct expression *e = expression_new(s, function ? EXPRESSION_FUNCTION : EXPRESSION_OBJECT, d->type, n);
	e->declaration = d;
	e->is_lvalue = !function;
	if (!s->unevaluated)
		d->used = true;
	else if (!d->used)
		vec_push(&s->mentioned, d);
	return e;
}

/* ---- sizes ---- */

static struct expression *size_product(struct sema *s, struct declaration *length, struct expression *size, node_id n)
{
	struct expression *count = conversion_value(s, expression_of_declaration(s, length, n));
	return operator_binary(s, n, OP_MUL, count, size);
}

struct expression *expression_size_of(struct sema *s, const struct type *t, node_id n)
{
	if (t->kind == TYPE_ERROR)
		return expression_error(s, n);
	if (t->kind == TYPE_ARRAY && type_is_variable(t)) {
		struct expression *size = expression_size_of(s, t->base, n);
		if (t->form == ARRAY_FIXED)
			return operator_binary(s, n, OP_MUL, expression_constant(s, s->size_type, t->length, n), size);
		if (t->length_object)
			return size_product(s, t->length_object, size, n);
		if (s->in_prototype && !s->prototype)
			return variable_unknown_size(s, n);
		sema_error(s, sema_location(s, n), "the size of an array of unknown length");
		return expression_error(s, n);
	}
	if (type_is_variable(t) && t->record->size_object)
		return conversion_value(s, expression_of_declaration(s, t->record->size_object, n));
	if (t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION && !type_has_size(t)) {
		sema_error(s, sema_location(s, n), "the size of the incomplete type '%s'", sema_type(s, t));
		return expression_error(s, n);
	}
	return expression_constant(s, s->size_type, type_step(s->types, t), n);
}

/* 6.7.6.2p5 leaves open what is evaluated where the size does not depend on it: as for gcc, nothing is. */
static struct expression *sizeof_type(struct sema *s, node_id type_node, node_id n)
{
	size_t mark = s->pending.count;
	const struct type *t = declarator_type_name(s, type_node);
	if (!type_is_variable(t))
		variable_forget(s, mark);
	return expression_size_of(s, t, n);
}

static struct expression *parse_sizeof(struct sema *s, node_id n)
{
	node_id type_node = syntax_field(s->syntax, n, FIELD_TYPE);
	if (type_node)
		return sizeof_type(s, type_node, n);
	struct operand operand = variable_enter_operand(s);
	struct expression *e = expression_parse(s, syntax_field(s->syntax, n, FIELD_VALUE));
	variable_leave_operand(s, operand, type_is_variable(e->type) ? e : NULL);
	if (e->kind == EXPRESSION_MEMBER && e->member->bit_field) {
		sema_error(s, sema_location(s, n), "sizeof of a bit-field");
		return expression_error(s, n);
	}
	return expression_size_of(s, e->type, n);
}

/* gcc: __alignof__ gives the alignment that objects of the type get, _Alignof that which they have at least. */
static uint32_t preferred_alignment(struct sema *s, const struct type *t)
{
	uint32_t a = type_alignment(s->types, t);
	while (t->kind == TYPE_ARRAY || type_is_complex(t))
		t = t->base;
	bool scalar = (type_is_arithmetic(t) || t->kind == TYPE_ENUM) && type_size(s->types, t) == 8;
	return scalar && a == 4 && !t->alignment ? 8 : a;
}

static uint32_t object_alignment(struct sema *s, const struct expression *e, bool preferred)
{
	uint32_t asked = 0;
	if (e->kind == EXPRESSION_OBJECT || e->kind == EXPRESSION_FUNCTION)
		asked = e->declaration->alignment;
	else if (e->kind == EXPRESSION_MEMBER)
		asked = e->member->declared_alignment;
	if (asked)
		return asked;
	return preferred ? preferred_alignment(s, e->type) : type_alignment(s->types, e->type);
}

static struct expression *parse_alignof(struct sema *s, node_id n)
{
	node_id type_node = syntax_field(s->syntax, n, FIELD_TYPE), value = syntax_field(s->syntax, n, FIELD_VALUE);
	size_t length;
	size_t mark = s->pending.count;
	const char *word = syntax_token_text(s->syntax, syntax_first_token(s->syntax, n), &length);
	bool preferred = length > 2 && word[0] == '_' && word[1] == '_';
	uint32_t alignment;
	if (type_node) {
		const struct type *t = declarator_type_name(s, type_node);
		alignment = preferred ? preferred_alignment(s, t) : type_alignment(s->types, t);
		if (type_is_vector(t) && !preferred && !t->alignment && alignment > 16) /* gcc's BIGGEST_ALIGNMENT */
			alignment = 16;
	} else {
		struct operand operand = variable_enter_operand(s);
		struct expression *e = expression_parse(s, value);
		variable_leave_operand(s, operand, NULL);
		alignment = object_alignment(s, e, preferred);
	}
	variable_forget(s, mark);
	return expression_constant(s, s->size_type, alignment, n);
}

/* ---- names ---- */

/* __func__ and its kin: one array for each function (6.4.2.2). */
static struct expression *function_name(struct sema *s, node_id n)
{
	const char *name = s->body ? s->body->function->declaration->name : "top level";
	struct expression *e = literal_of_text(s, name, n);
	if (s->body && s->body->name)
		e->string = s->body->name;
	else if (s->body)
		s->body->name = e->string;
	return e;
}

static struct expression *undeclared(struct sema *s, node_id n, const char *name)
{
	struct location location = sema_location(s, n);
	if (!strncmp(name, "__builtin_", 10) || !strncmp(name, "__sync_", 7) || !strncmp(name, "__atomic_", 9)) {
		sema_unsupported(s, location, "the builtin %s", name);
		return expression_error(s, n);
	}
	if (!syntax_is_doubtful(s->syntax, name))
		sema_error(s, location, "'%s' is not declared", name);
	/* once is enough */
	struct declaration *d = sema_new_declaration(s, DECLARATION_VARIABLE, name, s->error_type, location);
	scope_bind(&s->scopes, name, d);
	return expression_error(s, n);
}

static bool is_function_name(const char *name)
{
	return !strcmp(name, "__func__") || !strcmp(name, "__FUNCTION__") || !strcmp(name, "__PRETTY_FUNCTION__");
}

static struct expression *parse_identifier(struct sema *s, node_id n)
{
	const char *name = syntax_name(s->syntax, n), *library;
	const struct type *type;
	struct binding *b = scope_find(&s->scopes, name);
	if (!b && is_function_name(name))
		return function_name(s, n);
	if (!b && builtin_known(s, name, &type, &library) && type)
		return expression_of_declaration(s, declaration_implicit_function(s, name, sema_location(s, n)), n);
	if (!b)
		return undeclared(s, n, name);
	struct declaration *d = b->declaration;
	switch (d->kind) {
	case DECLARATION_ENUMERATOR:
		return expression_constant(s, d->type, d->value, n);
	case DECLARATION_TYPEDEF:
		sema_error(s, sema_location(s, n), "the type name '%s' where a value is wanted", name);
		return expression_error(s, n);
	case DECLARATION_VARIABLE:
		if (d->type->kind == TYPE_ERROR)
			return expression_error(s, n);
		return expression_of_declaration(s, d, n);
	case DECLARATION_FUNCTION:
		return expression_of_declaration(s, d, n);
	}
	return expression_error(s, n);
}

/* ---- operators ---- */

static struct expression *parse_unary(struct sema *s, node_id n)
{
	node_id value = syntax_field(s->syntax, n, FIELD_VALUE);
	enum node_op op = syntax_op(s->syntax, n);
	bool increment = op == OP_PRE_INCREMENT || op == OP_POST_INCREMENT;
	switch (op) {
	case OP_DEREFERENCE:
		return operator_dereference(s, n, expression_value(s, value));
	case OP_ADDRESS:
		return operator_address(s, n, expression_parse(s, value));
	case OP_PRE_INCREMENT:
	case OP_PRE_DECREMENT:
	case OP_POST_INCREMENT:
	case OP_POST_DECREMENT: {
		struct expression *left = expression_parse(s, value);
		struct expression *one = expression_constant(s, s->int_type, 1, 0);
		one->location = sema_location(s, n);
		return operator_update(s, n, increment ? OP_ADD : OP_SUB, left, one,
				       op == OP_POST_INCREMENT || op == OP_POST_DECREMENT);
	}
	case OP_REAL:
	case OP_IMAG:
		return complex_operator(s, n, expression_parse(s, value), op == OP_IMAG);
	default:
		return operator_unary(s, n, op, expression_value(s, value));
	}
}

static bool is_left_chain(enum node_kind kind)
{
	return kind == NODE_BINARY || kind == NODE_COMMA;
}

/* The operator N over LEFT, which has been parsed (not converted). */
static struct expression *parse_right(struct sema *s, node_id n, struct expression *left)
{
	node_id right = syntax_field(s->syntax, n, FIELD_RIGHT);
	if (syntax_kind(s->syntax, n) == NODE_COMMA) {
		left = conversion_value(s, left);
		return operator_comma(s, n, left, expression_value(s, right));
	}
	enum node_op op = syntax_op(s->syntax, n);
	left = conversion_value(s, left);
	if (op == OP_LOGICAL_AND || op == OP_LOGICAL_OR)
		return operator_logical(s, n, op == OP_LOGICAL_AND, left, expression_value(s, right));
	return operator_binary(s, n, op, left, expression_value(s, right));
}

enum { CHAIN_LIMIT = 5000 };

/* a + b + c ... leans to the left: long chains without recursion. */
static struct expression *parse_chain(struct sema *s, node_id n)
{
	VEC(node_id) chain = { 0 };
	for (; is_left_chain(syntax_kind(s->syntax, n)); n = syntax_field(s->syntax, n, FIELD_LEFT))
		vec_push(&chain, n);
	if (chain.count > CHAIN_LIMIT) {
		diagnose(s->diags, DIAG_UNSUPPORTED, sema_location(s, n), "an expression of more than %d operands",
			 CHAIN_LIMIT);
		s->stopped = true;
	}
	struct expression *e = expression_parse(s, n);
	while (chain.count && !s->stopped)
		e = parse_right(s, vec_pop(&chain), e);
	vec_free(&chain);
	return e;
}

static struct expression *parse_assignment(struct sema *s, node_id n)
{
	node_id left_node = syntax_field(s->syntax, n, FIELD_LEFT),
		right_node = syntax_field(s->syntax, n, FIELD_RIGHT);
	enum node_op op = syntax_op(s->syntax, n);
	struct expression *left = expression_parse(s, left_node), *right = expression_value(s, right_node);
	if (left->type->kind == TYPE_ERROR)
		return left;
	if (op == OP_NONE)
		return operator_assign(s, n, left, right);
	return operator_update(s, n, op, left, right, false);
}

static struct expression *parse_conditional(struct sema *s, node_id n)
{
	node_id middle = syntax_field(s->syntax, n, FIELD_CONSEQUENCE);
	struct expression *condition = expression_value(s, syntax_field(s->syntax, n, FIELD_CONDITION));
	struct expression *left = middle ? expression_value(s, middle) : NULL;
	struct expression *right = expression_value(s, syntax_field(s->syntax, n, FIELD_ALTERNATIVE));
	if (condition->type->kind == TYPE_ERROR)
		return condition;
	return operator_conditional(s, n, condition, left, right);
}

static struct expression *parse_field(struct sema *s, node_id n)
{
	node_id value = syntax_field(s->syntax, n, FIELD_VALUE), name = syntax_field(s->syntax, n, FIELD_NAME);
	struct expression *operand;
	if (syntax_op(s->syntax, n) == OP_ARROW) {
		operand = operator_dereference(s, value, expression_value(s, value));
		if (operand->kind == EXPRESSION_DEREFERENCE)
			operand->is_arrow = true;
	} else {
		operand = expression_parse(s, value);
		if (!operand->is_lvalue)
			operand = conversion_value(s, operand);
	}
	return operator_member(s, n, operand, syntax_name(s->syntax, name), sema_location(s, name));
}

static struct expression *parse_subscript(struct sema *s, node_id n)
{
	struct expression *left = expression_parse(s, syntax_field(s->syntax, n, FIELD_VALUE));
	if (!type_is_vector(left->type))
		left = conversion_value(s, left);
	struct expression *right = expression_value(s, syntax_field(s->syntax, n, FIELD_INDEX));
	return type_is_vector(left->type) ? vector_subscript(s, n, left, right) : operator_subscript(s, n, left, right);
}

static struct expression *parse_cast(struct sema *s, node_id n)
{
	const struct type *t = declarator_type_name(s, syntax_field(s->syntax, n, FIELD_TYPE));
	return conversion_cast(s, expression_value(s, syntax_field(s->syntax, n, FIELD_VALUE)), t, n);
}

static struct expression *parse_compound_literal(struct sema *s, node_id n)
{
	const struct type *t = declarator_type_name(s, syntax_field(s->syntax, n, FIELD_TYPE));
	bool is_static = !s->body;
	struct initializer *init =
		initializer_parse(s, syntax_field(s->syntax, n, FIELD_VALUE), &t, is_static, sema_location(s, n));
	if (!init || t->kind == TYPE_ERROR)
		return expression_error(s, n);
	if (type_is_variable(t)) {
		sema_error(s, sema_location(s, n), "a compound literal of variable size");
		return expression_error(s, n);
	}
	struct declaration *d;
	if (is_static) {
		d = sema_new_declaration(s, DECLARATION_VARIABLE, NULL, t, sema_location(s, n));
		d->duration = DURATION_STATIC;
		sema_add_to_unit(s, d);
	} else {
		d = declaration_automatic(s, NULL, t, sema_location(s, n));
	}
	d->is_compound_literal = d->defined = true;
	d->initializer = init;
	d->range = sema_range(s, n);
	struct expression *e = expression_new(s, EXPRESSION_COMPOUND_LITERAL, t, n);
	e->declaration = d;
	e->is_lvalue = true;
	return e;
}

/* ---- _Generic ---- */

static const struct type *association_type(struct sema *s, node_id n)
{
	size_t mark = s->pending.count;
	const struct type *t = declarator_type_name(s, n);
	variable_forget(s, mark);
	if (t->kind == TYPE_ERROR || !type_is_variably_modified(t))
		return t;
	sema_error(s, sema_location(s, n), "an association of _Generic with the variably modified type '%s'",
		   sema_type(s, t));
	return s->error_type;
}

/* The association that TYPE selects (6.5.1.1); 0 after an error. Only its expression is analysed. */
static node_id select_association(struct sema *s, node_id n, const struct type *type)
{
	node_id chosen = 0, otherwise = 0;
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c)) {
		if (syntax_kind(s->syntax, c) != NODE_GENERIC_ASSOCIATION)
			continue;
		node_id type_node = syntax_field(s->syntax, c, FIELD_TYPE);
		if (!type_node)
			otherwise = c;
		else if (type_compatible(association_type(s, type_node), type) && !chosen)
			chosen = c;
	}
	return chosen ? chosen : otherwise;
}

static struct expression *parse_generic(struct sema *s, node_id n)
{
	struct operand operand = variable_enter_operand(s);
	struct expression *control = expression_value(s, syntax_field(s->syntax, n, FIELD_VALUE));
	variable_leave_operand(s, operand, NULL);
	if (control->type->kind == TYPE_ERROR)
		return control;
	node_id chosen = select_association(s, n, control->type);
	if (chosen)
		return expression_parse(s, syntax_field(s->syntax, chosen, FIELD_VALUE));
	sema_error(s, sema_location(s, n), "_Generic has no association for the type '%s'",
		   sema_type(s, control->type));
	return expression_error(s, n);
}

static struct expression *parse_label_address(struct sema *s, node_id n)
{
	node_id name = syntax_field(s->syntax, n, FIELD_LABEL);
	struct expression *e = expression_new(s, EXPRESSION_LABEL_ADDRESS, s->void_pointer, n);
	if (!s->body) {
		sema_error(s, sema_location(s, n), "a label outside of a function");
		return expression_error(s, n);
	}
	e->label = statement_label(s, syntax_name(s->syntax, name), sema_location(s, name));
	e->label->address_taken = true;
	return e;
}

/* ---- all ---- */

static struct expression *parse(struct sema *s, node_id n)
{
	enum node_kind kind = syntax_kind(s->syntax, n);
	switch (kind) {
	case NODE_IDENTIFIER:
		return parse_identifier(s, n);
	case NODE_NUMBER_LITERAL:
		return literal_number(s, n);
	case NODE_CHAR_LITERAL:
		return literal_char(s, n);
	case NODE_STRING_LITERAL:
		return literal_string(s, n);
	case NODE_COMMA:
	case NODE_BINARY:
		return parse_chain(s, n);
	case NODE_CONDITIONAL:
		return parse_conditional(s, n);
	case NODE_ASSIGNMENT:
		return parse_assignment(s, n);
	case NODE_UNARY:
		return parse_unary(s, n);
	case NODE_LABEL_ADDRESS:
		return parse_label_address(s, n);
	case NODE_CAST:
		return parse_cast(s, n);
	case NODE_COMPOUND_LITERAL:
		return parse_compound_literal(s, n);
	case NODE_SIZEOF:
		return parse_sizeof(s, n);
	case NODE_ALIGNOF:
		return parse_alignof(s, n);
	case NODE_SUBSCRIPT:
		return parse_subscript(s, n);
	case NODE_CALL:
		return call_parse(s, n);
	case NODE_FIELD_EXPRESSION:
		return parse_field(s, n);
	case NODE_GENERIC:
		return parse_generic(s, n);
	case NODE_STATEMENT_EXPRESSION:
		return statement_expression(s, n);
	default:
		break; /* no other node is an expression */
	}
	sema_error(s, sema_location(s, n), "no expression here (%s)", node_kind_name(kind));
	return expression_error(s, n);
}

struct expression *expression_parse(struct sema *s, node_id n)
{
	if (!sema_enter(s, sema_location(s, n)))
		return expression_error(s, n);
	size_t mark = s->pending.count;
	struct expression *e = parse(s, n);
	sema_leave(s);
	return s->pending.count == mark ? e : variable_attach(s, mark, e);
}

struct expression *expression_value(struct sema *s, node_id n)
{
	return conversion_value(s, expression_parse(s, n));
}

struct expression *expression_effect(struct sema *s, node_id n)
{
	struct expression *e = expression_parse(s, n);
	if (e->type->kind == TYPE_VOID)
		return conversion_value(s, e);
	return e->type->kind == TYPE_ARRAY ? e : conversion_value(s, e);
}

struct expression *expression_condition(struct sema *s, node_id n, const char *what)
{
	struct expression *e = expression_value(s, n);
	if (e->type->kind == TYPE_ERROR || type_is_scalar(e->type))
		return e;
	sema_error(s, e->location, "the condition of %s has the type '%s', which is not scalar", what,
		   sema_type(s, e->type));
	return expression_error(s, n);
}

bool expression_integer(struct sema *s, node_id n, integer_value *value, const struct type **type, const char *what)
{
	struct expression *e = expression_value(s, n);
	if (type)
		*type = e->type;
	if (e->type->kind == TYPE_ERROR)
		return false;
	struct constant c = { .kind = CONSTANT_NONE };
	if (type_is_integer(e->type))
		c = constant_evaluate(s->types, e);
	if (c.kind == CONSTANT_INTEGER) {
		*value = c.value;
		return true;
	}
	sema_error(s, sema_location(s, n), "the %s is no integer constant expression", what);
	return false;
}

bool expression_size(struct sema *s, node_id n, uint64_t limit, uint64_t *value, const char *what)
{
	integer_value v;
	const struct type *type;
	if (!expression_integer(s, n, &v, &type, what))
		return false;
	__int128 number = constant_signed(s->types, type, v);
	if (number >= 0 && number < limit) {
		*value = (uint64_t)number;
		return true;
	}
	sema_error(s, sema_location(s, n), "the %s is out of range", what);
	return false;
}

/* Declarators and type names (C11 6.7.6, 6.7.7): from the outside of the tree inwards, the type is built up. */
#include "ast_query.h"
#include "sema_constant.h"
#include "sema_declarator.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_specifier.h"
#include "sema_variable.h"
#include "syntax_operator.h"
#include "target.h"
#include "type.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_qualifier.h"

#include <string.h>

static unsigned qualifiers_of(struct sema *s, node_id n)
{
	unsigned qualifiers = 0;
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c)) {
		if (syntax_kind(s->syntax, c) != NODE_TYPE_QUALIFIER)
			continue;
		switch (syntax_keyword(s->syntax, c)) {
		case KEYWORD_CONST:
			qualifiers |= QUALIFIER_CONST;
			break;
		case KEYWORD_VOLATILE:
			qualifiers |= QUALIFIER_VOLATILE;
			break;
		case KEYWORD_RESTRICT:
			qualifiers |= QUALIFIER_RESTRICT;
			break;
		case KEYWORD_ATOMIC:
			qualifiers |= QUALIFIER_ATOMIC;
			break;
		default:
			break; /* no other keyword is a qualifier */
		}
	}
	return qualifiers;
}

/* ---- arrays ---- */

static const struct type *check_element(struct sema *s, node_id n, const struct type *element)
{
	struct location location = sema_location(s, n);
	if (element->kind == TYPE_ERROR)
		return element;
	if (element->kind == TYPE_FUNCTION)
		sema_error(s, location, "an array of functions");
	else if (element->kind == TYPE_VOID)
		sema_error(s, location, "an array of void");
	else if (!type_is_complete(element))
		sema_error(s, location, "an array of elements of the incomplete type '%s'", sema_type(s, element));
	else
		return element;
	return s->error_type;
}

static const struct type *variable_array(struct sema *s, node_id n, const struct type *element,
					 struct expression *length)
{
	if (s->in_prototype && !s->prototype)
		return type_variable_array(s->types, element, NULL);
	if (s->prototype || s->body)
		return type_variable_array(s->types, element, variable_size(s, n, length));
	sema_error(s, sema_location(s, n), "an array of variable size outside of a function");
	return s->error_type;
}

/* [*] */
static const struct type *unknown_array(struct sema *s, node_id n, const struct type *element)
{
	if (s->in_prototype && !s->prototype)
		return type_variable_array(s->types, element, NULL);
	sema_error(s, sema_location(s, n), "[*] outside of the parameters of a declaration");
	return s->error_type;
}

static const struct type *fixed_array(struct sema *s, node_id n, const struct type *element, __int128 length)
{
	uint64_t size = type_size(s->types, element);
	uint64_t limit = types_target(s->types)->pointer_bits == 64 ? INT64_MAX : INT32_MAX;
	if (length < 0)
		sema_error(s, sema_location(s, n), "the size of the array is negative");
	else if (length > limit || (size && length > limit / size))
		sema_error(s, sema_location(s, n), "the array is too large");
	else
		return type_array(s->types, element, (uint64_t)length);
	return s->error_type;
}

static bool is_static(struct sema *s, node_id n)
{
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c))
		if (syntax_kind(s->syntax, c) == NODE_STORAGE_CLASS && syntax_keyword(s->syntax, c) == KEYWORD_STATIC)
			return true;
	return false;
}

static const struct type *apply_array(struct sema *s, node_id n, const struct type *element)
{
	node_id size = syntax_field(s->syntax, n, FIELD_SIZE);
	element = check_element(s, n, element);
	if (syntax_op(s->syntax, n) == OP_STAR)
		return unknown_array(s, n, element);
	if (!size)
		return element->kind == TYPE_ERROR ? element : type_incomplete_array(s->types, element);
	struct expression *length = expression_value(s, size);
	if (expression_type(length)->kind == TYPE_ERROR || element->kind == TYPE_ERROR)
		return s->error_type;
	if (!type_is_integer(expression_type(length))) {
		sema_error(s, sema_location(s, size),
			   "the size of an array has the type '%s', which is not an integer type",
			   sema_type(s, expression_type(length)));
		return s->error_type;
	}
	struct constant c = constant_evaluate(s->types, length);
	if (c.kind == CONSTANT_INTEGER)
		return fixed_array(s, n, element, constant_signed(s->types, expression_type(length), c.value));
	return variable_array(s, n, element, length);
}

/* ---- functions ---- */

const struct type *declarator_adjust(struct sema *s, const struct type *t)
{
	if (t->kind == TYPE_ARRAY)
		return type_pointer(s->types, t->base);
	return t->kind == TYPE_FUNCTION ? type_pointer(s->types, t) : t;
}

static struct declaration *parameter_declaration(struct sema *s, node_id n)
{
	struct specifiers spec;
	struct declarator declarator = { 0 };
	node_id d = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	specifier_parse_type(s, syntax_field(s->syntax, n, FIELD_TYPE), false, &spec);
	struct attributes attributes = { 0 };
	attribute_add_declarator(s, &attributes, d, true);
	declarator_apply(s, d, spec.type, &declarator);
	if (!d)
		declarator.location = sema_location(s, n);
	const struct type *type = attribute_type(s, &attributes, declarator.type, declarator.location);
	type = declarator_adjust(s, type);
	if (type_is_variable(type)) {
		sema_unsupported(s, declarator.location, "a parameter whose type has a variable size");
		type = s->error_type;
	}
	struct declaration *p =
		sema_new_declaration(s, DECLARATION_VARIABLE, declarator.name, type, declarator.location);
	p->range = sema_range(s, n);
	p->is_parameter = p->defined = true;
	p->is_register = spec.is_register;
	p->passed_type = p->type;
	if (declarator.at_least && type_is_array(declarator.type) && type_has_size(declarator.type) &&
	    !type_is_variable(declarator.type))
		p->at_least = declarator.type;
	p->in_system_header = syntax_in_system_header(s->syntax, n);
	attribute_apply(s, &attributes, p);
	if (spec.is_typedef || spec.is_static || spec.is_extern)
		sema_error(s, declarator.location, "a parameter with another storage class than register");
	return p;
}

static void bind_parameter(struct sema *s, struct declaration *p)
{
	if (!p->name)
		return;
	struct binding *before = scope_find_here(&s->scopes, p->name);
	if (before && before->declaration->is_parameter)
		sema_error(s, p->location, "two parameters are called '%s'", p->name);
	else
		scope_bind(&s->scopes, p->name, p);
}

static bool is_void_list(const struct declaration_vec *parameters)
{
	return parameters->count == 1 && !parameters->at[0]->name && parameters->at[0]->type->kind == TYPE_VOID;
}

/* The types of PARAMETERS; void ones are reported. */
static struct parameter *types_of(struct sema *s, const struct declaration_vec *parameters)
{
	struct parameter *types = arena_alloc(s->arena, (parameters->count + 1) * sizeof *types);
	for (size_t i = 0; i < parameters->count; i++) {
		struct declaration *p = parameters->at[i];
		if (p->type->kind == TYPE_VOID) {
			sema_error(s, p->location, "a parameter of type void");
			p->type = p->passed_type = s->error_type;
		}
		types[i] = (struct parameter){ p->name, p->type, p->location };
	}
	return types;
}

static void old_style_parameters(struct sema *s, node_id list, struct declaration_vec *parameters)
{
	for (node_id c = syntax_first_child(s->syntax, list); c; c = syntax_next(s->syntax, c)) {
		const char *name = syntax_name(s->syntax, c);
		if (!name)
			continue;
		struct declaration *p =
			sema_new_declaration(s, DECLARATION_VARIABLE, name, s->int_type, sema_location(s, c));
		p->range = sema_range(s, c);
		p->is_parameter = p->defined = true;
		p->passed_type = p->type;
		bind_parameter(s, p);
		vec_push(parameters, p);
	}
}

/* Parses the list inside a scope of its own. WANTED: where a definition keeps it, or NULL. */
static const struct type *parameter_list(struct sema *s, node_id list, const struct type *result,
					 struct prototype *wanted)
{
	struct declaration_vec parameters = { 0 };
	bool variadic = false, old_style = syntax_kind(s->syntax, list) == NODE_IDENTIFIER_LIST;
	struct prototype *around = s->prototype;
	size_t mark = s->pending.count;
	scope_enter(&s->scopes);
	s->in_prototype++;
	s->prototype = wanted;
	if (old_style)
		old_style_parameters(s, list, &parameters);
	for (node_id c = old_style ? 0 : syntax_first_child(s->syntax, list); c; c = syntax_next(s->syntax, c)) {
		if (syntax_kind(s->syntax, c) == NODE_ELLIPSIS) {
			variadic = true;
			continue;
		}
		struct declaration *p = parameter_declaration(s, c);
		bind_parameter(s, p);
		vec_push(&parameters, p);
	}
	variable_parameters(s, mark);
	s->prototype = around;
	s->in_prototype--;
	struct scope *scope = scope_leave(&s->scopes);
	bool empty = !parameters.count && !variadic && !old_style;
	if (variadic && !parameters.count && types_target(s->types)->standard < STANDARD_C23)
		sema_error(s, sema_location(s, list), "'...' needs a parameter before it");
	/* as gcc 12 takes C23: only in a definition is () a prototype */
	bool prototyped = !old_style && (!empty || (wanted && types_target(s->types)->standard >= STANDARD_C23));
	if (is_void_list(&parameters))
		vec_clear(&parameters);
	const struct type *t = type_function(s->types, result, types_of(s, &parameters), (uint32_t)parameters.count,
					     prototyped, variadic);
	if (old_style)
		t = type_function(s->types, result, NULL, 0, false, false);
	if (!wanted) {
		vec_free(&parameters);
		return t;
	}
	wanted->scope = scope;
	wanted->list = list;
	wanted->old_style = old_style || (empty && !prototyped);
	wanted->parameters = parameters;
	return t;
}

static const struct type *apply_function(struct sema *s, node_id n, const struct type *result, struct declarator *d)
{
	struct location location = sema_location(s, n);
	node_id inner = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	if (result->kind == TYPE_FUNCTION || result->kind == TYPE_ARRAY) {
		sema_error(s, location, "a function that returns %s",
			   result->kind == TYPE_ARRAY ? "an array" : "a function");
		result = s->error_type;
	}
	if (type_is_variable(result)) {
		sema_unsupported(s, location, "a function that returns a record of variable size");
		result = s->error_type;
	}
	if (!sema_enter(s, location))
		return s->error_type;
	/* the parameters that a definition wants are those next to its name */
	bool wanted = d->prototype && !s->in_prototype && syntax_kind(s->syntax, inner) == NODE_IDENTIFIER;
	const struct type *t = parameter_list(s, syntax_field(s->syntax, n, FIELD_PARAMETERS), type_unqualified(result),
					      wanted ? d->prototype : NULL);
	d->has_prototype |= wanted;
	sema_leave(s);
	return t;
}

/*
 * The name in `int (f)(void)` as a parameter, where the tree takes (f) for a list of parameters without types: a list of
 * identifiers belongs to definitions only, so this is never one.
 */
static node_id parenthesized_name(struct sema *s, node_id n)
{
	node_id list = syntax_field(s->syntax, n, FIELD_PARAMETERS);
	if (syntax_field(s->syntax, n, FIELD_DECLARATOR) || syntax_kind(s->syntax, list) != NODE_IDENTIFIER_LIST)
		return 0;
	node_id only = syntax_first_child(s->syntax, list);
	return only && !syntax_next(s->syntax, only) && syntax_kind(s->syntax, only) == NODE_IDENTIFIER ? only : 0;
}

void declarator_apply(struct sema *s, node_id n, const struct type *type, struct declarator *d)
{
	d->location = sema_location(s, n);
	while (n) {
		node_id name = syntax_kind(s->syntax, n) == NODE_FUNCTION_DECLARATOR ? parenthesized_name(s, n) : 0;
		n = name ? name : n;
		enum node_kind kind = syntax_kind(s->syntax, n);
		if (kind != NODE_IDENTIFIER)
			d->at_least = kind == NODE_ARRAY_DECLARATOR && is_static(s, n);
		switch (kind) {
		case NODE_POINTER_DECLARATOR:
			type = type_qualified(s->types, type_pointer(s->types, type), qualifiers_of(s, n));
			break;
		case NODE_ARRAY_DECLARATOR:
			type = apply_array(s, n, type);
			break;
		case NODE_FUNCTION_DECLARATOR:
			type = apply_function(s, n, type, d);
			break;
		default: /* the identifier */
			d->name = syntax_name(s->syntax, n);
			d->location = sema_location(s, n);
			break;
		}
		n = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	}
	d->type = type;
}

const struct type *declarator_type_name(struct sema *s, node_id n)
{
	struct specifiers spec;
	struct declarator d = { 0 };
	node_id inner = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	specifier_parse_type(s, syntax_field(s->syntax, n, FIELD_TYPE), false, &spec);
	declarator_apply(s, inner, spec.type, &d);
	struct attributes attributes = { 0 };
	attribute_add_declarator(s, &attributes, inner, true);
	const struct type *t = attribute_type(s, &attributes, d.type, spec.location);
	if (spec.attributes.aligned || attributes.aligned)
		t = type_aligned(s->types, t, spec.attributes.aligned | attributes.aligned);
	return t;
}

void declarator_release(struct prototype *p)
{
	vec_free(&p->parameters);
	vec_free(&p->effects);
	vec_free(&p->hidden);
}

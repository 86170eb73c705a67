/* Function calls (C11 6.5.2.2): arguments are converted to the parameters' types, or promoted where there is no prototype. */
#include "sema_conversion.h"
#include "sema_declaration.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "syntax.h"
#include "type.h"
#include "type_derived.h"
#include "type_object.h"

#include <stdio.h>
#include <string.h>

static const char *called_name(const struct expression *callee)
{
	struct declaration *d = callee->kind == EXPRESSION_CONVERSION && callee->operand->kind == EXPRESSION_FUNCTION
					? callee->operand->declaration
					: NULL;
	return d ? d->name : NULL;
}

static bool check_count(struct sema *s, node_id n, const struct type *f, const char *name, size_t count)
{
	const char *what = name ? name : "the function";
	if (!f->prototyped || count == f->parameter_count || (f->variadic && count > f->parameter_count))
		return true;
	sema_error(s, sema_location(s, n), "too %s arguments for '%s': %zu instead of %s%u",
		   count < f->parameter_count ? "few" : "many", what, count, f->variadic ? "at least " : "",
		   f->parameter_count);
	return false;
}

static struct expression *convert_argument(struct sema *s, const struct type *f, size_t index, const char *name,
					   struct expression *e)
{
	char what[128];
	if (!f->prototyped || index >= f->parameter_count) {
		if (type_is_variable(e->type) && !f->prototyped) {
			sema_unsupported(s, e->location,
					 "an argument of variable size for a function without a prototype");
			return expression_like(s, EXPRESSION_CONSTANT, s->error_type, e);
		}
		if (e->type->kind != TYPE_VOID)
			return conversion_default_argument(s, e);
		sema_error(s, e->location, "an argument of type void");
		return expression_like(s, EXPRESSION_CONSTANT, s->error_type, e);
	}
	snprintf(what, sizeof what, "argument %zu of '%.80s'", index + 1, name ? name : "the function");
	return conversion_assign(s, e, f->parameters[index].type, e->location, what);
}

static bool parse_arguments(struct sema *s, node_id first, const struct type *f, const char *name,
			    struct expression_vec *arguments)
{
	bool good = true;
	for (node_id a = first; a; a = syntax_next_field(s->syntax, a)) {
		struct expression *e = expression_value(s, a);
		if (e->type->kind != TYPE_ERROR)
			e = convert_argument(s, f, arguments->count, name, e);
		good &= e->type->kind != TYPE_ERROR;
		vec_push(arguments, e);
	}
	return good;
}

static bool check_result(struct sema *s, node_id n, const struct type *result)
{
	if (result->kind == TYPE_VOID || type_has_size(result))
		return true;
	if (result->kind != TYPE_ERROR)
		sema_error(s, sema_location(s, n), "the call returns the incomplete type '%s'", sema_type(s, result));
	return false;
}

struct expression *call_with(struct sema *s, node_id n, struct expression *callee, node_id first)
{
	struct expression_vec arguments = { 0 };
	if (callee->type->kind == TYPE_ERROR)
		return callee;
	if (!type_is_pointer(callee->type) || callee->type->base->kind != TYPE_FUNCTION) {
		sema_error(s, sema_location(s, n), "the called object has the type '%s', which is no function",
			   sema_type(s, callee->type));
		return expression_error(s, n);
	}
	const struct type *f = callee->type->base;
	const char *name = called_name(callee);
	bool good = parse_arguments(s, first, f, name, &arguments);
	good = check_count(s, n, f, name, arguments.count) && check_result(s, n, f->base) && good;
	struct expression *e = expression_new(s, EXPRESSION_CALL, f->base, n);
	e->callee = callee;
	e->argument_count = (uint32_t)arguments.count;
	e->arguments = sema_array(s, arguments.at, arguments.count, sizeof *arguments.at);
	vec_free(&arguments);
	return good ? e : expression_error(s, n);
}

static struct expression *call(struct sema *s, node_id n, struct expression *callee)
{
	return call_with(s, n, callee, syntax_field(s->syntax, n, FIELD_ARGUMENT));
}

struct expression *call_parse(struct sema *s, node_id n)
{
	node_id function = syntax_field(s->syntax, n, FIELD_FUNCTION);
	const char *name =
		syntax_kind(s->syntax, function) == NODE_IDENTIFIER ? syntax_name(s->syntax, function) : NULL;
	struct binding *b = name ? scope_find(&s->scopes, name) : NULL;
	if (name && (!b || (b->declaration->kind == DECLARATION_FUNCTION && !b->declaration->function))) {
		struct expression *e = builtin_call(s, n, name);
		if (e)
			return e;
	}
	if (name && !b && strncmp(name, "__builtin_", 10) != 0 && strncmp(name, "__sync_", 7) != 0 &&
	    strncmp(name, "__atomic_", 9) != 0) {
		struct declaration *d = declaration_implicit_function(s, name, sema_location(s, function));
		return call(s, n, conversion_value(s, expression_of_declaration(s, d, function)));
	}
	return call(s, n, expression_value(s, function));
}

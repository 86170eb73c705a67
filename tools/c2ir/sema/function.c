/* Function definitions (C11 6.9.1), K&R ones too. */
#include "ast_function.h"
#include "ast_label.h"
#include "sema_body.h"
#include "sema_declaration.h"
#include "sema_declarator.h"
#include "sema_entity.h"
#include "sema_internal.h"
#include "sema_specifier.h"
#include "sema_variable.h"
#include "target.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_floating.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "types.h"

#include <string.h>

static struct declaration *find_parameter(const struct prototype *p, const char *name)
{
	for (size_t i = 0; i < p->parameters.count; i++)
		if (p->parameters.at[i]->name == name)
			return p->parameters.at[i];
	return NULL;
}

/* `int a; char *b;` between the list of names and the body. */
static void old_style_declaration(struct sema *s, node_id n, struct prototype *p)
{
	struct specifiers spec;
	specifier_parse_type(s, syntax_field(s->syntax, n, FIELD_TYPE), false, &spec);
	for (node_id d = syntax_field(s->syntax, n, FIELD_DECLARATOR); d; d = syntax_next_field(s->syntax, d)) {
		struct declarator declarator = { 0 };
		declarator_apply(s, d, spec.type, &declarator);
		struct declaration *parameter = find_parameter(p, declarator.name);
		if (!parameter) {
			sema_error(s, declarator.location, "'%s' is declared like a parameter but is none",
				   declarator.name ? declarator.name : "");
			continue;
		}
		parameter->type = declarator_adjust(s, declarator.type);
		parameter->location = declarator.location;
		parameter->range = sema_range(s, d);
		parameter->is_register = spec.is_register;
	}
}

static const struct type *promoted_parameter(struct sema *s, const struct type *t)
{
	t = type_unqualified(t);
	if (t->kind == TYPE_FLOAT)
		return s->types->double_type;
	return type_is_integer(t) ? type_promoted(s->types, t) : t;
}

static void old_style_parameters(struct sema *s, node_id n, struct prototype *p)
{
	struct prototype *around = s->prototype;
	size_t mark = s->pending.count;
	s->in_prototype++;
	s->prototype = p;
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c))
		if (syntax_kind(s->syntax, c) == NODE_DECLARATION)
			old_style_declaration(s, c, p);
	variable_parameters(s, mark);
	s->prototype = around;
	s->in_prototype--;
	for (size_t i = 0; i < p->parameters.count; i++)
		p->parameters.at[i]->passed_type = promoted_parameter(s, p->parameters.at[i]->type);
}

/* An old-style definition after a prototype takes its arguments as that says (6.7.6.3p15 makes them agree). */
static void use_prototype(struct sema *s, const struct declaration *d, struct prototype *p)
{
	const struct type *f = d->type;
	if (!p->old_style || !f->prototyped)
		return;
	if (f->parameter_count != p->parameters.count) {
		sema_error(s, d->location, "the definition of '%s' has %zu parameters, its prototype %u", d->name,
			   p->parameters.count, f->parameter_count);
		return;
	}
	for (size_t i = 0; i < p->parameters.count; i++) {
		struct declaration *parameter = p->parameters.at[i];
		const struct type *type = f->parameters[i].type;
		if (!type_compatible_unqualified(type, parameter->passed_type) &&
		    !type_compatible_unqualified(type, parameter->type))
			sema_error(s, parameter->location,
				   "the parameter '%s' of '%s' has the type '%s', in its prototype '%s'",
				   parameter->name, d->name, sema_type(s, parameter->type), sema_type(s, type));
		parameter->passed_type = type_unqualified(type);
	}
}

/* gcc 6.40: a prototype that was before stands for the type of an old-style definition, and need not say what promotion makes of its
 * parameters; what they are is known later (use_prototype). */
static const struct type *overriding_prototype(struct sema *s, const struct declarator *declarator,
					       const struct prototype *p)
{
	const struct declaration *before = table_get(&s->linked, declarator->name, NULL);
	const struct type *type = before && before->kind == DECLARATION_FUNCTION ? before->type : NULL;
	bool overrides = p->old_style && type && type->kind == TYPE_FUNCTION && type->prototyped && !type->variadic &&
			 type->parameter_count == p->parameters.count && !before->implicit &&
			 type_compatible(type->base, declarator->type->base);
	return overrides ? type : declarator->type;
}

static void check_parameters(struct sema *s, const struct prototype *p)
{
	for (size_t i = 0; i < p->parameters.count; i++) {
		struct declaration *d = p->parameters.at[i];
		if (type_is_opaque(d->type))
			sema_unsupported(s, d->location, "a parameter of the type '%s'", sema_type(s, d->type));
		else if (d->type->kind != TYPE_ERROR && !type_is_complete(d->type))
			sema_error(s, d->location, "the parameter '%s' has the incomplete type '%s'",
				   d->name ? d->name : "", sema_type(s, d->type));
	}
}

static void check_result(struct sema *s, const struct declaration *d)
{
	const struct type *t = d->type->base;
	if (type_is_opaque(t))
		sema_unsupported(s, d->location, "a function that returns the type '%s'", sema_type(s, t));
	else if (t->kind != TYPE_VOID && t->kind != TYPE_ERROR && !type_is_complete(t))
		sema_error(s, d->location, "the function '%s' returns the incomplete type '%s'", d->name,
			   sema_type(s, t));
}

/* The entity that is defined, or NULL after an error. */
static struct declaration *declare(struct sema *s, node_id n, const struct specifiers *spec,
				   const struct declarator *declarator, const struct attributes *attributes)
{
	const char *name = declarator->name;
	if (spec->is_constexpr)
		sema_error(s, declarator->location, "constexpr is only for objects: '%s' is a function", name);
	struct declaration *before = table_get(&s->linked, name, NULL);
	enum linkage linkage = spec->is_static ? LINKAGE_INTERNAL : before ? before->linkage : LINKAGE_EXTERNAL;
	struct declaration *d =
		declaration_linked(s, DECLARATION_FUNCTION, name, declarator->type, linkage, declarator->location);
	/* extern inline with gnu_inline is only a copy: the real definition may follow */
	bool copy = d->function && d->gnu_inline && !attributes->gnu_inline;
	if (d->function && !copy) {
		sema_error(s, declarator->location, "redefinition of '%s'", name);
		sema_note(s, d->location, "it was defined here before");
		return NULL;
	}
	d->location = declarator->location;
	d->range = sema_range(s, syntax_field(s->syntax, n, FIELD_DECLARATOR));
	d->in_system_header = syntax_in_system_header(s->syntax, n);
	d->is_inline |= spec->is_inline;
	struct attributes all = *attributes;
	all.noreturn |= spec->is_noreturn;
	attribute_apply(s, &all, d);
	declaration_note_export(s, d, spec, true);
	struct binding *b = scope_find_here(&s->scopes, name);
	if (!b)
		scope_bind(&s->scopes, name, d);
	else if (b->declaration != d)
		sema_error(s, d->location, "redeclaration of '%s'", name);
	return d;
}

static struct declaration *declare_nested(struct sema *s, const struct specifiers *spec,
					  const struct declarator *declarator, const struct attributes *attributes)
{
	struct declaration *d =
		declaration_nested_function(s, declarator->name, declarator->type, declarator->location);
	struct attributes all = *attributes;
	all.noreturn |= spec->is_noreturn;
	d->location = declarator->location;
	attribute_apply(s, &all, d);
	return d;
}

static void finish_labels(struct sema *s, struct body *body)
{
	for (size_t i = 0; i < body->labels.count; i++) {
		struct label *l = body->labels.at[i];
		l->index = (uint32_t)i;
		if (!l->statement && (l->used || l->address_taken))
			sema_error(s, l->location, "the label '%s' is used but not defined", l->name);
	}
}

/* auto int f(int); in a block promises a definition in it. */
static void finish_nested(struct sema *s, const struct body *body)
{
	for (size_t i = 0; i < body->locals.count; i++) {
		const struct declaration *nested = body->locals.at[i]->closure;
		if (nested && !nested->function)
			sema_error(s, nested->location, "the nested function '%s' is declared but not defined",
				   nested->name);
	}
}

static void finish_body(struct sema *s, struct body *body)
{
	struct function *f = body->function;
	finish_labels(s, body);
	if (!body->outer)
		variable_check_jumps(s, body);
	finish_nested(s, body);
	f->local_count = (uint32_t)body->locals.count;
	f->locals = sema_array(s, body->locals.at, body->locals.count, sizeof *body->locals.at);
	f->label_count = (uint32_t)body->labels.count;
	f->labels = sema_array(s, body->labels.at, body->labels.count, sizeof *body->labels.at);
	vec_free(&body->locals);
	vec_free(&body->labels);
	table_free(&body->named_labels);
	vec_free(&body->scope_declarations);
	vec_free(&body->local_labels);
}

static void define(struct sema *s, node_id n, struct declaration *d, struct prototype *p)
{
	struct function *f = arena_alloc(s->arena, sizeof *f);
	struct body body = { .outer = s->body, .function = f, .modified = s->body ? s->body->modified : NULL };
	struct declaration *subject = s->subject;
	unsigned unevaluated = s->unevaluated;
	size_t mark = s->pending.count;
	node_id block = syntax_field(s->syntax, n, FIELD_BODY);
	f->declaration = d;
	f->outer = s->body ? s->body->function : NULL;
	s->unevaluated = 0;
	f->old_style = p->old_style;
	f->parameter_count = (uint32_t)p->parameters.count;
	f->parameters = sema_array(s, p->parameters.at, p->parameters.count, sizeof *p->parameters.at);
	for (size_t i = 0; i < p->parameters.count; i++)
		p->parameters.at[i]->owner = f;
	f->end = syntax_end_location(s->syntax, block);
	d->function = f;
	d->defined = true;
	d->implicit = false;
	s->subject = d;
	s->body = &body;
	variable_adopt(&body, p);
	check_parameters(s, p);
	check_result(s, d);
	statement_body(s, block, &p->effects);
	finish_body(s, &body);
	variable_forget(s, mark); /* left there by errors only */
	if (!s->stopped)
		escape_analyse(s, f);
	f->captured_count = (uint32_t)body.captured.count;
	f->captured = sema_array(s, body.captured.at, body.captured.count, sizeof *body.captured.at);
	vec_free(&body.captured);
	s->body = body.outer;
	s->subject = subject;
	s->unevaluated = unevaluated;
}

void function_definition(struct sema *s, node_id n)
{
	struct specifiers spec;
	struct prototype p = { 0 };
	struct declarator declarator = { .prototype = &p };
	node_id inner = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	specifier_parse_type(s, syntax_field(s->syntax, n, FIELD_TYPE), false, &spec);
	struct attributes attributes = spec.attributes;
	attribute_add_declarator(s, &attributes, inner, true);
	declarator_apply(s, inner, spec.type, &declarator);
	if (spec.implicit_int && types_target(s->types)->standard >= STANDARD_C99)
		sema_warning(s, declarator.location, "the type is not given: int is assumed");
	if (spec.is_inline && spec.is_extern && types_target(s->types)->gnu89_inline)
		attributes.gnu_inline = true;
	if (!declarator.has_prototype || declarator.type->kind != TYPE_FUNCTION || !declarator.name) {
		if (declarator.type->kind != TYPE_ERROR)
			sema_error(s, declarator.location,
				   "a function body follows a declarator that is not a function");
	} else if (spec.is_typedef) {
		sema_error(s, declarator.location, "a body follows a typedef");
	} else {
		if (!s->body)
			declarator.type = overriding_prototype(s, &declarator, &p);
		struct declaration *d = s->body ? declare_nested(s, &spec, &declarator, &attributes)
						: declare(s, n, &spec, &declarator, &attributes);
		scope_reopen(&s->scopes, p.scope);
		if (p.old_style)
			old_style_parameters(s, n, &p);
		if (d) {
			use_prototype(s, d, &p);
			define(s, n, d, &p);
		}
		scope_leave(&s->scopes);
	}
	declarator_release(&p);
}

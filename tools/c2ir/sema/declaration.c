/* Declarations (C11 6.7) of objects, functions and typedefs: one struct declaration for each entity. */
#include "sema_internal.h"

#include <string.h>

#include "ast_query.h"
#include "libc.h"
#include "record.h"
#include "sema_body.h"
#include "sema_declaration.h"
#include "sema_declarator.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_specifier.h"
#include "sema_variable.h"
#include "target.h"
#include "type.h"
#include "type_conversion.h"
#include "type_floating.h"
#include "type_make.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "type_scalar.h"

/* ---- entities with linkage ---- */

static void conflict(struct sema *s, struct location location, const struct declaration *before,
		     const struct type *type)
{
	sema_error(s, location, "conflicting types for '%s': '%s'", before->name, sema_type(s, type));
	sema_note(s, before->location, "it was declared as '%s' here", sema_type(s, before->type));
}

/* A function that was called before it was declared: int f(), or the library's type. The declaration counts now. */
static bool replaces_implicit(struct sema *s, struct declaration *d, const struct type *type, struct location location)
{
	const struct type *known;
	const char *library;
	if (!d->implicit || type->kind != TYPE_FUNCTION)
		return false;
	if (!builtin_known(s, d->name, &known, &library)) {
		sema_warning(s, location, "'%s' was called before, as a function that returns int", d->name);
		if (type->base->kind != TYPE_VOID)
			return false;
	}
	d->type = type;
	return true;
}

static void merge(struct sema *s, struct declaration *d, const struct type *type, enum linkage linkage,
		  struct location location)
{
	if (type_compatible(d->type, type))
		d->type = type_composite(s->types, d->type, type);
	else if (!replaces_implicit(s, d, type, location))
		conflict(s, location, d, type);
	if (d->linkage == LINKAGE_EXTERNAL && linkage == LINKAGE_INTERNAL) {
		if (d->implicit) {
			d->linkage = linkage;
		} else {
			sema_error(s, location, "static declaration of '%s' after one that is not static", d->name);
			sema_note(s, d->location, "it was declared here before");
		}
	}
	d->implicit = false;
	d->in_blocks &= s->scopes.top->depth > 0;
}

struct declaration *declaration_linked(struct sema *s, enum declaration_kind kind, const char *name,
				       const struct type *type, enum linkage linkage, struct location location)
{
	struct declaration *d = table_get(&s->linked, name, NULL);
	if (d && d->kind != kind) {
		if (type->kind != TYPE_ERROR && d->type->kind != TYPE_ERROR) {
			sema_error(s, location, "'%s' was declared as something else", name);
			sema_note(s, d->location, "it was declared here before");
		}
		d = NULL;
	}
	if (d) {
		merge(s, d, type, linkage, location);
		return d;
	}
	d = sema_new_declaration(s, kind, name, type, location);
	d->linkage = linkage;
	d->duration = DURATION_STATIC;
	d->in_blocks = d->depth > 0;
	d->depth = 0;
	d->owner = NULL;
	table_put(&s->linked, name, d);
	sema_add_to_unit(s, d);
	return d;
}

/* What a function without a declaration returns: int; but nondet_double() and the like, by which programs ask the verifier for
 * a value, are meant to give what they are named after. NULL: int. */
static const struct type *named_result(struct sema *s, const char *name)
{
	const struct libc_function *f = libc_row(name);
	bool is_input = f && (f->by == LIBC_INPUT || f->by == LIBC_BODYLESS);
	const struct type *result = is_input ? builtin_signature(s, f->signature)->base : NULL;
	return result == s->int_type ? NULL : result;
}

static void warn_implicit(struct sema *s, const char *name, const struct type *result, struct location location)
{
	if (result)
		sema_warning(s, location, "the function '%s' is not declared: it is taken to return '%s'", name,
			     sema_type(s, result));
	else if (types_target(s->types)->standard >= STANDARD_C99)
		sema_warning(s, location, "the function '%s' is not declared", name);
}

struct declaration *declaration_implicit_function(struct sema *s, const char *name, struct location location)
{
	const struct type *type;
	const char *library;
	bool prefixed = !strncmp(name, "__builtin_", 10);
	bool known = builtin_known(s, name, &type, &library);
	const char *plain = known ? library : name;
	struct declaration *d = table_get(&s->linked, plain, NULL);
	if (d && d->kind == DECLARATION_FUNCTION)
		return d;
	const struct type *result = known ? NULL : named_result(s, name);
	if (!known)
		type = type_function(s->types, result ? result : s->int_type, NULL, 0, false, false);
	if (!prefixed)
		warn_implicit(s, name, result, location);
	d = declaration_linked(s, DECLARATION_FUNCTION, plain, type, LINKAGE_EXTERNAL, location);
	d->implicit = true;
	if (!prefixed)
		scope_bind_at_file(&s->scopes, name, d);
	return d;
}

/* ---- binding in the innermost scope ---- */

/* Binds D there, or reports that its name is taken. D with linkage may be bound again. */
static bool bind(struct sema *s, struct declaration *d)
{
	struct binding *b = scope_find_here(&s->scopes, d->name);
	if (!b) {
		scope_bind(&s->scopes, d->name, d);
		variable_declared(s, d);
		return true;
	}
	struct declaration *before = b->declaration;
	if (before == d)
		return true;
	if (d->kind == DECLARATION_TYPEDEF && before->kind == DECLARATION_TYPEDEF &&
	    (type_compatible(before->type, d->type) || type_is_variably_modified(d->type)))
		return true;
	if (before->type->kind != TYPE_ERROR && d->type->kind != TYPE_ERROR) {
		sema_error(s, d->location, "redeclaration of '%s'", d->name);
		sema_note(s, before->location, "it was declared here before");
	}
	return false;
}

struct declaration *declaration_automatic(struct sema *s, const char *name, const struct type *type,
					  struct location location)
{
	struct declaration *d = sema_new_declaration(s, DECLARATION_VARIABLE, name, type, location);
	d->duration = DURATION_AUTOMATIC;
	d->defined = true;
	d->is_hidden = !name;
	vec_push(&s->body->locals, d);
	vec_push(&s->body->scope_declarations, d);
	return d;
}

/* ---- one declarator ---- */

struct item {
	const struct specifiers *spec;
	node_id node;  /* INIT_DECLARATOR or declarator */
	node_id name;  /* the declarator */
	node_id value; /* initialiser; 0: none */
	struct declarator declarator;
	struct attributes attributes;
};

/* What has no tag is called by the name of a typedef. */
static void name_type(const struct type *t, const struct declaration *d)
{
	if (d->depth > 0 || t->qualifiers)
		return;
	if ((t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && !t->record->name)
		t->record->name = d->name;
	else if (t->kind == TYPE_ENUM && !t->enumeration->name)
		t->enumeration->name = d->name;
}

static void declare_typedef(struct sema *s, struct item *item)
{
	const struct type *t = item->declarator.type;
	if (item->attributes.aligned)
		t = type_aligned(s->types, t, item->attributes.aligned);
	if (item->attributes.noreturn)
		t = type_noreturn(s->types, t);
	struct declaration *d =
		sema_new_declaration(s, DECLARATION_TYPEDEF, item->declarator.name, t, item->declarator.location);
	if (item->attributes.transparent_union && t->kind == TYPE_UNION)
		t->record->transparent_union = true;
	name_type(t, d);
	bind(s, d);
	if (item->value)
		sema_error(s, item->declarator.location, "an initialiser of the typedef '%s'", d->name);
}

/* A body after `inline` alone is for this unit only, if all declarations are so (6.7.4p7); in GNU's C89 one
 * after `extern inline` is (gcc 6.45). */
void declaration_note_export(const struct sema *s, struct declaration *d, const struct specifiers *spec, bool is_body)
{
	bool gnu = d->gnu_inline || types_target(s->types)->gnu89_inline;
	if (s->body)
		return;
	if (!gnu)
		d->exported |= !spec->is_inline || spec->is_extern;
	else if (is_body)
		d->exported = !spec->is_inline || !spec->is_extern;
}

static void apply_specifiers(struct sema *s, const struct item *item, struct declaration *d)
{
	struct attributes attributes = item->attributes;
	attributes.noreturn |= item->spec->is_noreturn;
	d->is_inline |= item->spec->is_inline;
	d->is_register |= item->spec->is_register;
	d->is_constexpr |= item->spec->is_constexpr;
	if (item->spec->alignas > d->alignment)
		d->alignment = item->spec->alignas;
	attribute_apply(s, &attributes, d);
	declaration_note_export(s, d, item->spec, false);
}

/* What an identifier declared with extern, or a function, is linked to (6.2.2p4-5). */
static enum linkage extern_linkage(struct sema *s, const char *name)
{
	struct declaration *before = table_get(&s->linked, name, NULL);
	return before ? before->linkage : LINKAGE_EXTERNAL;
}

/* GNU: auto int f(int); in a block declares a nested function that is defined later in it. */
struct declaration *declaration_nested_function(struct sema *s, const char *name, const struct type *type,
						struct location location)
{
	struct binding *b = scope_find_here(&s->scopes, name);
	struct declaration *d = b ? b->declaration : NULL;
	if (d && d->kind == DECLARATION_FUNCTION && d->owner == s->body->function && !d->function) {
		merge(s, d, type, LINKAGE_NONE, location);
		return d;
	}
	d = sema_new_declaration(s, DECLARATION_FUNCTION, name, type, location);
	d->linkage = LINKAGE_NONE;
	d->duration = DURATION_STATIC;
	d->closure = nested_hidden(s, s->body, s->char_type, location);
	d->closure->closure = d;
	bind(s, d);
	return d;
}

static struct declaration *declare_function(struct sema *s, struct item *item)
{
	if (item->spec->is_auto && s->body)
		return declaration_nested_function(s, item->declarator.name, item->declarator.type,
						   item->declarator.location);
	const char *name = item->declarator.name;
	enum linkage linkage = item->spec->is_static ? LINKAGE_INTERNAL : extern_linkage(s, name);
	struct declaration *d = declaration_linked(s, DECLARATION_FUNCTION, name, item->declarator.type, linkage,
						   item->declarator.location);
	d->in_system_header |= syntax_in_system_header(s->syntax, item->node);
	apply_specifiers(s, item, d);
	bind(s, d);
	if (item->spec->is_constexpr)
		sema_error(s, item->declarator.location, "constexpr is only for objects: '%s' is a function", name);
	if (item->value)
		sema_error(s, item->declarator.location, "the function '%s' is initialised like a variable", name);
	return d;
}

static bool check_object_type(struct sema *s, const struct item *item, const struct type *t)
{
	if (item->spec->is_constexpr && !item->value)
		sema_error(s, item->declarator.location, "'%s' is constexpr, but has no initialiser",
			   item->declarator.name);
	if (t->kind == TYPE_VOID && !(item->spec->is_extern && !item->value)) {
		sema_error(s, item->declarator.location, "the variable '%s' is declared void", item->declarator.name);
		return false;
	}
	return t->kind != TYPE_ERROR;
}

/* Parses the initialiser of D, whose type it may complete. */
static void initialise(struct sema *s, const struct item *item, struct declaration *d)
{
	struct declaration *subject = s->subject;
	const struct type *t = d->type;
	bool is_static = d->duration != DURATION_AUTOMATIC || d->is_constexpr;
	if (is_static && !(subject && subject->kind == DECLARATION_FUNCTION && type_is_opaque(t)))
		s->subject = d;
	d->initializer = initializer_parse(s, item->value, &t, is_static, d->location);
	d->type = d->type->kind == TYPE_ARRAY && d->type->form == ARRAY_INCOMPLETE ? t : d->type;
	s->subject = subject;
}

/* The value that gives an object declared with __auto_type its type; NULL: it has none. */
static struct expression *auto_type(struct sema *s, struct item *item)
{
	struct location location = item->declarator.location;
	item->declarator.type = s->error_type;
	if (!item->value || syntax_kind(s->syntax, item->value) == NODE_INITIALIZER_LIST) {
		sema_error(s, location, "__auto_type without an initialiser that is one value");
		return NULL;
	}
	if (syntax_kind(s->syntax, item->name) != NODE_IDENTIFIER) {
		sema_error(s, location, "__auto_type stands for the whole type: '%s' has to be just a name",
			   item->declarator.name);
		return NULL;
	}
	struct expression *e = expression_value(s, item->value);
	item->declarator.type = type_qualified(s->types, type_unqualified(expression_type(e)), item->spec->qualifiers);
	return e;
}

static void define_object(struct sema *s, const struct item *item, struct declaration *d)
{
	if (d->initializer && item->value) {
		sema_error(s, item->declarator.location, "redefinition of '%s'", d->name);
		sema_note(s, d->location, "it was defined here before");
		return;
	}
	if (item->value || !d->defined || d->tentative)
		d->range = sema_range(s, item->node);
	if (item->value) {
		d->defined = true;
		d->tentative = false;
		d->location = item->declarator.location;
		initialise(s, item, d);
	} else if (!item->spec->is_extern && !d->defined) {
		d->defined = d->tentative = true;
		d->location = item->declarator.location;
	}
}

/* GNU: an object at file scope that is a register of the machine (gcc 6.47.5.1). */
static void check_global_register(struct sema *s, const struct item *item, struct declaration *d)
{
	if (!item->attributes.asm_name) {
		sema_error(s, item->declarator.location, "'register' at file scope needs the register's name");
	} else if (item->value) {
		sema_error(s, item->declarator.location, "the global register variable '%s' has an initialiser",
			   d->name);
	} else if (!type_is_scalar(d->type) || type_is_opaque(d->type)) {
		s->subject = d;
		sema_unsupported(s, item->declarator.location, "the global register variable '%s' of the type '%s'",
				 d->name, sema_type(s, d->type));
		s->subject = NULL;
	}
}

static void declare_file_object(struct sema *s, struct item *item)
{
	const char *name = item->declarator.name;
	const struct specifiers *spec = item->spec;
	enum linkage linkage = spec->is_static || spec->is_constexpr ? LINKAGE_INTERNAL
			       : spec->is_extern                     ? extern_linkage(s, name)
								     : LINKAGE_EXTERNAL;
	if (spec->is_auto_type)
		auto_type(s, item);
	struct declaration *d = declaration_linked(s, DECLARATION_VARIABLE, name, item->declarator.type, linkage,
						   item->declarator.location);
	if (d->linkage == LINKAGE_INTERNAL && linkage == LINKAGE_EXTERNAL) {
		sema_error(s, item->declarator.location, "non-static declaration of '%s' after a static one", name);
		sema_note(s, d->location, "it was declared here before");
	}
	if (spec->is_register)
		check_global_register(s, item, d);
	if (spec->is_thread)
		d->duration = DURATION_THREAD;
	d->in_system_header |= syntax_in_system_header(s->syntax, item->node);
	apply_specifiers(s, item, d);
	bind(s, d);
	if (check_object_type(s, item, d->type))
		define_object(s, item, d);
}

/* extern int x; in a block. */
static void declare_block_extern(struct sema *s, struct item *item)
{
	struct declaration *d =
		declaration_linked(s, DECLARATION_VARIABLE, item->declarator.name, item->declarator.type,
				   extern_linkage(s, item->declarator.name), item->declarator.location);
	if (item->spec->is_thread)
		d->duration = DURATION_THREAD;
	apply_specifiers(s, item, d);
	bind(s, d);
	if (item->value)
		sema_error(s, item->declarator.location, "an extern declaration in a block has an initialiser");
}

static void declare_static_local(struct sema *s, struct item *item)
{
	if (item->spec->is_auto_type)
		auto_type(s, item);
	struct declaration *d = sema_new_declaration(s, DECLARATION_VARIABLE, item->declarator.name,
						     item->declarator.type, item->declarator.location);
	d->duration = item->spec->is_thread ? DURATION_THREAD : DURATION_STATIC;
	d->defined = true;
	d->range = sema_range(s, item->node);
	sema_add_to_unit(s, d);
	apply_specifiers(s, item, d);
	bind(s, d);
	if (!check_object_type(s, item, d->type))
		return;
	if (item->value)
		initialise(s, item, d);
	if (type_is_variable(d->type)) {
		sema_error(s, d->location, "the static variable '%s' has a variable size", d->name);
		d->type = s->error_type;
	} else if (d->type->kind != TYPE_ERROR && !type_has_size(d->type)) {
		sema_error(s, d->location, "the variable '%s' has the incomplete type '%s'", d->name,
			   sema_type(s, d->type));
	}
}

static void declare_automatic(struct sema *s, struct item *item, struct statement_vec *out)
{
	struct declaration *d =
		declaration_automatic(s, item->declarator.name, item->declarator.type, item->declarator.location);
	d->range = sema_range(s, item->node);
	apply_specifiers(s, item, d);
	if (item->spec->is_auto_type) {
		struct expression *e = auto_type(s, item);
		d->type = item->declarator.type;
		if (d->type->kind != TYPE_ERROR)
			d->initializer = initializer_single(s, d->type, e);
	}
	bind(s, d);
	if (!check_object_type(s, item, d->type))
		return;
	if (type_is_variable(d->type)) {
		if (item->value)
			sema_error(s, d->location, "the object '%s' of variable size has an initialiser", d->name);
		d->size = expression_size_of(s, d->type, item->node);
	} else if (item->value && !d->initializer) {
		initialise(s, item, d);
	}
	if (d->type->kind != TYPE_ERROR && !type_is_complete(d->type)) {
		sema_error(s, d->location, "the variable '%s' has the incomplete type '%s'", d->name,
			   sema_type(s, d->type));
		d->type = s->error_type;
		return;
	}
	if (type_is_opaque(d->type))
		sema_unsupported(s, d->location, "a variable of the type '%s'", sema_type(s, d->type));
	struct ast_statement *statement = statement_new(s, AST_DECLARATION, item->node);
	statement->declaration = d;
	vec_push(out, statement);
}

/* Splits an INIT_DECLARATOR, applies the declarator and gathers the attributes. False: nothing is declared. */
static bool prepare(struct sema *s, node_id n, const struct specifiers *spec, bool first, struct item *item)
{
	node_id d = n;
	memset(item, 0, sizeof *item);
	item->spec = spec;
	item->node = n;
	if (syntax_kind(s->syntax, n) == NODE_INIT_DECLARATOR) {
		d = syntax_field(s->syntax, n, FIELD_DECLARATOR);
		item->value = syntax_field(s->syntax, n, FIELD_VALUE);
	}
	item->name = d;
	item->attributes = spec->attributes;
	attribute_add_declarator(s, &item->attributes, d, first);
	declarator_apply(s, d, spec->type, &item->declarator);
	item->declarator.type = attribute_declared_type(s, &spec->attributes, &item->attributes, item->declarator.type,
							item->declarator.location);
	return item->declarator.name != NULL;
}

static void check_storage(struct sema *s, const struct specifiers *spec, bool at_file)
{
	if (spec->is_typedef + spec->is_extern + spec->is_static + spec->is_auto + spec->is_register > 1)
		sema_error(s, spec->location, "two storage classes in one declaration");
	if (at_file && spec->is_auto)
		sema_error(s, spec->location, "auto at file scope");
	if (spec->is_constexpr && (spec->is_typedef || spec->is_extern || spec->is_thread))
		sema_error(s, spec->location, "constexpr beside typedef, extern or thread_local");
}

/* `inline;` says nothing, and that of no function (6.7.4p1). */
static void check_empty(struct sema *s, const struct specifiers *spec)
{
	if (spec->is_inline || spec->is_noreturn)
		sema_error(s, spec->location, "'%s' in a declaration that declares no function",
			   spec->is_inline ? "inline" : "_Noreturn");
}

static void warn_implicit_int(struct sema *s, const struct specifiers *spec, bool any)
{
	if (spec->implicit_int && any && types_target(s->types)->standard >= STANDARD_C99)
		sema_warning(s, spec->location, "the type is not given: int is assumed");
}

void declaration_top_level(struct sema *s, node_id n)
{
	struct specifiers spec;
	struct item item;
	node_id first = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	specifier_parse(s, syntax_field(s->syntax, n, FIELD_TYPE), !first, &spec);
	check_storage(s, &spec, true);
	if (!first)
		check_empty(s, &spec);
	warn_implicit_int(s, &spec, first != 0);
	for (node_id d = first; d && !s->stopped; d = syntax_next_field(s->syntax, d)) {
		if (!prepare(s, d, &spec, d == first, &item))
			continue;
		if (spec.is_auto_type &&
		    (spec.is_typedef || spec.is_extern || item.declarator.type->kind == TYPE_FUNCTION))
			sema_error(s, spec.location, "__auto_type is only for objects that have an initialiser");
		if (spec.is_typedef)
			declare_typedef(s, &item);
		else if (item.declarator.type->kind == TYPE_FUNCTION)
			declare_function(s, &item);
		else
			declare_file_object(s, &item);
	}
}

void declaration_local(struct sema *s, node_id n, struct statement_vec *out)
{
	struct specifiers spec;
	struct item item;
	size_t mark = s->pending.count;
	node_id first = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	specifier_parse(s, syntax_field(s->syntax, n, FIELD_TYPE), !first, &spec);
	check_storage(s, &spec, false);
	warn_implicit_int(s, &spec, first != 0);
	if (!first)
		check_empty(s, &spec);
	for (node_id d = first; d && !s->stopped; d = syntax_next_field(s->syntax, d)) {
		if (!prepare(s, d, &spec, d == first, &item))
			continue;
		variable_statements(s, mark, d, out);
		if (spec.is_auto_type &&
		    (spec.is_typedef || spec.is_extern || item.declarator.type->kind == TYPE_FUNCTION))
			sema_error(s, spec.location, "__auto_type is only for objects that have an initialiser");
		if (spec.is_typedef)
			declare_typedef(s, &item);
		else if (item.declarator.type->kind == TYPE_FUNCTION)
			declare_function(s, &item);
		else if (spec.is_extern)
			declare_block_extern(s, &item);
		else if (spec.is_static)
			declare_static_local(s, &item);
		else
			declare_automatic(s, &item, out);
	}
	variable_statements(s, mark, n, out);
}

/* ---- the rest ---- */

void declaration_static_assert(struct sema *s, node_id n)
{
	integer_value value;
	node_id message = syntax_field(s->syntax, n, FIELD_VALUE);
	if (!expression_integer(s, syntax_field(s->syntax, n, FIELD_CONDITION), &value, NULL,
				"condition of _Static_assert"))
		return;
	if (!value)
		sema_error(s, sema_location(s, n), "static assertion failed%s%s", message ? ": " : "",
			   message ? literal_text(s, message) : "");
}

/* 6.9.2p2: what was only declared tentatively is zero; an array without a length has one element. */
static void finish_object(struct sema *s, struct declaration *d)
{
	const struct type *t = d->type;
	if (d->tentative && t->kind == TYPE_ARRAY && t->form == ARRAY_INCOMPLETE) {
		sema_warning(s, d->location, "the array '%s' is assumed to have one element", d->name);
		d->type = type_array(s->types, t->base, 1);
	} else if (d->defined && t->kind != TYPE_ERROR && !type_has_size(t)) {
		sema_error(s, d->location, "the variable '%s' has the incomplete type '%s'", d->name ? d->name : "",
			   sema_type(s, t));
	}
}

void declaration_finish(struct sema *s)
{
	for (size_t i = 0; i < s->declarations.count; i++) {
		struct declaration *d = s->declarations.at[i];
		if (d->kind != DECLARATION_VARIABLE)
			continue;
		finish_object(s, d);
		if (d->initializer)
			escape_initializer(s, d);
	}
}

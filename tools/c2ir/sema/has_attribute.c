/* __builtin_has_attribute(type or expression, attribute) (gcc 6.59): of those attributes that mean something to the analysis. Others
 * are not kept, and asking for them is not supported. */
#include "ast_declaration.h"
#include "ast_query.h"
#include "record.h"
#include "sema_declarator.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_variable.h"
#include "syntax.h"
#include "type.h"
#include "type_layout.h"
#include "type_parts.h"
#include "type_record.h"

#include <string.h>

struct subject {
	const struct declaration *declaration; /* NULL: none */
	const struct member *member;           /* NULL: none */
	const struct type *type;
	bool is_type;
};

struct wanted {
	const char *name; /* without underscores */
	node_id argument; /* 0: none */
	node_id at;
};

/* The attribute is written like a name or a call. */
static struct wanted wanted_of(struct sema *s, node_id n)
{
	struct wanted w = { .at = n };
	node_id name = n;
	if (syntax_kind(s->syntax, n) == NODE_CALL) {
		name = syntax_field(s->syntax, n, FIELD_FUNCTION);
		w.argument = syntax_field(s->syntax, n, FIELD_ARGUMENT);
	}
	size_t length;
	const char *text = syntax_token_text(s->syntax, syntax_first_token(s->syntax, name), &length);
	if (length > 4 && !strncmp(text, "__", 2) && !strncmp(text + length - 2, "__", 2)) {
		text += 2;
		length -= 4;
	}
	w.name = arena_string(s->arena, text, length);
	return w;
}

static struct subject subject_of(struct sema *s, node_id n)
{
	struct subject x = { .is_type = syntax_kind(s->syntax, n) == NODE_TYPE_NAME };
	if (x.is_type) {
		size_t mark = s->pending.count;
		x.type = declarator_type_name(s, n);
		variable_forget(s, mark);
		return x;
	}
	struct operand operand = variable_enter_operand(s);
	const struct expression *e = expression_parse(s, n);
	variable_leave_operand(s, operand, NULL);
	x.type = expression_type(e);
	x.declaration = expression_named(e);
	x.member = expression_member(e);
	return x;
}

/* A number that the subject has, 0: none; the attribute's argument must be the same. */
static bool number_is(struct sema *s, const struct wanted *w, uint64_t value)
{
	uint64_t asked;
	if (!value || !w->argument)
		return value != 0;
	return expression_size(s, w->argument, UINT64_C(1) << 32, &asked, "attribute's argument") && asked == value;
}

static uint64_t alignment_of(const struct subject *x)
{
	if (x->declaration && x->declaration->alignment)
		return x->declaration->alignment;
	if (x->member && x->member->declared_alignment)
		return x->member->declared_alignment;
	if (x->type->alignment)
		return x->type->alignment;
	return type_is_record(x->type) ? x->type->record->declared_alignment : 0;
}

/* What is said of functions and objects; -1: not known. */
static int declared(const struct declaration *d, const char *name)
{
	static const struct declaration nothing;
	if (!d)
		d = &nothing;
	const struct {
		const char *name;
		bool set;
	} flags[] = { { "weak", d->weak },
		      { "const", d->is_const },
		      { "pure", d->is_pure },
		      { "malloc", d->malloc_like },
		      { "always_inline", d->always_inline },
		      { "used", d->used_attribute },
		      { "gnu_inline", d->gnu_inline },
		      { "naked", d->naked },
		      { "returns_twice", d->returns_twice },
		      { "alias", d->alias != NULL },
		      { "section", d->section != NULL },
		      { "cleanup", d->cleanup != NULL },
		      { "constructor", d->constructor },
		      { "destructor", d->destructor } };
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (!strcmp(flags[i].name, name))
			return flags[i].set;
	return -1;
}

static int has(struct sema *s, const struct subject *x, const struct wanted *w)
{
	const struct type *t = x->type;
	if (!strcmp(w->name, "aligned"))
		return number_is(s, w, alignment_of(x));
	if (!strcmp(w->name, "vector_size"))
		return type_is_vector(t) && number_is(s, w, type_size(s->types, t));
	if (!strcmp(w->name, "packed"))
		return x->member           ? x->member->packed
		       : type_is_record(t) ? t->record->packed
					   : t->kind == TYPE_ENUM && t->enumeration->packed;
	if (!strcmp(w->name, "transparent_union"))
		return t->kind == TYPE_UNION && t->record->transparent_union;
	if (!strcmp(w->name, "noreturn"))
		return x->declaration ? x->declaration->is_noreturn : t->kind == TYPE_FUNCTION && t->noreturn;
	return w->argument ? -1 : declared(x->declaration, w->name);
}

struct expression *has_attribute(struct sema *s, node_id n, node_id entity, node_id attribute)
{
	struct wanted w = wanted_of(s, attribute);
	struct subject x = subject_of(s, entity);
	if (x.type->kind == TYPE_ERROR)
		return expression_error(s, n);
	int answer = has(s, &x, &w);
	if (answer >= 0)
		return expression_constant(s, s->int_type, answer, n);
	sema_unsupported(s, sema_location(s, attribute), "__builtin_has_attribute() of the attribute %s%s", w.name,
			 w.argument ? " with an argument" : "");
	return expression_error(s, n);
}

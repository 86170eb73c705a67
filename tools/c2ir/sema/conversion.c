/* Conversions (C11 6.3, 6.5.4, 6.5.16.1): every one that C does silently becomes a node. */
#include "ast_declaration.h"
#include "ast_unit.h"
#include "record.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "type_base.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_error.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "type.h"
#include "types.h"

/* The address of a function as a pointer of another type, or as a number. */
static void note_retyped(const struct expression *e, const struct type *type)
{
	if (e->conversion != CONVERSION_FUNCTION || e->operand->kind != EXPRESSION_FUNCTION)
		return;
	struct declaration *d = e->operand->declaration;
	d->retyped |= !type_is_pointer(type) || !type_compatible(type_unqualified(type_base(type)), d->type);
}

static struct expression *wrap(struct sema *s, struct expression *e, enum conversion conversion,
			       const struct type *type)
{
	struct expression *c = expression_like(s, EXPRESSION_CONVERSION, type, e);
	c->conversion = conversion;
	c->operand = e;
	if (e->kind == EXPRESSION_CONVERSION && type_is_scalar(type))
		note_retyped(e, type);
	return c;
}

static struct expression *error_like(struct sema *s, const struct expression *e)
{
	return expression_like(s, EXPRESSION_CONSTANT, s->error_type, e);
}

/* ---- values of lvalues ---- */

const struct type *conversion_load_type(struct sema *s, const struct expression *e)
{
	const struct type *t = type_unqualified(e->type);
	if (e->kind != EXPRESSION_MEMBER || !e->member->bit_field)
		return t;
	unsigned width = e->member->bit_width, whole = type_width(s->types, t),
		 ints = type_width(s->types, s->int_type);
	if (width >= whole || whole < ints)
		return t;
	if (width < ints)
		return s->int_type;
	bool is_signed = type_is_signed(s->types, t);
	if (width == ints)
		return is_signed ? s->int_type : s->unsigned_type;
	return type_bits(s->types, width, is_signed);
}

static struct expression *load(struct sema *s, struct expression *e)
{
	const struct type *t = e->type;
	if (type_is_void(t)) /* *p with void *p: nothing is read */
		return e->kind == EXPRESSION_DEREFERENCE ? wrap(s, e->operand, CONVERSION_VOID, s->void_type)
							 : wrap(s, e, CONVERSION_VOID, s->void_type);
	if (type_is_opaque(t)) {
		sema_unsupported(s, e->location, "a value of the type '%s'", sema_type(s, t));
		return error_like(s, e);
	}
	if (!type_is_complete(t)) {
		sema_error(s, e->location, "a value of the incomplete type '%s'", sema_type(s, t));
		return error_like(s, e);
	}
	return wrap(s, e, CONVERSION_LOAD, conversion_load_type(s, e));
}

struct expression *conversion_value(struct sema *s, struct expression *e)
{
	const struct type *t = e->type;
	if (type_is_error(t))
		return e;
	if (type_is_array(t))
		return wrap(s, e, CONVERSION_ARRAY, type_pointer(s->types, type_base(t)));
	if (type_is_function(t) && e->kind == EXPRESSION_DEREFERENCE)
		return e->operand; /* (*p)() is p() */
	if (type_is_function(t))
		return wrap(s, e, CONVERSION_FUNCTION, type_pointer(s->types, t));
	if (e->is_lvalue)
		return load(s, e);
	if (e->kind == EXPRESSION_MEMBER && e->type != conversion_load_type(s, e))
		return wrap(s, e, CONVERSION_LOAD, conversion_load_type(s, e)); /* a bit-field of a value */
	if (type_is_opaque(t)) {
		sema_unsupported(s, e->location, "a value of the type '%s'", sema_type(s, t));
		return error_like(s, e);
	}
	return e;
}

struct expression *conversion_exact_value(struct sema *s, struct expression *e)
{
	if (type_is_error(e->type) || e->kind != EXPRESSION_MEMBER || !e->member->bit_field)
		return conversion_value(s, e);
	return wrap(s, e, CONVERSION_LOAD,
		    type_bits(s->types, e->member->bit_width, type_is_signed(s->types, e->member->type)));
}

/* ---- null pointers ---- */

/* C23's nullptr_t, see keyword_literal. */
static bool is_nullptr(const struct type *t)
{
	return type_is_void(type_base(t)) && type_base(t)->qualifiers == QUALIFIER_ATOMIC;
}

bool conversion_is_null(struct sema *s, const struct expression *e)
{
	if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_NULL)
		return e->is_cast && (e->type == s->void_pointer || is_nullptr(e->type));
	if (!type_is_integer(e->type))
		return false;
	struct constant c = constant_evaluate(s->types, e);
	return c.kind == CONSTANT_INTEGER && !c.value;
}

/* ---- any conversion between scalars ---- */

static enum conversion from_integer(struct sema *s, const struct expression *e, const struct type *to)
{
	if (type_is_bool(to))
		return CONVERSION_BOOL;
	if (type_is_integer(to))
		return CONVERSION_INTEGER;
	if (type_is_floating(to))
		return CONVERSION_INTEGER_TO_FLOATING;
	if (conversion_is_null(s, e))
		return CONVERSION_NULL;
	s->unit->makes_pointers |= e->kind != EXPRESSION_CONSTANT;
	return CONVERSION_INTEGER_TO_POINTER;
}

static enum conversion from_pointer(const struct type *from, const struct type *to)
{
	if (type_is_bool(to))
		return CONVERSION_BOOL;
	if (type_is_integer(to))
		return CONVERSION_POINTER_TO_INTEGER;
	return type_compatible_unqualified(from, to) ? CONVERSION_NONE : CONVERSION_POINTER;
}

static enum conversion from_floating(const struct type *to)
{
	if (type_is_bool(to))
		return CONVERSION_BOOL;
	return type_is_integer(to) ? CONVERSION_FLOATING_TO_INTEGER : CONVERSION_FLOATING;
}

/* The constant E as a constant of type TO, if it keeps its value; else the conversion stays, so that checks see it. */
static struct expression *converted_constant(struct sema *s, const struct expression *e, const struct type *to)
{
	if (e->kind != EXPRESSION_CONSTANT || !type_is_integer(e->type) || !type_is_integer(to) || type_is_bool(to))
		return NULL;
	__int128 value = constant_signed(s->types, e->type, e->value);
	integer_value bits = constant_truncate(s->types, to, (integer_value)value);
	if (constant_signed(s->types, to, bits) != value)
		return NULL;
	struct expression *c = expression_like(s, EXPRESSION_CONSTANT, to, e);
	c->is_converted = true;
	c->value = bits;
	return c;
}

struct expression *conversion_to(struct sema *s, struct expression *e, const struct type *type)
{
	const struct type *from = e->type, *to = type_unqualified(type);
	if (type_is_error(from) || from == to)
		return e;
	if (type_is_error(to))
		return error_like(s, e);
	if (type_is_void(to))
		return wrap(s, e, CONVERSION_VOID, to);
	if (type_is_opaque(to) || type_is_opaque(from)) {
		sema_unsupported(s, e->location, "a value of the type '%s'",
				 sema_type(s, type_is_opaque(to) ? to : from));
		return error_like(s, e);
	}
	if (type_is_record(to))
		return wrap(s, e, CONVERSION_NONE, to);
	if (type_is_vector(to) || type_is_vector(from))
		return vector_conversion(s, e, to); /* what may be converted is looked at before */
	if (type_is_complex(to) || type_is_complex(from)) {
		struct expression *c = complex_conversion(s, e, to);
		if (!c)
			sema_error(s, e->location, "a conversion of '%s' to '%s'", sema_type(s, from),
				   sema_type(s, to));
		return c ? c : error_like(s, e);
	}
	struct expression *constant = converted_constant(s, e, to);
	if (constant)
		return constant;
	if (type_is_integer(from))
		return wrap(s, e, from_integer(s, e, to), to);
	if (type_is_pointer(from))
		return wrap(s, e, from_pointer(from, to), to);
	return wrap(s, e, from_floating(to), to);
}

struct expression *conversion_promote(struct sema *s, struct expression *e)
{
	return type_is_integer(e->type) ? conversion_to(s, e, type_promoted(s->types, e->type)) : e;
}

struct expression *conversion_default_argument(struct sema *s, struct expression *e)
{
	if (type_is_float(e->type))
		return conversion_to(s, e, s->types->double_type);
	return conversion_promote(s, e);
}

/* ---- casts ---- */

static struct expression *to_union(struct sema *s, struct expression *e, const struct type *type)
{
	const struct record *r = type_record(type);
	for (uint32_t i = 0; i < r->member_count; i++) {
		if (!type_compatible_unqualified(r->members[i].type, e->type))
			continue;
		struct expression *c = wrap(s, e, CONVERSION_UNION, type_unqualified(type));
		c->member = &r->members[i];
		return c;
	}
	return NULL;
}

static bool cast_is_allowed(struct sema *s, const struct type *from, const struct type *to)
{
	if (type_is_void(to))
		return true;
	if (type_is_vector(from) || type_is_vector(to))
		return vector_cast_fits(s, from, to);
	if (type_is_record(to) || type_is_record(from))
		return type_is_record(to) && type_is_record(from) && type_record(to) == type_record(from);
	if (!type_is_scalar(from) && !type_is_opaque(from))
		return false;
	if (!type_is_scalar(to) && !type_is_opaque(to))
		return false;
	const struct type *other = type_is_pointer(to) ? from : to;
	if (!type_is_pointer(to) && !type_is_pointer(from))
		return true;
	return type_is_integer(other) || type_is_pointer(other);
}

struct expression *conversion_cast(struct sema *s, struct expression *e, const struct type *type, node_id n)
{
	struct expression *c;
	if (type_is_error(e->type) || type_is_error(type))
		return expression_error(s, n);
	if (type_is_union(type) && type_has_size(type) && !type_compatible_unqualified(type, e->type)) {
		c = to_union(s, e, type);
	} else if (cast_is_allowed(s, e->type, type)) {
		/* a constant keeps its node, so that (void *)0 and (char)300 show */
		bool fold = e->kind == EXPRESSION_CONSTANT && type_is_integer(e->type) && type_is_integer(type);
		c = fold && e->type != type_unqualified(type) && !type_is_bool(type)
			    ? wrap(s, e, CONVERSION_INTEGER, type_unqualified(type))
			    : conversion_to(s, e, type);
	} else {
		c = NULL;
	}
	if (!c) {
		sema_error(s, sema_location(s, n), "a cast from '%s' to '%s'", sema_type(s, e->type),
			   sema_type(s, type));
		return expression_error(s, n);
	}
	if (c != e) {
		c->is_cast = true;
		c->location = sema_location(s, n);
		c->range = sema_range(s, n);
	}
	return c;
}

/* ---- assignment ---- */

enum fit { FITS, DOUBTFUL, WRONG };

static enum fit pointer_fits(struct sema *s, const struct expression *e, const struct type *to)
{
	const struct type *from = e->type;
	if (conversion_is_null(s, e))
		return FITS;
	if (type_is_integer(from))
		return DOUBTFUL;
	if (!type_is_pointer(from))
		return WRONG;
	if (type_is_void(type_base(to)) || type_is_void(type_base(from)))
		return FITS;
	if (type_compatible_unqualified(type_base(to), type_base(from)))
		return FITS;
	/* char * of any signedness and the like is only pedantically wrong */
	if (type_is_integer(type_base(to)) && type_is_integer(type_base(from)) &&
	    type_size(s->types, type_base(to)) == type_size(s->types, type_base(from)))
		return FITS;
	/* arrays whose elements differ in qualifiers */
	if (type_is_array(type_base(to)) && type_is_array(type_base(from)) &&
	    type_compatible_unqualified(type_base(type_base(to)), type_base(type_base(from))))
		return FITS;
	return DOUBTFUL;
}

static enum fit fit_of(struct sema *s, const struct expression *e, const struct type *to)
{
	const struct type *from = e->type;
	if (type_is_pointer(to))
		return pointer_fits(s, e, to);
	if (type_is_record(to))
		return type_is_record(from) && type_record(from) == type_record(to) ? FITS : WRONG;
	if (type_is_vector(to) || type_is_vector(from))
		return vector_fits(s, from, to) ? FITS : WRONG;
	if (type_is_opaque(to) || type_is_opaque(from))
		return FITS; /* conversion_to() rejects it */
	if (type_is_arithmetic(to) && type_is_arithmetic(from))
		return FITS;
	if (type_is_integer(to) && type_is_pointer(from))
		return type_is_bool(to) ? FITS : DOUBTFUL;
	return WRONG;
}

static void warn_of(struct sema *s, const struct expression *e, const struct type *to, struct location location,
		    const char *what)
{
	const char *how = type_is_integer(e->type) ? "makes a pointer of an integer"
			  : type_is_integer(to)    ? "makes an integer of a pointer"
						   : "has incompatible pointer types";
	sema_warning(s, location, "%s %s: '%s' from '%s'", what, how, sema_type(s, to), sema_type(s, e->type));
}

struct expression *conversion_assign(struct sema *s, struct expression *e, const struct type *type,
				     struct location location, const char *what)
{
	const struct type *to = type_unqualified(type);
	if (type_is_error(e->type))
		return e;
	if (type_is_error(to))
		return error_like(s, e);
	if (type_is_union(to) && type_record(to)->transparent_union &&
	    !(type_is_record(e->type) && type_record(e->type) == type_record(to))) {
		struct expression *u = NULL;
		const struct record *r = type_record(to);
		for (uint32_t i = 0; i < r->member_count && !u; i++) {
			const struct member *m = &r->members[i];
			bool fits = type_is_pointer(m->type) ? pointer_fits(s, e, m->type) == FITS
							     : type_compatible_unqualified(m->type, e->type);
			if (!fits)
				continue;
			u = wrap(s, conversion_to(s, e, m->type), CONVERSION_UNION, to);
			u->member = m;
		}
		if (u)
			return u;
	}
	switch (fit_of(s, e, to)) {
	case FITS:
		break;
	case DOUBTFUL:
		warn_of(s, e, to, location, what);
		break;
	case WRONG:
		sema_error(s, location, "incompatible types in %s: '%s' from '%s'", what, sema_type(s, to),
			   sema_type(s, e->type));
		return error_like(s, e);
	}
	return conversion_to(s, e, to);
}

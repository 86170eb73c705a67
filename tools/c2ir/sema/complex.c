/* Complex numbers (C11 6.2.5p11, 6.3.1.6, 6.3.1.7; GNU: of integers, __real__, __imag__, ~z, 2.0i). */
#include "record.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "type.h"
#include "type_class.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_make.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_scalar.h"

/* The complex number of two values of the same floating or integer type. */
static struct expression *complex_make(struct sema *s, struct expression *real, struct expression *imaginary, node_id n)
{
	struct expression *e = expression_new(s, EXPRESSION_BINARY, type_complex(s->types, real->type), n);
	e->operation = BINARY_COMPLEX;
	e->left = real;
	e->right = imaginary;
	return e;
}

struct expression *complex_imaginary(struct sema *s, struct expression *constant, node_id n)
{
	bool floating = constant->kind == EXPRESSION_FLOAT_CONSTANT;
	struct expression *zero =
		expression_new(s, floating ? EXPRESSION_FLOAT_CONSTANT : EXPRESSION_CONSTANT, constant->type, n);
	return complex_make(s, zero, constant, n);
}

/* A part of E, which is complex; an lvalue if E is one. */
static struct expression *complex_part(struct sema *s, struct expression *e, bool imaginary)
{
	const struct member *m = type_part(e->type, imaginary);
	const struct type *type = e->is_lvalue ? type_qualified(s->types, m->type, e->type->qualifiers) : m->type;
	struct expression *part = expression_like(s, EXPRESSION_MEMBER, type, e);
	part->operand = e;
	part->member = m;
	part->is_lvalue = e->is_lvalue;
	return part;
}

/* __real__ E or __imag__ E. Real numbers have parts, too (gcc): those are no lvalues. */
struct expression *complex_operator(struct sema *s, node_id n, struct expression *e, bool imaginary)
{
	if (e->type->kind == TYPE_ERROR)
		return e;
	if (type_is_complex(e->type)) {
		struct expression *part = complex_part(s, e, imaginary);
		part->location = sema_location(s, n);
		part->range = sema_range(s, n);
		return part;
	}
	e = conversion_value(s, e);
	if (!type_is_integer(e->type) && !type_is_floating(e->type)) {
		if (e->type->kind != TYPE_ERROR)
			sema_error(s, sema_location(s, n), "invalid operand of '%s': '%s'",
				   imaginary ? "__imag__" : "__real__", sema_type(s, e->type));
		return expression_error(s, n);
	}
	if (!imaginary)
		return conversion_to(s, e, type_unqualified(e->type));
	struct expression *zero =
		conversion_to(s, expression_constant(s, s->int_type, 0, n), type_unqualified(e->type));
	return operator_comma(s, n, e, zero);
}

/* One of the two types is complex; NULL: no such conversion. */
struct expression *complex_conversion(struct sema *s, struct expression *e, const struct type *to)
{
	enum conversion conversion = CONVERSION_COMPLEX;
	if (!type_is_complex(to)) {
		if (!type_is_bool(to)) /* 6.3.1.7p2: the imaginary part is discarded */
			return type_is_arithmetic(to) ? conversion_to(s, complex_part(s, e, false), to) : NULL;
		conversion = CONVERSION_BOOL;
	} else if (!type_is_arithmetic(e->type)) {
		return NULL;
	}
	struct expression *c = expression_like(s, EXPRESSION_CONVERSION, to, e);
	c->conversion = conversion;
	c->operand = e;
	return c;
}

/* __builtin_complex(real, imaginary), of one floating type */
struct expression *complex_builtin(struct sema *s, node_id n, struct expression *real, struct expression *imaginary)
{
	if (real->type->kind == TYPE_ERROR || imaginary->type->kind == TYPE_ERROR)
		return expression_error(s, n);
	if (type_is_floating(real->type) && real->type == imaginary->type)
		return complex_make(s, real, imaginary, n);
	sema_error(s, sema_location(s, n),
		   "the arguments of '__builtin_complex' must have the same real floating type, not '%s' and '%s'",
		   sema_type(s, real->type), sema_type(s, imaginary->type));
	return expression_error(s, n);
}

/* Which operations may violate a check, as far as it can be told from their text. It only matters beside what may end the
 * execution before. */
#include "ast_expression.h"
#include "c_term.h"
#include "checks.h"
#include "ast_declaration.h"
#include "sequence.h"
#include "symbol.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "weak.h"

static bool arithmetic_may_fail(struct lowering *l, const struct type *type)
{
	if (!type_is_integer(type))
		return checks(l, CHECK_FLOAT_OVERFLOW) || checks(l, CHECK_FLOAT_DIV) || checks(l, CHECK_NAN);
	return checks(l, type_is_signed(types_of(l), type) ? CHECK_OVERFLOW : CHECK_UNSIGNED_OVERFLOW);
}

/* Neither 0 nor, in any width, -1. */
static bool is_harmless_divisor(const struct expression *e)
{
	return e->kind == EXPRESSION_CONSTANT && e->value > 0 && e->value < 128;
}

/* Less than the width of int: it is the left operand that may be wrong, if it is shifted left. */
static bool is_harmless_distance(const struct expression *e)
{
	return e->kind == EXPRESSION_CONSTANT && e->value < 15;
}

/* a OPERATION b: a result of this type. */
static bool binary_may_fail(struct lowering *l, const struct expression *e, const struct type *left)
{
	switch (e->operation) {
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_MULTIPLY:
		return arithmetic_may_fail(l, e->type);
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
		if (is_harmless_divisor(e->right))
			return false;
		return checks(l, CHECK_DIV) || arithmetic_may_fail(l, e->type);
	case BINARY_SHIFT_LEFT:
		return checks(l, CHECK_SHIFT) || arithmetic_may_fail(l, e->type);
	case BINARY_SHIFT_RIGHT:
		return checks(l, CHECK_SHIFT) && !is_harmless_distance(e->right);
	case BINARY_POINTER_ADD:
	case BINARY_POINTER_SUBTRACT:
		return checks(l, CHECK_POINTER_ARITHMETIC) || checks(l, CHECK_SUBOBJECT);
	case BINARY_POINTER_DIFFERENCE:
		return checks(l, CHECK_COMPARE);
	case BINARY_LESS:
	case BINARY_LESS_EQUAL:
	case BINARY_GREATER:
	case BINARY_GREATER_EQUAL:
		return type_is_pointer(left) && checks(l, CHECK_COMPARE);
	default:
		return false;
	}
}

static bool conversion_may_fail(struct lowering *l, const struct expression *e)
{
	switch (e->conversion) {
	case CONVERSION_INTEGER:
		return checks(l, CHECK_CONVERSION) || checks(l, CHECK_ENUM);
	case CONVERSION_FLOATING_TO_INTEGER:
		return checks(l, CHECK_OVERFLOW) || checks(l, CHECK_CONVERSION) || checks(l, CHECK_ENUM);
	case CONVERSION_INTEGER_TO_FLOATING:
	case CONVERSION_FLOATING:
	case CONVERSION_COMPLEX:
		return checks(l, CHECK_CONVERSION) || checks(l, CHECK_FLOAT_OVERFLOW) || checks(l, CHECK_NAN);
	case CONVERSION_POINTER:
	case CONVERSION_INTEGER_TO_POINTER:
		return checks(l, CHECK_ALIGN);
	default:
		return false;
	}
}

bool operation_may_fail(struct lowering *l, const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_BINARY:
		return binary_may_fail(l, e, e->left->type);
	case EXPRESSION_NEGATE:
		return arithmetic_may_fail(l, e->type);
	case EXPRESSION_CONVERSION:
		return conversion_may_fail(l, e);
	case EXPRESSION_UPDATE: /* of what type it is done is hidden in it */
		return checks(l, CHECK_OVERFLOW) || checks(l, CHECK_DIV) || checks(l, CHECK_SHIFT) ||
		       checks(l, CHECK_UNSIGNED_OVERFLOW) || checks(l, CHECK_CONVERSION) || checks(l, CHECK_ENUM) ||
		       checks(l, CHECK_FLOAT_OVERFLOW) || checks(l, CHECK_FLOAT_DIV) || checks(l, CHECK_NAN) ||
		       checks(l, CHECK_POINTER_ARITHMETIC) || checks(l, CHECK_SUBOBJECT);
	default:
		return false;
	}
}

bool access_may_fail(struct lowering *l, const struct extent *extent, bool write)
{
	const struct declaration *object = extent->object;
	if (checks(l, CHECK_UNINIT) && !write)
		return true;
	if (!object || !extent->exact || !type_has_size(object->type) || weak_is_open(object))
		return check_pointers(l);
	/* of another unit's object, which that defines const, the type here may say nothing */
	if (write && (type_is_const(extent->type) || type_is_const(object->type)))
		return check_pointers(l);
	return check_pointers(l) && extent->offset + extent->size > type_size(types_of(l), object->type);
}

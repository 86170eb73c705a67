/* Constants of a finished unit. */
#include "constant_value.h"

#include "ast_query.h"
#include "ast_unit.h"
#include "sema_constant.h"
#include "sema_internal.h"
#include "type_base.h"
#include "type_floating.h"

bool ast_floating_constant(const struct unit *unit, const struct expression *e, floating_value *value)
{
	struct constant c = constant_evaluate(unit->types, e);
	if (c.kind == CONSTANT_FLOAT)
		*value = c.floating;
	return c.kind == CONSTANT_FLOAT;
}

bool ast_complex_constant(const struct unit *unit, const struct expression *e, floating_value parts[2])
{
	struct constant c = constant_evaluate(unit->types, e);
	if (c.kind != CONSTANT_COMPLEX || !type_is_floating(type_base(expression_type(e))))
		return false;
	parts[0] = c.floating;
	parts[1] = c.imaginary;
	return true;
}

bool ast_is_real_operand(const struct expression *e)
{
	return constant_is_real_operand(e);
}

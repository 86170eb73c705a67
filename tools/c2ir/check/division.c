/* Integer division and remainder: the divisor must not be zero (CWE-369; C11 6.5.5p5). The least value divided by -1
 * is an overflow: overflow.c.
 *
 *	a / b, a % b    assert b != 0 */
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"

static void assert_divisor(struct lowering *l, const struct integer_operation *o, const struct expression *e)
{
	if (checks(l, CHECK_DIV) && (o->operation == BINARY_DIVIDE || o->operation == BINARY_REMAINDER))
		check_emit(l, CHECK_DIV, nonzero(l, o->b), "%s by zero%s",
			   o->operation == BINARY_REMAINDER ? "remainder" : "division", check_text(l, e));
}

const struct check_rule check_rule_division = { .operation = assert_divisor };

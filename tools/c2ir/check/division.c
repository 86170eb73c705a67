/* Integer division and remainder: the divisor must not be zero (CWE-369; C11 6.5.5p5). The least value divided by -1
 * is an overflow: overflow.c.
 *
 *	a / b, a % b    assert b != 0 */
#include "c_term.h"
#include "check_operations.h"
#include "check_rule.h"
#include "checks.h"

static void assert_divisor(struct lowering *l, const struct integer_operation *o, const struct expression *e)
{
	bool remainder = o->op == OP_BVSREM || o->op == OP_BVUREM;
	if (checks(l, CHECK_DIV) && (remainder || o->op == OP_BVSDIV || o->op == OP_BVUDIV))
		check_emit(l, CHECK_DIV, nonzero(l, o->b), "%s by zero%s", remainder ? "remainder" : "division",
			   check_text(l, e));
}

const struct check_rule check_rule_division = { .operation = assert_divisor };

/* Integer division and remainder: the divisor must not be zero (CWE-369; C11 6.5.5p5). The least value divided by -1
 * is an overflow: overflow.c.
 *
 *	a / b, a % b    assert b != 0 */
#include "c_term.h"
#include "checks.h"

void check_division(struct lowering *l, const struct type *type, bool remainder, term a, term b,
		    const struct expression *e)
{
	if (checks(l, CHECK_DIV))
		check_emit(l, CHECK_DIV, nonzero(l, b), "%s by zero%s", remainder ? "remainder" : "division",
			   check_text(l, e));
	check_quotient(l, type, remainder, a, b, e);
}

/* Order and difference of two pointers: both must point into, or one past the end of, the same object (CWE-469; C11
 * 6.5.8p5, 6.5.6p9). Equality may be asked of any two (6.5.9p6).
 *
 *	p < q    assert object(p) == object(q) */
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"

static void assert_compare(struct lowering *l, bool difference, term p, term q, const struct expression *e)
{
	if (!checks(l, CHECK_COMPARE))
		return;
	check_emit(l, CHECK_COMPARE, term_eq(bank_of(l), pointer_object(l, p), pointer_object(l, q)), "%s%s",
		   difference ? "difference of pointers into different objects"
			      : "order of pointers into different objects",
		   check_text(l, e));
}

const struct check_rule check_rule_compare = { .compare = assert_compare };

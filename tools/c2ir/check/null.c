/* Dereference of a null or invalid pointer: one that points to no object (CWE-476; C11 6.5.3.2p4).
 *
 *	*p    assert object(p) != 0 */
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "lvalue.h"

static void check_null(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
		       const struct expression *e)
{
	(void)size, (void)write;
	if (checks(l, CHECK_NULL) && !lvalue->storage)
		check_emit(l, CHECK_NULL, nonzero(l, pointer_object(l, lvalue->pointer)), "null or invalid pointer%s",
			   check_text(l, e));
}

const struct check_rule check_rule_null = { .access = check_null };

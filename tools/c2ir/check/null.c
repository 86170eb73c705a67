/* Dereference of a null or invalid pointer: one that points to no object (CWE-476; C11 6.5.3.2p4).
 *
 *	*p    assert object(p) != 0 */
#include "c_term.h"
#include "checks.h"

void check_null(struct lowering *l, term pointer, const struct expression *e)
{
	if (checks(l, CHECK_NULL))
		check_emit(l, CHECK_NULL, nonzero(l, pointer_object(l, pointer)), "null or invalid pointer%s",
			   check_text(l, e));
}

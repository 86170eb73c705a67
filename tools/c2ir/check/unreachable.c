/* __builtin_unreachable() is reached, which gcc's manual calls undefined (CWE-758).
 *
 *	__builtin_unreachable()    assert false */
#include "checks.h"
#include "lowering.h"

void check_unreachable(struct lowering *l)
{
	if (checks(l, CHECK_UNREACHABLE))
		check_emit(l, CHECK_UNREACHABLE, term_false(l->bank), "__builtin_unreachable() is reached");
}

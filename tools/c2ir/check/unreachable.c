/* __builtin_unreachable() is reached, which gcc's manual calls undefined (CWE-758).
 *
 *	__builtin_unreachable()    assert false */
#include "c_term.h"
#include "checks.h"

void check_unreachable(struct lowering *l)
{
	if (checks(l, CHECK_UNREACHABLE))
		check_emit(l, CHECK_UNREACHABLE, term_false(bank_of(l)), "__builtin_unreachable() is reached");
}

/* What is checked of every access to memory. An access to an object by its name needs less: it is there, and alive. */
#include "checks.h"
#include "ledger.h"

bool check_pointers(const struct lowering *l)
{
	return checks(l, CHECK_NULL) || checks(l, CHECK_BOUNDS) || checks(l, CHECK_UAF) || checks(l, CHECK_READONLY);
}

void check_access(struct lowering *l, const struct lvalue *lvalue, term size, bool write, const struct expression *e)
{
	if (!lvalue->in_memory)
		return;
	check_align(l, lvalue, e);
	if (!check_pointers(l)) {
		lower_ledger(l, l->location, "memory accesses are assumed valid (their checks are off)");
		return;
	}
	if (!lvalue->storage) {
		check_null(l, lvalue->pointer, e);
		check_alive(l, lvalue->pointer, e);
	}
	check_bounds(l, lvalue, size, e);
	if (write)
		check_writable(l, lvalue, e);
}

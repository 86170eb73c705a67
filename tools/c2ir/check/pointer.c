/* What is checked of every access to memory. An access to an object by its name needs less: it is there, and alive. */
#include "lower.h"

bool check_pointers(const struct lowering *l)
{
	return checks(l, CHECK_NULL) || checks(l, CHECK_BOUNDS) || checks(l, CHECK_UAF) || checks(l, CHECK_READONLY);
}

void check_access(struct lowering *l, const struct place_of *place, term size, bool write, const struct expression *e)
{
	if (!place->in_memory)
		return;
	check_align(l, place, e);
	if (!check_pointers(l)) {
		lower_ledger(l, l->place, "memory accesses are assumed valid (their checks are off)");
		return;
	}
	if (!place->home) {
		check_null(l, place->pointer, e);
		check_alive(l, place->pointer, e);
	}
	check_bounds(l, place, size, e);
	if (write)
		check_writable(l, place, e);
}

/* Accesses through pointers: to an object (C11 6.5.3.2p4) that is alive (6.2.4p2), inside it (6.5.6p8), and for writes, one
 * that may be written (6.4.5p7). */
#include "lower.h"

bool check_pointers(const struct lowering *l)
{
	return checks(l, CHECK_NULL) || checks(l, CHECK_BOUNDS) || checks(l, CHECK_UAF) || checks(l, CHECK_READONLY);
}

static term state_of(struct lowering *l, term object)
{
	return term_select(l->bank, lower_state_map(l)->term, object);
}

static term state_is(struct lowering *l, term state, enum object_state what)
{
	return term_eq(l->bank, state, term_bv(l->bank, 8, what));
}

/* off + size <= bytes, without wrapping. */
static term inside(struct lowering *l, term offset, term size, term bytes)
{
	term room = term_binary(l->bank, OP_BVSUB, bytes, size);
	return term_and(l->bank, term_binary(l->bank, OP_BVULE, size, bytes),
			term_binary(l->bank, OP_BVULE, offset, room));
}

static void check_named(struct lowering *l, const struct place_of *place, term size, const struct expression *e)
{
	const struct home *home = place->home;
	if (!checks(l, CHECK_BOUNDS) || (!home->bytes && !home->size))
		return;
	term bytes = home->size ? home->size->term : word(l, home->bytes);
	check_emit(l, CHECK_BOUNDS, inside(l, pointer_offset(l, place->pointer), size, bytes), "access outside %s%s",
		   home->declaration && home->declaration->name ? home->declaration->name : "object", check_text(l, e));
}

static void check_alive(struct lowering *l, term object, const struct expression *e)
{
	term state = state_of(l, object);
	term above = term_binary(l->bank, OP_BVSUB, state, term_bv(l->bank, 8, STATE_STATIC));
	term alive = term_binary(l->bank, OP_BVULE, above, term_bv(l->bank, 8, STATE_READ_ONLY - STATE_STATIC));
	check_emit(l, CHECK_UAF, alive, "access to an object that is freed, out of scope, or none%s", check_text(l, e));
}

static void check_writable(struct lowering *l, const struct place_of *place, const struct expression *e)
{
	term ok;
	if (place->home)
		ok = term_bool(l->bank, !place->home->read_only);
	else
		ok = term_not(l->bank, state_is(l, state_of(l, pointer_object(l, place->pointer)), STATE_READ_ONLY));
	check_emit(l, CHECK_READONLY, ok, "write to a string literal%s", check_text(l, e));
}

void check_access(struct lowering *l, const struct place_of *place, term size, bool write, const struct expression *e)
{
	if (!place->in_memory)
		return;
	if (!check_pointers(l)) {
		lower_ledger(l, l->place, "memory accesses are assumed valid (their checks are off)");
		return;
	}
	if (place->home) {
		check_named(l, place, size, e);
	} else {
		term object = pointer_object(l, place->pointer);
		if (checks(l, CHECK_NULL))
			check_emit(l, CHECK_NULL, nonzero(l, object), "null or invalid pointer%s", check_text(l, e));
		if (checks(l, CHECK_UAF))
			check_alive(l, object, e);
		if (checks(l, CHECK_BOUNDS))
			check_emit(l, CHECK_BOUNDS,
				   inside(l, pointer_offset(l, place->pointer), size,
					  term_select(l->bank, lower_size_map(l)->term, object)),
				   "access outside the object%s", check_text(l, e));
	}
	if (write && checks(l, CHECK_READONLY))
		check_writable(l, place, e);
}

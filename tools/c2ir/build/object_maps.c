/* The size and state of each object, as maps by its identity. */
#include "object_maps.h"

#include "checked.h"
#include "emit.h"
#include "lowering.h"
#include "lowering_options.h"

struct variable *lower_global(struct lowering *l, struct variable **slot, const char *name, sort s)
{
	if (!*slot)
		*slot = program_add_global(l->program, name, s);
	return *slot;
}

struct variable *lower_role(struct lowering *l, struct variable **slot, enum global_role role, sort s)
{
	if (!*slot)
		*slot = program_add_role(l->program, role, s);
	return *slot;
}

struct variable *lower_size_map(struct lowering *l)
{
	return lower_role(
		l, &l->machine.size, GLOBAL_SIZE,
		sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, l->pointer_bits)));
}

struct variable *lower_state_map(struct lowering *l)
{
	return lower_role(l, &l->machine.state, GLOBAL_STATE,
			  sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 8)));
}

void lower_set_state(struct lowering *l, term object, enum object_state state)
{
	struct variable *map = lower_state_map(l);
	emit_assign(l, map, term_store(l->bank, map->term, object, term_bv(l->bank, 8, state)));
}

void lower_set_size(struct lowering *l, term object, term size)
{
	struct variable *map = lower_size_map(l);
	emit_assign(l, map, term_store(l->bank, map->term, object, size));
}

/* Does some check look at the sizes, or the states, of objects? */
bool lower_needs_size(const struct lowering *l)
{
	return checks(l, CHECK_BOUNDS) || checks(l, CHECK_POINTER_ARITHMETIC) || checks(l, CHECK_LEAK) ||
	       checks(l, CHECK_UNINIT) || l->options->undefined == UNDEFINED_HAVOC;
}

bool lower_needs_state(const struct lowering *l)
{
	return checks(l, CHECK_UAF) || checks(l, CHECK_FREE) || checks(l, CHECK_NULL) || checks(l, CHECK_LEAK) ||
	       checks(l, CHECK_CLEANUP) || checks(l, CHECK_READONLY);
}

/* Does some check ask whether objects are still there? */
bool lower_ends_objects(const struct lowering *l)
{
	return checks(l, CHECK_UAF) || checks(l, CHECK_LEAK);
}

/* GNU's global register variables (gcc 6.47.5.1): registers of the machine change behind the program's back. What is read is
 * any value, also of what has just been written; as a pointer it may point to all that is ever written. */
#include "lower.h"

/* What all mentions of the register share: the set of places to which it points. */
static const struct home *shared_home(struct lowering *l, const struct declaration *d)
{
	uint64_t known = table_get(&l->homes, (uintptr_t)d, 0);
	if (known)
		return (const struct home *)(uintptr_t)known;
	struct home *home = arena_alloc(l->arena, sizeof *home);
	home->kind = HOME_VARIABLES;
	home->declaration = d;
	home->type = d->type;
	home->shape = shape_of(l, d->type);
	home->flows = arena_alloc(l->arena, sizeof *home->flows);
	home->flows[0] = flow_new(l->regions);
	if (type_is_pointer(d->type))
		flow_copy(l->regions, home->flows[0], lower_unknown_object(l, d->type));
	table_put(&l->homes, (uintptr_t)d, (uintptr_t)home);
	return home;
}

struct place_of lower_register(struct lowering *l, const struct expression *e)
{
	const struct declaration *d = lower_definition(l, e->declaration);
	struct home *home = arena_alloc(l->arena, sizeof *home);
	*home = *shared_home(l, d);
	const char *what = arena_format(l->arena, "the global register variable %s", d->name);
	term value = lower_approximate_type(l, d->type, e->place, what).term;
	if (d->type->kind == TYPE_BOOL)
		value = from_bool(l, nonzero(l, value), 8);
	home->variables = arena_alloc(l->arena, sizeof *home->variables);
	home->variables[0] = emit_variable(l, d->name, d->type, sort_of(l, d->type), NULL);
	emit_assign(l, home->variables[0], value);
	return place_of_home(l, home);
}

/* GNU's global register variables (gcc 6.47.5.1): registers of the machine change behind the program's back. What is read is
 * any value, also of what has just been written; as a pointer it may point to all that is ever written. */

#include "approximate.h"
#include "ast_declaration.h"
#include "c_shape.h"
#include "c_term.h"
#include "emit.h"
#include "lvalue.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "symbol.h"
#include "type_derived.h"
#include "type_integer.h"

/* What all mentions of the register share: the set of places to which it points. */
static const struct storage *shared_storage(struct lowering *l, const struct declaration *d)
{
	struct storage *storage = storage_known(l, d);
	if (storage)
		return storage;
	storage = arena_alloc(arena_of(l), sizeof *storage);
	storage->kind = STORAGE_VARIABLES;
	storage->declaration = d;
	storage->type = d->type;
	storage->shape = shape_of(l, d->type);
	storage->nodes = arena_alloc(arena_of(l), sizeof *storage->nodes);
	storage->nodes[0] = node_new(regions_of(l));
	if (type_is_pointer(d->type))
		node_copy(regions_of(l), storage->nodes[0], lower_unknown_object(l, d->type));
	storage_keep(l, d, storage);
	return storage;
}

struct lvalue lower_register(struct lowering *l, struct declaration *named, struct location location)
{
	const struct declaration *d = lower_definition(l, named);
	struct storage *storage = arena_alloc(arena_of(l), sizeof *storage);
	*storage = *shared_storage(l, d);
	const char *what = arena_format(arena_of(l), "the global register variable %s", d->name);
	term value = lower_approximate(l, d->type, location, what).term;
	if (type_is_bool(d->type))
		value = from_bool(l, nonzero(l, value), 8);
	storage->variables = arena_alloc(arena_of(l), sizeof *storage->variables);
	storage->variables[0] = emit_variable(l, d->name, d->type, sort_of(l, d->type), NULL);
	emit_assign(l, storage->variables[0], value);
	return lvalue_of_storage(l, storage);
}

/* The size and state of each object, as maps by its identity; and globals that are made on demand. */
#ifndef C2IR_OBJECT_MAPS_H
#define C2IR_OBJECT_MAPS_H

#include <stdbool.h>

#include "role.h"
#include "term.h"

struct lowering;
struct variable;

enum { OBJECT_BITS = 32 }; /* of identities */

enum object_state {
	STATE_NONE,
	STATE_STATIC, /* from here */
	STATE_STACK,
	STATE_HEAP,
	STATE_READ_ONLY, /* to here: may be read */
	STATE_DEAD,
	STATE_FREED,
	STATE_FUNCTION,
	STATE_KNOWN_FUNCTION /* one that unknown pointers may point to, or that is outside: only said if --args asks */
};

struct variable *lower_global(struct lowering *l, struct variable **slot, const char *name, sort s);
/* Likewise one that other tools ask for (lib/ir/role.h). */
struct variable *lower_role(struct lowering *l, struct variable **slot, enum global_role role, sort s);

struct variable *lower_size_map(struct lowering *l);
struct variable *lower_state_map(struct lowering *l);
void lower_set_state(struct lowering *l, term object, enum object_state state);
void lower_set_size(struct lowering *l, term object, term size);
/* Does some check look at the sizes, or the states, of objects? Ask whether they are still there? */
bool lower_needs_size(const struct lowering *l);
bool lower_needs_state(const struct lowering *l);
bool lower_ends_objects(const struct lowering *l);

#endif

/* Inside assignments to maps: store.c, store_run.c. */
#ifndef PLUMB_STORE_H
#define PLUMB_STORE_H

#include "place.h"

struct store {
	struct place *place; /* as it was before the assignment: terms are read there */
	struct variable *map;
	const struct change_listener *listener;
	const struct facts *facts; /* as it becomes */
	/* of the cells that are written */
	struct known value;
	const struct target *target; /* NULL: any */
	term pointer;       /* to any object, which the cells belong to; 0: not known, or nothing is said of it */
	term conditions[8]; /* of the place, about `pointer` */
	unsigned condition_count;
	TABLE(uint32_t, uint32_t) excluded; /* object -> can it be none that `pointer` points to? */
	const struct effect *effect;        /* of the store; NULL: of anything */
	bool is_last;                       /* the target is the last cell of its object */
};

uint32_t store_variable(const struct store *s); /* in keys */
struct known store_term(struct store *s, term t);
/* Cells of the map may become VALUE, of the object; 0: of any. */
void store_tell(const struct store *s, uint32_t object, const struct known *value);
/* Cells of the target, NULL: of any object, may become s->value. */
void store_somewhere(struct store *s, const struct target *target);
/* MAP is a fill or copy of what has been assigned. */
void store_run(struct store *s, term map);

#endif

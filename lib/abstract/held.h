/* What maps hold by {holds ...} (ir-spec/attributes.md): of a pointer that is read, few objects are left where no fact is known of the
 * cell, as after a store through an unknown pointer. */
#ifndef PLUMB_HELD_H
#define PLUMB_HELD_H

#include "known.h"

/* Finds those of the program: before anything is read. */
void held_find(struct domain *d);
/* K, what the map's cells were found to be at an index, with what they may be at all. */
struct known held_read(struct domain *d, const struct variable *map, const struct known *k);

#endif

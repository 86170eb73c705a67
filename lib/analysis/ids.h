/* Identities of inputs ({id N} of havoc, fresh and goto). */
#ifndef PLUMB_IDS_H
#define PLUMB_IDS_H

#include "ir.h"

/* The ids that several statements or gotos have, because code was cloned, are put into `shared`. An execution
 * numbers the values of one id in order, over all its copies, so none of these may be removed alone: passes that
 * remove inputs keep them all. */
void ids_find_shared(const struct program *p, struct table *shared);

/* Is the {id} of these attributes among them? */
bool ids_is_shared(const struct table *shared, const struct attribute *attributes);

#endif

/* Arrays whose last element says where they end, as argv's null pointer (C11 5.1.2.2.1p2) does.
 *
 * The last cell of an object is the one that ends where the object does. Of an object and a map there may be a fact of what all cells
 * within it *but the last* hold (KEY_BUT_LAST). A store of which relations say that it is to the last one makes it, of what was known of all cells
 * before; each other store to the object adds its value. What is read is among these if relations say that it is not the last:
 * `i < argc`. A new size ends the fact. */
#ifndef PLUMB_SENTINEL_H
#define PLUMB_SENTINEL_H

#include "store.h"

/* Is the store, to one object, to its last cell? */
bool sentinel_is_stored(const struct store *s, term at, const struct known *index);
/* What all cells but the last hold is known from now on, as S->place has them, or goes on to be known. */
void sentinel_begin(struct store *s, uint32_t object);

/* The term, which may be K, is assigned: what it may be if it is no last cell. */
struct known sentinel_read(struct place *p, term t, const struct known *k);

#endif

/* Block operations on maps, which others' formats do not have, as stores. */
#ifndef PLUMB_SYSTEM_LOWER_H
#define PLUMB_SYSTEM_LOWER_H

#include "system.h"

/* Each fill and copy of a known number of cells in the system's terms becomes as many stores. False: there is one of
 * unknown length, or there would be too many stores. The system keeps what its terms mean. */
bool system_lower(struct system *system);
/* Is a block operation on so many cells (its argument) among those that become stores? */
bool system_lowers(const struct bank *bank, term count);

#endif

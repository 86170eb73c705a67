/* Programs assume of most unknowns that they lie within a range, which answers drawn from anywhere seldom do. */
#ifndef PLUMB_REPAIR_H
#define PLUMB_REPAIR_H

#include <stdbool.h>

#include "run.h"
#include "tape.h"

/* After a run that this assumption ended, and that had the answers of the tape: gives others in place of those that have
 * the value of a variable of the assumption, or of a cell that it reads and that was asked for last, which are mostly those that it
 * is about. False: there are none. */
bool repair_tape(struct tape *tape, const struct run *run, const struct statement *assumption,
		 const struct tape_source *source, uint64_t random);

#endif

/* Every cycle gets one entry. */
#ifndef PLUMB_REDUCIBLE_H
#define PLUMB_REDUCIBLE_H

#include "ir.h"

/* Makes the flow graph of the procedure reducible: the entries of an irreducible cycle are reached through a new block,
 * its header, which decides by a new local where to go. True if anything changed. Needs all blocks reachable. */
bool procedure_make_reducible(struct procedure *proc);

#endif

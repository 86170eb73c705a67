/* Code from which no assertion can be reached. */
#ifndef PLUMB_TAIL_H
#define PLUMB_TAIL_H

#include "ir.h"

/* Cuts off what no assertion (and no cut of `unroll`) comes after, in any caller either: there the procedure
 * returns at once or, where it would never return but its callers go on to assertions, stops with `assume
 * false`. True if anything changed. */
bool program_cut_tail(struct program *p);

#endif

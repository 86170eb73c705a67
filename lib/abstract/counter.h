/* Counters: of loops that go round a few times at most, as a number of few bits that they step through would come back.
 *
 *	while (n && ((size_t)p & 7)) { n--; sum += *p++; }
 *
 * takes at most 7 steps. A ghost counts them: it is 0 where the loop is entered, one more behind each step; before each step fewer than there may be, at the loop's head
 * not more. That is true of each execution; what it says of variables that the loop changes with the counter is up to relations.
 * (Counters that bound loops: S. Gulwani, K. Mehra, T. Chilimbi, "SPEED: precise and efficient static estimation of program
 * computational complexity", POPL 2009.) */
#ifndef PLUMB_COUNTER_H
#define PLUMB_COUNTER_H

#include "ghost.h"

/* Finds the loops of all procedures, which get ghosts. */
void counters_find(struct domain *d);

#endif

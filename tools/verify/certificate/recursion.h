/* Calls of what recurses, in a program that is to be one procedure. */
#ifndef PLUMB_RECURSION_H
#define PLUMB_RECURSION_H

#include "ir.h"

/* In place of each call of a procedure that recurses, but for loops, what it may write is anything; where it may violate an assertion, or
 * make an object, coming to the call is a violation. The program violates what it did, and perhaps more. False: there was none. */
bool recursion_weaken(struct program *p);

#endif

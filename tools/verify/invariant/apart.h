/* Equations between sums, written so that a solver need not add: what a round does to x + y + z is seen where the cases that the
 * round distinguishes are apart and equal sums are one term. */
#ifndef PLUMB_APART_H
#define PLUMB_APART_H

#include "hash.h"
#include "term.h"

/* An equivalent term. The memo (of one bank) is the caller's, empty at first. */
term equations_apart(struct bank *bank, term t, struct table *memo);

#endif

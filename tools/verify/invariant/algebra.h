/* Conditions that polynomials refute: one that says p != 0, where sums of multiples of the equations that it says too give p = 0. No solver
 * is asked, to which the products of x + y = (n + 1) ^ 3 are circuits. */
#ifndef PLUMB_ALGEBRA_H
#define PLUMB_ALGEBRA_H

#include "hash.h"
#include "term.h"

/* Leaves of sort Bool that are known to be true. */
struct known_leaves TABLE_BODY(term, bool);

/* True: no values make the condition true. Equations are modulo 2^w, as the terms are. */
bool algebra_refutes(struct bank *bank, term condition, const struct known_leaves *true_leaves);

#endif

/* Identities of nondeterministic choices. */
#ifndef PLUMB_NUMBER_H
#define PLUMB_NUMBER_H

#include "ir.h"

/* Gives each havoc, each fresh and each goto with more than one target that has no {id N} attribute one that
 * is unique in the program, in text order from the smallest number above all that are there. Passes keep
 * the attribute, so that a counterexample of the optimised program says what the original one chose. True if one was added. */
bool program_number(struct program *p);

#endif

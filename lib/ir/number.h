/* Identities of nondeterministic choices. */
#ifndef PLUMB_NUMBER_H
#define PLUMB_NUMBER_H

#include "ir.h"

/* Gives each havoc, each fresh and each goto with more than one target that has no {id N} attribute one that
 * is unique in the program, in text order from the smallest number above all that are there. Passes keep
 * the attribute, so that a counterexample of the optimised program says what the original one chose. True if one was added. */
bool program_number(struct program *p);

/* Gives each call a {call N} of its own, in text order from 1; copies that passes make of a call keep it. Counterexamples tell
 * inputs apart by the calls that led to them, because passes may leave out calls that do not matter. */
void program_number_calls(struct program *p);

#endif

/* Variable abstraction, for the engine that refines it. */
#ifndef PLUMB_ABSTRACT_H
#define PLUMB_ABSTRACT_H

#include "ir.h"

/* Fig. 3 of the Corral paper: tracked[i] for program->globals[i]. Untracked globals are removed from every statement
 * (and stay declared, so that indices are kept): an over-approximation. Use program_copy first if the original is still
 * needed. A statement that remains keeps its attributes; a havoc that stands for an assignment has {abstract 1} besides
 * those of the assignment. True if anything changed. */
bool abstract_program(struct program *p, const bool *tracked);

#endif

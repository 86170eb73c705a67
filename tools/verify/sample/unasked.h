/* Inside the sampler: which unknown values of a program no hook of the evaluator is asked for. */
#ifndef PLUMB_UNASKED_H
#define PLUMB_UNASKED_H

#include "ir.h"

/* Sets unread[i] where the initial value of global i cannot matter. False: a procedure that may be called reads a variable
 * of its own before it has a value. */
bool unasked_find(const struct program *program, bool *unread);

#endif

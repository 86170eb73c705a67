/* A counterexample as C: which lines were executed, with the values that they set. */
#ifndef PLUMB_TRACE_H
#define PLUMB_TRACE_H

#include "counterexample.h"
#include "stream.h"

/* Executes `program` (the one that the counterexample was found in) with the inputs and writes one line for each
 * C statement that it went through:
 *
 *     file.c:12: f: x = y + 1    x = 3
 *
 * At most SCREEN lines (the first and the last of a long trace) unless `full`. */
void trace_write(struct output *out, struct program *program, const struct counterexample *c, bool full);

#endif

/* Rows of numbers that executions did not show: what procedures may return, by a solver, callees first. */
#ifndef PLUMB_PROBE_H
#define PLUMB_PROBE_H

#include "engine.h"
#include "observe.h"

/* Adds rows to the observations (one for each contract of a copy of `executed`, words in the arena) until what is true of all rows of a procedure
 * (guess_summary.c) is true of all its returns, as far as what was found of its callees says; of procedures that do not call themselves.
 * T. Reps, M. Sagiv, G. Yorsh, "Symbolic implementation of the best transformer", 2004. Guesses start from that; nothing is proved. */
void probe_procedures(struct task *task, const struct program *executed, struct observations *seen,
		      const struct pattern_constants *constants, struct arena *arena);

#endif

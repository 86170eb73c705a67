/* An execution as the waypoints of a witness. */
#ifndef PLUMB_WAYPOINTS_H
#define PLUMB_WAYPOINTS_H

#include "counterexample.h"
#include "source_texts.h"
#include "witness.h"

/* Executes the program with the counterexample's inputs, and adds a segment for each result of a function without a body, each
 * variable that is not initialised, and each branch, as far as the text of the witness's files has a place for it, and the
 * target. Variables that are not initialised only without the check uninit (UNSET), by which an assumption that reads one is a violation;
 * the execution has not read it. False: no assertion is violated, or where it is is in none of the files. */
bool waypoints_add(struct witness *witness, struct program *program, const struct counterexample *c, bool unset,
		   struct source_texts *texts);

#endif

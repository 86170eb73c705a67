/* Invariants that someone found, or guessed, checked by queries that are built from the program alone. */
#ifndef PLUMB_CONFIRM_H
#define PLUMB_CONFIRM_H

#include "engine.h"
#include "stretch.h"

/* Does no execution of the program violate an assertion, by these invariants at the heads of its loops? The program is as after
 * objects_first, and is changed. Only true is an answer: false may also mean that the solvers do not know, or that time
 * is up. Counts the queries in the outcome. */
bool invariants_confirm(struct task *task, struct outcome *outcome, struct program *program,
			const struct stretch_invariant *invariants, size_t count);

#endif

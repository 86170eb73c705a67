/* What property directed reachability finds, for whoever confirms it. */
#ifndef PLUMB_PDR_GUESS_H
#define PLUMB_PDR_GUESS_H

#include "engine.h"
#include "stretch.h"

/* Invariants for the loops of a program of one procedure, after objects_first, whose bank gets the terms: within the task's time, not
 * confirmed. False: there are none. To be freed in any case. */
bool pdr_find_invariants(struct task *task, struct outcome *outcome, struct program *flat,
			 struct stretch_invariants *found);

#endif

/* What is reached, as formulas over the program's variables. */
#ifndef PLUMB_REACHED_INVARIANTS_H
#define PLUMB_REACHED_INVARIANTS_H

#include "cut_invariant.h"
#include "reach.h"
#include "system_machine.h"

/* By cut, one for each: the constants of the system, and the set of states that are reached. To be freed with
 * cut_invariants_free. */
struct cut_invariant *reached_invariants(const struct reached *reached, const struct system_machine *machine,
					 const struct system *system);

#endif

/* Which procedures have contracts. */
#ifndef PLUMB_CONTRACT_CHOICE_H
#define PLUMB_CONTRACT_CHOICE_H

#include "callgraph.h"

/* By procedure: all recursive ones that are called; and where what is left is still too large a tree of calls to be executed
 * as a whole, procedures from which, and from the entry, a small tree hangs down to the next ones. Gives how many of the chosen
 * are not recursive. */
uint32_t contract_choice(const struct callgraph *graph, bool *chosen);

#endif

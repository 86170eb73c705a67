/* Contracts that someone guessed: which of their conditions hold together, and whether these prove the program. */
#ifndef PLUMB_CONTRACT_PROOF_H
#define PLUMB_CONTRACT_PROOF_H

#include "contract.h"
#include "engine.h"

/* Drops conditions until those that are left hold (C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java",
 * 2001), then asks anew whether they do, and whether with them any assertion of the program can be violated. True: none can.
 * False may also mean that the solvers do not know, or that time is up; *trouble says which. Cuts the program. */
bool contracts_prove(struct task *task, struct outcome *outcome, struct contracts *contracts, const char **trouble);

#endif

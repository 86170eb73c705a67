/* What the search for contracts finds, for whoever confirms it. */
#ifndef PLUMB_HORN_H
#define PLUMB_HORN_H

#include "contract.h"
#include "engine.h"

/* Contracts that prove task->prepared, cut already: those conditions count that are neither dropped nor waiting. */
struct horn_proof {
	struct program *program;
	struct contracts contracts;
};

/* Within the task's time. False: none were found; *trouble says why. To be released only if they were. */
bool horn_find_contracts(struct task *task, struct outcome *outcome, struct horn_proof *proof, const char **trouble);
/* The same with the conditions that `tell` adds to the contracts, and no other ones. */
bool horn_prove_contracts(struct task *task, struct outcome *outcome,
			  void (*tell)(const void *context, struct contracts *contracts), const void *context,
			  struct horn_proof *proof, const char **trouble);
void horn_proof_release(struct horn_proof *proof);

#endif

/* What other engines use of induction.c. */
#ifndef PLUMB_INDUCTION_H
#define PLUMB_INDUCTION_H

#include "engine.h"
#include "hash.h"
#include "invariant.h"

/* One way to prove task->prepared. */
struct attempt {
	enum level level;
	/* Where it is not proved as a whole, assertions are asked one by one: gets the {place} of those that no execution violates
	 * before another. May be NULL. */
	struct table *holding;
	bool parts;  /* it is not a program as a whole, but parts of one (pass modular): only to be asked one by one */
	bool *loops; /* gets: is there anything to guess of? May be NULL. */
};

/* True: it is proved. */
bool induction_try(const struct attempt *attempt, struct task *task, struct outcome *outcome);

#endif

/* What other engines use of induction.c. */
#ifndef PLUMB_INDUCTION_H
#define PLUMB_INDUCTION_H

#include "engine.h"
#include "hash.h"

/* Proves assertions of task->prepared one by one, with candidates of that level (enum level of invariant.h): *holding gets
 * the {place} of those that no execution violates before another. */
void induction_prove_each(struct task *task, struct outcome *outcome, uint32_t level, struct table *holding);

#endif

/* What a solver needs of a question to refute it. */
#ifndef PLUMB_CORE_H
#define PLUMB_CORE_H

#include "solver_pair.h"

/* Some conjuncts of the question (a Bool term) that have no model together, by the pair's first solver in so many seconds of work; 0: it does
 * not know, or there is a model. */
term core_of(struct solver_pair *pair, term question, double seconds);

#endif

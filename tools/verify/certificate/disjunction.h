/* Disjunctions as balanced trees: neither deep nor quadratic. */
#ifndef PLUMB_DISJUNCTION_H
#define PLUMB_DISJUNCTION_H

#include "term.h"
#include "vec.h"

struct disjuncts VEC_BODY(term);

/* Frees the list. */
term disjunction_of(struct bank *bank, struct disjuncts *list);

#endif

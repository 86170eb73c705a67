/* Inside the cut: what its files share. */
#ifndef PLUMB_CUT_PARTS_H
#define PLUMB_CUT_PARTS_H

#include "invariant.h"

struct conditions VEC_BODY(term);

/* cut.c: all of them; true where there are none. Frees the list. */
term cut_conjunction(struct bank *bank, struct conditions *list);

/* cut_loops.c: adds the procedure to cut->loops if it is a loop that can be cut. */
void cut_add_loop(struct cut *cut, struct procedure *procedure);
/* opaque.c: drops candidates that would look at identities; before the heads. */
void cut_keep_opaque(struct cut *cut);
/* cut_instances.c: after the heads: assumes what they said of all values for those that are read later. */
void cut_add_instances(struct cut *cut);

#endif

/* The questions that engines ask about an execution (Corral, Fig. 2), as Bool terms of the program's bank. */
#ifndef PLUMB_QUERY_H
#define PLUMB_QUERY_H

#include "vc.h"

/* Is an assertion violated by an execution that makes no open call and meets no cut? Under-approximation:
 * a model is an execution of the program. */
term query_under(struct bank *bank, const struct vc *vc);

/* The same with open calls returning anything; and such a call whose callee may violate an assertion counts as a
 * violation, and so does a cut. Over-approximation: no model, no violation at all. With `blocked` (not NULL), the open
 * calls for which it is true are forbidden nevertheless, and cuts do not count: then the answer is about what the
 * bound allows. */
term query_over(struct bank *bank, const struct vc *vc, bool (*blocked)(void *context, const struct vc_edge *edge),
		void *context);

/* Does some execution go beyond the bound (makes a call that is open because of it, or meets a cut)? */
term query_beyond(struct bank *bank, const struct vc *vc);

#endif

/* Which loops certainly end. */
#ifndef PLUMB_TERMINATE_H
#define PLUMB_TERMINATE_H

#include "callgraph.h"
#include "cfg.h"
#include "uses.h"

/* By block: is it where a cycle begins (the target of an edge that goes back) that is not known to end? The caller
 * frees it (memory_free). */
bool *endless_headers(const struct program *p, const struct effects *effects, struct uses *uses, const struct cfg *cfg);

#endif

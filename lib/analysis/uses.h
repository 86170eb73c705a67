/* The variables in each term, found once per term. Valid as long as no variable is removed. */
#ifndef PLUMB_USES_H
#define PLUMB_USES_H

#include "ir.h"

struct uses {
	const struct program *program;
	struct arena *arena;
	TABLE(term, struct uses_list *) lists; /* by term */
	struct uses_list *building;            /* by the walk that is under way */
};

struct uses_list {
	uint32_t count, capacity;
	struct variable **variables; /* each once; in the order of the walk, which is deterministic */
};

void uses_init(struct uses *uses, const struct program *p);
void uses_release(struct uses *uses);
/* Term 0 has none. Valid until uses_release. */
const struct uses_list *uses_of(struct uses *uses, term t);
bool uses_mention(struct uses *uses, term t, const struct variable *v);

#endif

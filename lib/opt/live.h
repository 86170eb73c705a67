/* Live variables of one procedure, at the beginning of each block. */
#ifndef PLUMB_LIVE_H
#define PLUMB_LIVE_H

#include "callgraph.h"
#include "cfg.h"
#include "slots.h"

struct live {
	const struct procedure *procedure;
	const struct cfg *cfg; /* not owned */
	struct uses *uses;     /* not owned */
	const struct effects *effects;
	struct arena *arena;
	struct slots slots;
	uint32_t *global_slots; /* global's index -> slot; NULL: globals are not followed */
	uint32_t words;         /* per row */
	uint64_t *rows;         /* by block */
	uint64_t *set;          /* scratch for live_at_end: all slots */
};

/* A variable is live where some path goes on to read it before it is written; an assignment whose target is not live
 * reads nothing. Out-parameters are live at returns. With `effects`, the globals that the procedure itself
 * writes are followed too: live at returns, and before a call that may read them. */
struct live *live_new(const struct cfg *cfg, struct uses *uses, const struct effects *effects);
void live_free(struct live *live);

bool live_at_start(const struct live *live, uint32_t block, const struct variable *v); /* of a block */

/* The set behind the last statement of a block (after the terminator's condition was read). To go back from there:
 * live_before, statement by statement. */
uint64_t *live_at_end(struct live *live, uint32_t block);
/* Is the value that the statement gives any of its targets live in `set`, or is it no mere assignment? */
bool live_is_needed(const struct live *live, const uint64_t *set, const struct statement *s);
void live_before(struct live *live, uint64_t *set, const struct statement *s);

#endif

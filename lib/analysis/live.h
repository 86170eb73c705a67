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
	bool (*removable)(const struct program *p, const struct statement *s);
	struct arena *arena;
	struct slots slots;
	uint32_t *global_slots; /* global's index -> slot; NULL: globals are not followed */
	uint32_t words;         /* per row */
	uint64_t *rows;         /* by block */
	uint64_t *set;          /* scratch for live_at_end: all slots */
};

/* A variable is live where some path goes on to read it before it is written; in front of `assert false` or `assume false`
 * nothing is. An assignment, havoc or fresh that `removable` (NULL: none) allows to go reads nothing if its target is not live.
 * Out-parameters are live at returns. With `effects`, the globals that the procedure itself writes are followed too: live at
 * returns, and before a call that may read them. */
struct live *live_new(const struct cfg *cfg, struct uses *uses, const struct effects *effects,
		      bool (*removable)(const struct program *p, const struct statement *s));
void live_free(struct live *live);

bool live_at_start(const struct live *live, uint32_t block, const struct variable *v); /* of a block */

/* The set after the last statement of a block (after the terminator's condition was read). To go back from there:
 * live_before, statement by statement. */
uint64_t *live_at_end(struct live *live, uint32_t block);
/* Must the statement stay, where `set` is live after it? */
bool live_is_needed(const struct live *live, const uint64_t *set, const struct statement *s);
void live_before(struct live *live, uint64_t *set, const struct statement *s);

#endif

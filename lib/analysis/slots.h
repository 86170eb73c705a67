/* Small numbers for the variables that a backward analysis of one procedure follows: first the procedure's
 * variables that are read in some block before they are written there, and its parameters; then globals;
 * then its other variables, which are never live between blocks. Rows of bits per block need the first two. */
#ifndef PLUMB_SLOTS_H
#define PLUMB_SLOTS_H

#include "uses.h"

#define SLOT_NONE UINT32_MAX

struct slots {
	uint32_t *locals;  /* variable's index -> slot */
	uint32_t *globals; /* slot global_first + i -> global's index; ascending */
	uint32_t global_first, global_count;
	uint32_t row_count; /* slots in a row: the first two kinds */
	uint32_t count;     /* all */
};

/* `globals`: bits by global index: which to follow. NULL: none. Arrays are in `arena`. */
void slots_init(struct slots *slots, struct arena *arena, const struct procedure *proc, struct uses *uses,
		const uint64_t *globals);

/* to[global's index] = slot, for the globals that are followed; the others are left as they are. */
void slots_map_globals(const struct slots *slots, uint32_t *to);

#endif

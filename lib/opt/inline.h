/* Calls replaced by copies of what they call: what passes `flatten` and `inline` share. */
#ifndef PLUMB_INLINE_H
#define PLUMB_INLINE_H

#include "ir.h"

/* Which procedures stay, by index: the entry, and those whose calls are not replaced. */
struct inline_plan {
	bool *stays;
	uint32_t count;    /* of those, without the entry if nothing calls it */
	bool entry_called; /* the entry recurses, as loops do at least */
	bool tells;        /* statements tell of which C function they are: {function}, {caller} */
};

/* As few stay as it takes that all other recursion ends, calls of itself in whose place a procedure returns not counted (they
 * become jumps), and that no procedure becomes too large. The program has an entry. */
struct inline_plan inline_plan_new(const struct program *p);
void inline_plan_release(struct inline_plan *plan);

/* Does the call at statement s return where its procedure does, with the same results, and is it one of itself? */
bool inline_is_tail(const struct procedure *proc, const struct block *b, uint32_t s);

/* Only those procedures are left, and calls of them. */
void inline_run(struct program *p, const struct inline_plan *plan);

#endif

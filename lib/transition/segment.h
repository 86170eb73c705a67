/* A program of one procedure, executed symbolically from cut to cut: cuts are its beginning and the heads of its loops, so
 * that what lies between is acyclic and becomes one term for each variable.
 *
 * The values are over the program's own leaves, which stand for the state at the cut where the segment begins, and over
 * inputs: leaves of the havocs and choices on the way. */
#ifndef PLUMB_SEGMENT_H
#define PLUMB_SEGMENT_H

#include "cfg.h"
#include "path.h"

/* A way from a cut to a cut; ways of one segment exclude one another. */
struct way {
	uint32_t to;
	struct state state; /* state.path->full: when it is taken */
};

struct segment {
	VEC(struct way) ways;
	VEC(term) violations; /* when an assertion is violated on the way */
};

struct segments {
	const struct program *program;
	const struct procedure *procedure;
	struct cfg *cfg;
	struct arena *arena;
	struct path_space space;
	const struct block **cuts; /* cuts[0]: the beginning */
	uint32_t cut_count;
	uint32_t *cut_of; /* block -> its cut, or CFG_NONE; 0 is no block's that has a way to it */
	struct segment *segments;
	TABLE(uint64_t, term) inputs;
	uint64_t identity; /* of the first object; UINT64_MAX: there is none */
	uint32_t identities, identity_width;
	bool failed; /* stopped, or something that is not understood */
};

/* What `fresh` gives in the first block, where it is executed once, are the numbers from `identity` on; the identity is new,
 * and not one of those, where it is executed elsewhere. The program must outlive the result; its bank takes the terms. The program
 * has one procedure, without calls. `stop` is asked now and then. */
struct segments *segments_new(const struct program *program, bool (*stop)(void *context), void *context);
void segments_free(struct segments *segments); /* NULL is fine */

/* The variable's value at the end of a way. */
term segments_value(const struct way *way, const struct variable *v);

#endif

/* Copies of procedures, other variables in the place of those that a block mentions, and where a loop or call is cut. */
#ifndef PLUMB_CLONE_H
#define PLUMB_CLONE_H

#include "hash.h"
#include "ir.h"

struct renaming {
	struct program *program;
	struct variable *(*other)(const void *context, struct variable *v); /* V itself: it stays */
	const void *context;
	struct table memo; /* of the terms; the caller's, empty at first */
};

/* In what the block's statements and its terminator read and write. */
void block_rename(struct renaming *r, struct block *b);

/* A procedure of the same program that does the same; calls go where they went. */
struct procedure *procedure_clone(struct procedure *proc, const char *name);

/* Where the blocks come from: the first {at} of a terminator or statement of them, in order; line 0 if none. */
struct location blocks_location(struct block *const *blocks, size_t count);

/* Appends `assume false` with {bound "file" line column} and returns: an execution that gets here goes on beyond what
 * was unrolled. */
void block_bound(struct program *p, struct block *b, struct location location);

#endif

/* Other variables in the place of those that a block mentions. */
#ifndef PLUMB_RENAME_H
#define PLUMB_RENAME_H

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

#endif

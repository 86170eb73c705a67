/* A thread of the sequential program: a copy of what it does, in the procedure in which threads take turns. */
#ifndef C2IR_INSTANCE_H
#define C2IR_INSTANCE_H

#include "ir.h"
#include "vec.h"

struct instance {
	uint32_t number;        /* 0: the first thread */
	uint32_t depth;         /* so many threads started one another */
	struct procedure *body; /* what was copied; the procedure itself for the first thread */
	struct variable **in;   /* the copies of its parameters */
	VEC(struct block *) blocks;
	struct block *entry;
	struct variable *place; /* where its next turn begins: a point, or 0: it does not run */
	VEC(struct block *) points;
	struct variable **saved; /* by global of which each thread has its own: its value while others have their turns; or NULL */
	VEC(struct block *) alone_until; /* of the first thread: where it goes on when it has started another one */
};

struct threads {
	struct program *program;
	struct procedure *main; /* the entry */
	VEC(struct instance *) instances;
	VEC(struct variable *) locals; /* globals of which each thread has its own, */
	VEC(term) initial;             /* and what they are at first */
	struct block *scheduler;
	struct variable *turn, *next, *from; /* does the turn end here; whose is the next one; whose was the last one, plus 1 */
};

/* What the entry does. */
struct instance *instance_of_main(struct threads *t);
/* A copy of the callee's body. What of the call's arguments is constant is constant in the copy. */
struct instance *instance_new(struct threads *t, const struct instance *caller, const struct statement *call);
void instance_free(struct instance *i);

/* A block more of the instance. */
struct block *instance_add_block(struct threads *t, struct instance *i, const char *stem);
/* The block ends before statement `at`; the rest is a new block, which nothing leads to. Statement `at` is its first. */
struct block *instance_split(struct threads *t, struct instance *i, struct block *b, uint32_t at);
#endif

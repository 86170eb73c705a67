/* A thread of the sequential program: a copy of what it does, in the procedure in which threads take turns. */
#ifndef C2IR_INSTANCE_H
#define C2IR_INSTANCE_H

#include "ir.h"
#include "vec.h"

struct instance {
	uint32_t number;            /* 0: the first thread */
	uint32_t depth;             /* so many threads started one another */
	bool repeats;               /* it may be started again when it is over */
	uint32_t first, limit;      /* its variables, in the procedure of turns: [first, limit) */
	uint32_t in_count;          /* of its parameters */
	struct variable **in;       /* their copies */
	VEC(struct block *) blocks; /* begun by the one that it begins with */
	struct variable *place;     /* where its next turn begins: a point, or 0: it does not run */
	VEC(struct block *) points;
	VEC(struct block *) ends;  /* blocks that end where a turn may, and lead to a point */
	struct block *stopped;     /* a point where it never goes on: races.c; or NULL */
	VEC(struct block *) backs; /* blocks that lead back to the head of a loop in which turns may end */
	struct variable *
		*saved; /* by global of which each thread has its own: its value while others have their turns */
	VEC(struct block *) starting; /* blocks at whose beginning it has just started another thread */
};

struct threads {
	struct program *program;
	struct procedure *turns; /* where all this is: the entry of the result */
	VEC(struct instance *) instances;
	VEC(struct variable *) locals;    /* globals of which each thread has its own, */
	VEC(term) initial;                /* and what they are at first */
	struct procedure *leaves, *comes; /* called when a turn ends, and when one begins; or NULL */
	struct block *scheduler;
	struct variable *turn, *next,
		*from; /* does the turn end here; whose is the next one; whose was the last one, plus 1 */
};

/* A copy of the body, in which loops that start or await threads are unfolded if constants say how often they run. GIVEN: by parameter
 * the constant that it is, or 0; NULL: none is. DEPTH: so many threads started one another. REPEATS: it may be started again when it is over. */
struct instance *instance_new(struct threads *t, struct procedure *body, const term *given, uint32_t depth,
			      bool repeats);
void instance_free(struct instance *i);

/* The constant that each argument of the call is, a call in the procedure of turns, or 0. The caller frees it. */
term *instance_constants(const struct threads *t, const struct statement *call);

/* At the end of the block: what each thread has of its own is what the instance had; the instance's is kept. */
void instance_comes(struct threads *t, const struct instance *i, struct block *b);
void instance_leaves(struct threads *t, const struct instance *i, struct block *b);
/* Does a thread have anything of its own? */
bool instance_has_own(const struct threads *t);

/* A block more of the instance. */
struct block *instance_add_block(struct threads *t, struct instance *i, const char *stem);
/* The block ends before statement `at`; the rest is a new block, which nothing leads to. Statement `at` is its first. */
struct block *instance_split(struct threads *t, struct instance *i, struct block *b, uint32_t at);

#endif

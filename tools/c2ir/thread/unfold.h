/* Which copies of a thread's blocks there are: one for each value of the counters of the loops that are unfolded. */
#ifndef C2IR_UNFOLD_H
#define C2IR_UNFOLD_H

#include "definition.h"
#include "hash.h"
#include "vec.h"

struct copy {
	const struct block *block;
	term *counters; /* by counter: its value where the block begins; 0: not known */
	uint32_t *next; /* by target of the block, or the one that a constant condition chooses: the copy there */
	uint32_t next_count;
};

struct unfolding {
	struct program *program;
	const struct procedure *body;
	const term *given; /* by parameter: a constant or 0; or NULL */
	struct definitions definitions;
	const struct variable **counters;
	uint32_t counter_count;
	VEC(struct copy) copies; /* the first: where the body begins */
};

void unfolding_find(struct unfolding *u, struct procedure *body, const term *given);
void unfolding_release(struct unfolding *u);

/* The way through a copy of a block: terms in which counters and constants are replaced. */
struct unfolding_walk {
	const struct unfolding *unfolding;
	term *counters;
	struct table memo;
	term (*other)(void *context, struct variable *v); /* what stands for another local variable; NULL: itself */
	void *context;
};

void unfolding_walk_begin(struct unfolding_walk *w, const struct unfolding *u, const struct copy *copy);
term unfolding_walk_term(struct unfolding_walk *w, term value);
/* The statement has been passed: a counter may have changed. */
void unfolding_walk_pass(struct unfolding_walk *w, const struct statement *s);
void unfolding_walk_end(struct unfolding_walk *w);

#endif

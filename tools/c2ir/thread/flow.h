/* What is known where, in a thread: whether others may run, whether it is in an atomic section, which locks it has. */
#ifndef C2IR_FLOW_H
#define C2IR_FLOW_H

#include "definition.h"
#include "instance.h"

enum { MOST_LOCKS = 64 };
#define MODELLED_ANY UINT64_MAX /* nothing is known yet */

/* Locks that are always at the same place, by number: pointers that do not change while threads run. */
struct locks {
	const bool *written; /* by global: while others run; NULL: nothing is known yet, no lock counts */
	VEC(term) pointers;
	uint64_t spoilt; /* given back by who may not have them, or changed while others run */
};

/* At a place in a thread; of all ways there. */
struct state {
	bool reached;
	uint32_t started, joined; /* by it: threads, at most, and at least */
	uint32_t atomic;          /* so many atomic sections, one in another; of all ways the least */
	uint64_t held;            /* locks that it certainly has */
	bool armed;               /* its turn could have ended since its last access: turns.c */
	uint64_t modelled;        /* which call of a model made the last access, or has just begun; 0: none: likewise */
};

struct flow {
	const struct threads *threads;
	const struct instance *instance;
	struct definitions definitions;
	uint32_t *places;      /* by block of the procedure: its place in the instance's list */
	struct state *entries; /* by place: where the block begins */
	bool *starts;          /* by place: it has just started a thread */
	bool nested;           /* other threads start threads */
	struct locks *locks;
	const bool *releases; /* by procedure: a call of it may give back locks */
};

/* The statement at hand: the block's place, and which one it is; their number: its terminator. */
struct flow_at {
	uint32_t place, statement;
};

void flow_init(struct flow *f, const struct threads *t, const struct instance *i, struct locks *locks,
	       const bool *releases);
/* All but `armed` and `modelled`. */
void flow_find(struct flow *f);
/* These two, when all else is known: pass() is told of each statement, before it, and sets them. */
void flow_find_turns(struct flow *f, void (*pass)(void *context, struct state *s, struct flow_at at), void *context);
void flow_release(struct flow *f);

/* The state at the beginning of the block, and then behind the statement. */
struct state flow_enter(const struct flow *f, uint32_t place);
void flow_pass(struct flow *f, struct state *s, const struct statement *statement);
/* Does the thread certainly have the lock, and nobody gives it back who may not have it? */
bool flow_owns(struct flow *f, const struct state *s, term pointer);
/* May other threads run? */
bool flow_parallel(const struct flow *f, const struct state *s);

uint32_t flow_target_count(const struct block *b);
uint32_t flow_place(const struct flow *f, const struct block *b);

#endif

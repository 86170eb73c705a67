/* Which states are reached, by disjunctive images over decision diagrams (C. Wang, Z. Yang, F. Ivancic, A. Gupta, "Disjunctive
 * image computation for embedded software verification", 2006): one set of states for each cut, over the bits that matter
 * there; and an image for each edge. */
#ifndef PLUMB_BDD_REACH_H
#define PLUMB_BDD_REACH_H

#include "machine.h"

enum reach_reply {
	REACH_CLOSED, /* no bad state is reached; the sets are closed under edges */
	REACH_BAD,    /* one may be */
	REACH_NODES,  /* too many of them */
	REACH_WORK,   /* too much */
	REACH_MEMORY,
	REACH_STOPPED,
	REACH_FAILED /* the process in which it runs has ended, or there was none */
};

struct reach_options {
	uint32_t nodes;              /* at most at a time */
	uint64_t work;               /* nodes made in all; 0: no limit */
	uint32_t function;           /* nodes: what is larger may be anything, so that more states are reached */
	bool reorder;                /* the order of variables changes when the diagrams grow */
	bool (*stop)(void *context); /* asked now and then; NULL: nothing stops it */
	void *context;
};

/* If the bit is true it is decided by `high`, else by `low`: 0 is false, 1 is true, i + 2 is decision i. */
struct decision {
	uint32_t bit, low, high;
};

struct reached {
	VEC(struct decision) decisions; /* each after those that it refers to */
	uint32_t *roots;                /* by cut: which states are reached there; 1 if nobody wants to know */
	uint32_t images;
	uint32_t peak; /* nodes that there was room for */
	uint64_t work; /* nodes made */
};

/* In a process of its own, which ends at once when it is to stop. *reached is to be released in any case. */
enum reach_reply reach(const struct machine *machine, const struct reach_options *options, struct reached *reached);
void reached_release(struct reached *reached);

#endif

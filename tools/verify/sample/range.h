/* Between which values the answers to each statement lay in executions that no assumption has ended: programs assume of
 * most unknowns that they are not just anything. */
#ifndef PLUMB_RANGE_H
#define PLUMB_RANGE_H

#include "hash.h"
#include "tape.h"

struct range {
	int64_t least, most;
	int64_t some[8]; /* of them */
	uint32_t count;
	uint64_t seen;    /* how many there were, with repetitions */
	uint32_t refused; /* how often an assumption ended an execution right behind another one */
};

/* In place of a site: the cells of that track. */
#define RANGE_OF_TRACK 0x80000000U

/* Start from { 0 }. */
struct ranges {
	struct table places; /* site, or track -> position in `all` */
	VEC(struct range) all;
};

/* Learns from an execution that had the answers of this tape. */
void ranges_learn(struct ranges *ranges, const struct tape *tape);
/* An assumption has ended an execution, whose last answer was for that site. */
void ranges_refuse(struct ranges *ranges, uint32_t site);
/* NULL: nothing is known of that site. */
const struct range *ranges_find(const struct ranges *ranges, uint32_t site);
/* Does the value, of so many bits, lie within? */
bool range_has(const struct range *range, uint64_t value, uint32_t width);
/* One of the answers that there were, or some value within. */
uint64_t range_value(const struct range *range, uint64_t random);
void ranges_release(struct ranges *ranges);

#endif

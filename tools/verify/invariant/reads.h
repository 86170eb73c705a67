/* What a term reads of maps: the values for which it may need what is said of all values. */
#ifndef PLUMB_READS_H
#define PLUMB_READS_H

#include "hash.h"
#include "term.h"
#include "vec.h"

struct reads {
	struct bank *bank;
	uint32_t object_bits, pointer_bits; /* of an identity; of a pointer, identity and offset; 0: there are none */
	bool numbers;                       /* no objects are asked for */
	bool objects; /* nothing else is, and of what is chosen from several each by itself, but those that no `fresh` gives */
	uint64_t first_fresh;                     /* for `objects` */
	struct read_values VEC_BODY(term) values; /* each once; to be freed */
};

void reads_add(struct reads *reads, term value);
/* Of each read in the term: its object, and in its offset the variables of 32 and 64 bits, what is chosen from several such numbers, and
 * sums of those and a constant. */
void reads_find(struct reads *reads, term t);

#endif

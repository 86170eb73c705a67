/* Why places are open: what is known of it for sure, in words. */
#ifndef PLUMB_CAUSES_H
#define PLUMB_CAUSES_H

#include "hash.h"
#include "vec.h"

/* Start from { 0 }. */
struct causes {
	TABLE(uint64_t, uint64_t) of; /* {place} -> number of its cause */
	VEC(struct cause { char text[240]; }) list;
};

/* The places have one cause in common, whose text is to come. Gives its number. */
size_t causes_add(struct causes *causes, const uint64_t *places, size_t count);
void causes_say(struct causes *causes, size_t number, const char *text);
/* "": nothing is known. */
const char *causes_find(const struct causes *causes, uint64_t place);
void causes_clear(struct causes *causes);
void causes_free(struct causes *causes);

#endif

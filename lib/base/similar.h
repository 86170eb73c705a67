/* Which name of a table a word that is none of them was most likely meant to be. */
#ifndef PLUMB_SIMILAR_H
#define PLUMB_SIMILAR_H

#include <stddef.h>

struct similar {
	const char *word; /* not NUL-terminated */
	size_t length;
	const char *name;  /* the nearest so far; NULL: none is near */
	unsigned distance; /* of it */
};

struct similar similar_to(const char *word, size_t length);
/* Compares one more name, which is kept. Of several that are equally near the first stays. */
void similar_compare(struct similar *similar, const char *name);

#endif

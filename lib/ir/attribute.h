/* The attributes that tools agree on, from attributes.def. */
#ifndef PLUMB_ATTRIBUTE_H
#define PLUMB_ATTRIBUTE_H

#include <stddef.h>

/* Their keys: ATTRIBUTE_AT is "at". */
#define ATTRIBUTE(enumerator, key, on, values, written, meaning) extern const char ATTRIBUTE_##enumerator[];
#include "attributes.def"
#undef ATTRIBUTE

/* What an attribute stands on, one bit each. */
enum attribute_on {
	ATTRIBUTE_ON_PROGRAM = 1 << 0,
	ATTRIBUTE_ON_PROCEDURE = 1 << 1,
	ATTRIBUTE_ON_VARIABLE = 1 << 2,
	ATTRIBUTE_ON_STATEMENT = 1 << 3, /* statements and terminators */
	ATTRIBUTE_ON_ASSERT = 1 << 4     /* asserts, and what passes make of them */
};

struct attribute_kind {
	const char *key;
	unsigned on;
	const char *values;  /* s: a string, n: a number; what follows `?` may be left out */
	const char *written; /* how it is written */
	const char *meaning; /* one line */
};

size_t attribute_kind_count(void);
const struct attribute_kind *attribute_kind_at(size_t i);
const struct attribute_kind *attribute_kind_find(const char *key); /* NULL: no such kind */

#endif

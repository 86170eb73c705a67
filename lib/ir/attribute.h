/* The attributes that tools agree on, from attributes.def. */
#ifndef PLUMB_ATTRIBUTE_H
#define PLUMB_ATTRIBUTE_H

/* Their keys: ATTRIBUTE_AT is "at". */
#define ATTRIBUTE(enumerator, key, on, values, written, meaning) \
	__attribute__((unused)) static const char ATTRIBUTE_##enumerator[] = key;
#include "attributes.def"
#undef ATTRIBUTE

#endif

/* Inside the room of objects: what is known of C's objects and functions so far. */
#ifndef C2IR_OBJECTS_H
#define C2IR_OBJECTS_H

#include "hash.h"
#include "vec.h"

struct objects {
	TABLE(const struct declaration *, struct storage *) storages;
	TABLE(const struct declaration *, struct storage *) captured; /* in a nested function */
	TABLE(const struct string_literal *, struct storage *) strings;
	TABLE(const struct declaration *, struct routine *) routines;
	VEC(struct routine *) work;                           /* all, in order; each is to be lowered */
	TABLE(const struct declaration *, uint32_t) wrappers; /* the parameter that is a format, or NO_FORMAT */
	uint32_t wrapper_copies;
};

#endif

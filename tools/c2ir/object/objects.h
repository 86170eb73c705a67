/* Inside the room of objects: what is known of C's objects and functions so far. */
#ifndef C2IR_OBJECTS_H
#define C2IR_OBJECTS_H

#include "hash.h"
#include "vec.h"

struct objects {
	struct table storages;      /* declaration -> struct storage * */
	struct table captured;      /* declaration -> its struct storage *, in a nested function */
	struct table strings;       /* struct string_literal -> struct storage * */
	struct table routines;      /* declaration -> struct routine * */
	VEC(struct routine *) work; /* all, in order; each is to be lowered */
};

#endif

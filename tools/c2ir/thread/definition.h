/* Local variables that are always the same constant. */
#ifndef C2IR_DEFINITION_H
#define C2IR_DEFINITION_H

#include "ir.h"

struct definitions {
	const struct procedure *body;
	term *values;   /* by variable: what it is assigned; 0: nothing */
	bool *changing; /* likewise: assigned in another way, or different values */
	bool *fresh;    /* likewise: by fresh */
	bool *once;     /* likewise: it is assigned once, outside of loops of the body */
};

void definitions_find(struct definitions *d, const struct procedure *body);
void definitions_release(struct definitions *d);
/* The constant that the term is, or 0. GIVEN: by parameter a constant or 0; or NULL. */
term definitions_constant(const struct definitions *d, const term *given, term value);

/* What becomes of a variable in a name: what it is assigned takes its place, in which that decides as well; it is part of the name; it
 * changes, so that there is no name; or the first, and if that does not work the second. */
enum naming { NAMING_FOLLOW, NAMING_KEEP, NAMING_NONE, NAMING_TRY };

/* The term with what its variables are in their places; 0: something changes. Beyond a variable to be tried, FOREIGN is true. */
term definitions_name(const struct definitions *d, term value,
		      enum naming (*decide)(void *context, const struct variable *v, bool foreign), void *context);

#endif

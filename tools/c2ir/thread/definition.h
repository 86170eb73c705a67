/* Local variables that are always the same constant. */
#ifndef C2IR_DEFINITION_H
#define C2IR_DEFINITION_H

#include "ir.h"

struct definitions {
	const struct procedure *body;
	term *values;   /* by variable: what it is assigned; 0: nothing */
	bool *changing; /* likewise: assigned in another way, or different values */
};

void definitions_find(struct definitions *d, const struct procedure *body);
void definitions_release(struct definitions *d);
/* The constant that the term is, or 0. GIVEN: by parameter a constant or 0; or NULL. */
term definitions_constant(const struct definitions *d, const term *given, term value);

#endif

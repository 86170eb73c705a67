/* Local variables that are always the same constant. */
#ifndef C2IR_DEFINITION_H
#define C2IR_DEFINITION_H

#include "ir.h"

struct definitions {
	const struct procedure *body;
	term *values;   /* by variable: what it is assigned; 0: nothing */
	bool *changing; /* likewise: assigned in another way, or different values */
	bool *object;   /* likewise: it is made once, by `fresh` outside of loops */
};

/* Does a block of a procedure with so many come again after itself? */
bool definitions_in_loop(const struct block *b, uint32_t block_count);

void definitions_find(struct definitions *d, const struct procedure *body);
void definitions_release(struct definitions *d);
/* The constant that the term is, or 0. GIVEN: by parameter a constant or 0; or NULL. */
term definitions_constant(const struct definitions *d, const term *given, term value);

/* The term with what its variables are in their places, down to objects that are made once and to globals that is_stable() says
 * do not change; 0: something changes. */
term definitions_stable(const struct definitions *d, term value,
			bool (*is_stable)(void *context, const struct variable *global), void *context);

#endif

/* Functions: bodies, copies of allocators. */
#ifndef C2IR_FUNCTION_H
#define C2IR_FUNCTION_H

#include <stdbool.h>

#include "term.h"

struct lowering;
struct declaration;
struct routine;
struct type;

void lower_function(struct lowering *l, struct routine *routine);
void lower_leave_function(struct lowering *l, bool with_value); /* before each return */
/* A copy of `d` for calls whose result is made to point to HINT (NULL: not known), if it is an allocator: for this one call, or, of
 * a large one, for all with that HINT. NULL: there is none. It belongs to the lowering. */
struct routine *lower_allocator_copy(struct lowering *l, struct declaration *d, const struct type *hint);
void lower_note_constants(struct lowering *l, struct routine *routine, const term *arguments);

#endif

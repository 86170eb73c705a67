/* Calls of library functions: their arguments, the memory that they access, and those that are written in C. */
#ifndef C2IR_LIBRARY_CALL_H
#define C2IR_LIBRARY_CALL_H

#include <stdbool.h>

#include "term.h"

struct expression;
struct lowering;
struct rvalue;
struct type;

/* The arguments from left to right, held; zeros follow for those that are missing. */
struct rvalue *lower_held_arguments(struct lowering *l, const struct expression *e);
/* argument i as a number of W bits */
term lower_size_argument(struct lowering *l, const struct expression *e, const struct rvalue *values, uint32_t i);
/* `p` may be accessed for `count` bytes: the pointer checks. */
void lower_check_area(struct lowering *l, struct rvalue p, term count, bool write, const struct expression *e);
/* Calls a function of the library that is written in C. */
struct rvalue lower_library_call(struct lowering *l, const char *name, const struct rvalue *arguments, uint32_t count,
				 const struct type *result);

#endif

/* Calls of library functions: their arguments, the memory that they access, and those that are written in C. */
#ifndef C2IR_LIBRARY_CALL_H
#define C2IR_LIBRARY_CALL_H

#include <stdbool.h>

#include "diag.h"
#include "term.h"

struct declaration;
struct expression;
struct lowering;
struct rvalue;
struct type;

/* A call, or a builtin that takes arguments as one does, as the models of library functions see it, and what is done
 * in place of a function without a body. */
struct library_argument {
	const struct expression *expression;
	const struct type *type;
	const struct type *given; /* before it was converted from a pointer to a pointer */
	const char *literal;      /* the string literal of characters that it is, or NULL */
	struct source_range range;
};
struct library_call {
	const struct expression *expression;
	struct declaration *function; /* NULL: a builtin */
	const char *name;             /* likewise */
	const struct type *type;      /* of the result */
	struct location location;
	uint32_t argument_count;
	struct library_argument *arguments;
};
struct library_call library_call_of(struct lowering *l, const struct expression *e);

/* The arguments from left to right, held; zeros follow for those that are missing. */
struct rvalue *lower_held_arguments(struct lowering *l, const struct library_call *e);
/* argument i as a number of W bits */
term lower_size_argument(struct lowering *l, const struct library_call *e, const struct rvalue *values, uint32_t i);
/* `p` may be accessed for `count` bytes: the pointer checks. */
void lower_check_area(struct lowering *l, struct rvalue p, term count, bool write, const struct expression *e);
/* Calls a function of the library that is written in C. */
struct rvalue lower_library_call(struct lowering *l, const char *name, const struct rvalue *arguments, uint32_t count,
				 const struct type *result);

#endif

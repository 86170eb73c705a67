/* Builtins that are more than a library function by another name. */
#ifndef C2IR_BUILTIN_H
#define C2IR_BUILTIN_H

#include <stdbool.h>

#include "diag.h"

struct expression;
struct lowering;
struct rvalue;
struct type;

struct rvalue lower_builtin(struct lowering *l, const struct expression *e);
bool lower_atomic_builtin(struct lowering *l, const struct expression *e, struct rvalue *result); /* false: not one */
bool lower_float_builtin(struct lowering *l, const struct expression *e, struct rvalue *result);  /* false: not one */
/* Of the object of TYPE that `pointer` points to (padding.c). */
void lower_clear_padding(struct lowering *l, struct rvalue pointer, const struct type *type, struct location location,
			 const struct expression *e);

#endif

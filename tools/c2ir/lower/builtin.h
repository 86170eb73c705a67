/* Builtins that are more than a library function by another name. */
#ifndef C2IR_BUILTIN_H
#define C2IR_BUILTIN_H

#include <stdbool.h>

#include "diag.h"

struct expression;
struct lowering;
struct member;
struct rvalue;
struct type;

struct rvalue lower_builtin(struct lowering *l, const struct expression *e);
bool lower_atomic_builtin(struct lowering *l, const struct expression *e, struct rvalue *result); /* false: not one */
bool lower_float_builtin(struct lowering *l, const struct expression *e, struct rvalue *result);  /* false: not one */
/* padding.c: of the object of TYPE that `pointer` points to. */
void lower_clear_padding(struct lowering *l, struct rvalue pointer, const struct type *type, struct location location,
			 const struct expression *e);
/* Sets the bits in MASK, from its beginning on, that a value of the type has, or of the bit-field if that is not NULL. */
void padding_cover(struct lowering *l, unsigned char *mask, const struct type *type, const struct member *bit_field);

#endif

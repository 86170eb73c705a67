/* Variadic arguments (C11 7.16). */
#ifndef C2IR_VARIADIC_H
#define C2IR_VARIADIC_H

#include <stdint.h>

struct expression;
struct lowering;
struct rvalue;
struct type;

struct rvalue lower_va_arg(struct lowering *l, const struct expression *e);
/* The next COUNT arguments of a va_list that is the argument LIST of the call E, of these types, into VALUES, held. */
void lower_list_arguments(struct lowering *l, struct rvalue list, const struct expression *e,
			  const struct type *const *types, uint32_t count, struct rvalue *values);
void lower_va_start(struct lowering *l, const struct expression *list);
void lower_va_end(struct lowering *l, const struct expression *list);
void lower_va_copy(struct lowering *l, const struct expression *to, const struct expression *from);
/* The further arguments of a variadic call, from `first` on, in an object. `call` NULL: there are none. */
struct rvalue lower_variadic(struct lowering *l, const struct rvalue *arguments, const struct expression *call,
			     uint32_t first, uint32_t count);

#endif

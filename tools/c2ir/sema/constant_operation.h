/* Operations on the constants of sema_constant.h. */
#ifndef C2IR_CONSTANT_OPERATION_H
#define C2IR_CONSTANT_OPERATION_H

#include <stdbool.h>

#include "operation.h"
#include "sema_constant.h"

/* X rounded to the format of T; X OPERATION Y (+ - * /), rounded once; C of the real type FROM as TO. */
struct constant constant_floating(const struct type *t, floating_value x);
struct constant constant_arithmetic(const struct type *t, enum binary_operation operation, floating_value x,
				    floating_value y);
struct constant constant_convert(const struct types *types, const struct type *from, const struct type *to,
				 struct constant c);
/* constant_complex.c: a part of a complex constant; operators and conversions */
struct constant constant_part(const struct constant *c, const struct type *base, bool imaginary);
struct constant constant_complex_binary(const struct types *types, const struct expression *e, const struct constant *x,
					const struct constant *y);
struct constant constant_complex_unary(const struct types *types, const struct expression *e, struct constant c);
struct constant constant_to_complex(const struct types *types, const struct expression *e, struct constant c);

#endif

/* Constant expressions (constant.c, constant_complex.c). */
#ifndef C2IR_SEMA_CONSTANT_H
#define C2IR_SEMA_CONSTANT_H

#include <stdbool.h>
#include <stdint.h>

#include "operation.h"

/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;
/* Value of a floating constant, rounded to its type: binary128 has all values of the other types. */
typedef __float128 floating_value;
struct expression;
struct type;
struct types;

enum constant_kind { CONSTANT_NONE, CONSTANT_INTEGER, CONSTANT_FLOAT, CONSTANT_COMPLEX, CONSTANT_ADDRESS };

struct constant {
	enum constant_kind kind;
	integer_value value;           /* INTEGER (pointers without base too): low bits of the type's width */
	floating_value floating;       /* FLOAT */
	integer_value imaginary_value; /* COMPLEX: with `value` or `floating` for the real part, as the base is */
	floating_value imaginary;
	const struct expression *base; /* ADDRESS: OBJECT, FUNCTION, STRING, COMPOUND_LITERAL, LABEL_ADDRESS */
	uint64_t offset;               /* ADDRESS: bytes beyond it, modulo 2^64 */
};

struct constant constant_evaluate(const struct types *types, const struct expression *e);
integer_value constant_truncate(const struct types *types, const struct type *t, integer_value v);
/* VALUE of type T as a signed number (meaningful for unsigned types below 128 bits too). */
__int128 constant_signed(const struct types *types, const struct type *t, integer_value value);
/* E may initialise an object of static storage (6.7.9p4), generously. */
bool constant_is_static(const struct types *types, const struct expression *e);

/* ---- operations (constant.c, constant_complex.c) ---- */

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

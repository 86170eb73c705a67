/* Values that have parts, as RVALUE_LEAVES: complex numbers and vectors. */
#ifndef C2IR_PARTS_H
#define C2IR_PARTS_H

#include "operation.h"
#include "term.h"

struct expression;
struct lowering;
struct rvalue;
struct type;

struct rvalue parts_unary(struct lowering *l, const struct expression *e); /* - and ~ */
/* An operation of the integer or floating type TYPE on parts of the operands of E, with its checks. */
term parts_operation(struct lowering *l, const struct expression *e, const struct type *type,
		     enum binary_operation operation, term a, term b);
struct rvalue complex_binary(struct lowering *l, const struct expression *e);
struct rvalue complex_conversion_of(struct lowering *l, const struct expression *e);
term complex_equal(struct lowering *l, const struct type *type, struct rvalue a, struct rvalue b); /* Bool */
term complex_nonzero(struct lowering *l, const struct type *type, struct rvalue value);

struct rvalue vector_binary_of(struct lowering *l, const struct expression *e);
struct rvalue vector_conversion_of(struct lowering *l, const struct expression *e);
struct rvalue vector_bits_of(struct lowering *l, const struct expression *e);
struct rvalue vector_shuffle(struct lowering *l, const struct expression *e);
struct rvalue vector_shuffle_constant(struct lowering *l, const struct expression *e);

#endif

/* Inside the room of objects: what lvalues and records as values share. */
#ifndef C2IR_LVALUE_INTERNAL_H
#define C2IR_LVALUE_INTERNAL_H

#include <stdbool.h>

#include "term.h"

struct expression;
struct lowering;
struct lvalue;
struct member;
struct rvalue;
struct type;

/* The value that a bit-field's bits are in TYPE. */
term bit_field_value(struct lowering *l, const struct member *m, const struct type *type, term bits);
/* Of a bit-field's first bit, in its container. */
uint32_t bit_field_position(const struct member *m);
/* Without checks. */
struct rvalue lvalue_store_record(struct lowering *l, const struct lvalue *lvalue, struct rvalue value);

#endif

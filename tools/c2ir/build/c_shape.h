/* Shapes: the scalar parts of a type. */
#ifndef C2IR_C_SHAPE_H
#define C2IR_C_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

struct lowering;
struct member;
struct type;

/* A scalar type, or a record without arrays and unions, as its scalar parts. */
struct shape_leaf {
	uint64_t offset; /* bytes */
	const struct type *type;
	const struct member *bit_field; /* or NULL; then its width is bit_width */
	const char *path;               /* ".a.b", "" for a scalar */
};
struct shape {
	uint32_t count;
	struct shape_leaf *leaves;
};

enum { SHAPE_MAX_LEAVES = 64 }; /* of records, and of what becomes variables */

/* NULL: the type (an array, union, ...) is not taken apart. */
const struct shape *shape_of(struct lowering *l, const struct type *type);
uint32_t shape_leaf_width(struct lowering *l, const struct shape_leaf *leaf);
/* The leaf at OFFSET that is BIT_FIELD or none. */
uint32_t shape_find(const struct shape *shape, uint64_t offset, const struct member *bit_field);

#endif

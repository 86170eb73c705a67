/* Initialisers of the typed syntax tree (ast_unit.h): lists of (offset, type, value). */
#ifndef C2IR_AST_INITIALIZER_H
#define C2IR_AST_INITIALIZER_H

#include <stdbool.h>
#include <stdint.h>

struct expression;
struct member;
struct type;

/* One stored value. Items come in the order of evaluation and later ones overwrite earlier ones. */
struct initializer_item {
	uint64_t offset; /* bytes from the beginning of the object */
	const struct type
		*type; /* what is stored: a scalar; a record (value of that type); an array with a string literal */
	const struct member *bit_field; /* NULL or the bit-field; offset is then its own byte, see struct member */
	struct expression
		*value; /* of that type (unqualified). For an array: an EXPRESSION_STRING, whose bytes are copied as far
				     as both go; what the array has beyond is zero */
	uint64_t repeat,
		stride; /* the value is evaluated once and stored `repeat` times (>= 1), each `stride` bytes later */
};

struct initializer {
	struct initializer_item *items;
	uint32_t count;
	bool zero_fill; /* everything that no item stores is zero: do it first */
	uint64_t size;  /* bytes that the object has when that is more than its type's size, by an initialised flexible
			   array member (GNU); else 0 */
};

#endif

/* What designates an object of the C program, or a part of one. */
#ifndef C2IR_LVALUE_H
#define C2IR_LVALUE_H

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct expression;
struct member;
struct storage;
struct type;

struct lvalue {
	const struct type *type;
	const struct member *bit_field; /* or NULL */
	const struct storage *storage;  /* VARIABLES: the object. MEMORY: the object if it is known by name, or NULL */
	bool in_memory;
	bool exists;        /* though it is weak elsewhere, and not defined */
	uint64_t offset;    /* VARIABLES: bytes */
	uint32_t alignment; /* that the address is known to have; 0: that of the type */
	term pointer;       /* MEMORY */
	node node;
	const struct expression *pointer_given; /* the argument that a library function stores through, or NULL */
};

#endif

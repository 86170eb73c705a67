/* What the lowering computes with: values, and the storage of C's objects. Everything belongs to the arena of the lowering. */
#ifndef C2IR_VALUE_H
#define C2IR_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct declaration;
struct member;
struct string_literal;
struct type;
struct variable;

/* ---- values ---- */

enum rvalue_kind {
	RVALUE_VOID,
	RVALUE_SCALAR,
	RVALUE_LEAVES, /* a record as one value per leaf (struct shape) */
	RVALUE_MEMORY  /* a record that is in memory: `term` points to it */
};

struct rvalue {
	enum rvalue_kind kind;
	term unset;                /* SCALAR: Bool, it is uninitialised; 0: it is not (check/uninit.c) */
	term term;                 /* bit-vector; _Bool: 8 bits, 0 or 1; pointers: object and offset */
	node node;                 /* what it may point to */
	const struct shape *shape; /* LEAVES */
	term *terms;
	node *nodes;
};

static inline struct rvalue rvalue_scalar(term t, node f)
{
	return (struct rvalue){ .kind = RVALUE_SCALAR, .term = t, .node = f };
}
static inline struct rvalue rvalue_void(void)
{
	return (struct rvalue){ .kind = RVALUE_VOID };
}

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

/* ---- objects ---- */

/* Where an object of the C program lives. */
enum storage_kind { STORAGE_VARIABLES, STORAGE_MEMORY };
struct storage {
	enum storage_kind kind;
	const struct declaration *declaration; /* NULL: none */
	const struct type *type;
	const struct shape *shape; /* VARIABLES */
	struct variable **variables;
	node *nodes;
	struct variable *unset;              /* VARIABLES: Bool, it is uninitialised; or NULL (check/uninit.c) */
	term *constants;                     /* VARIABLES: values of those that never change (0: may), or NULL */
	uint32_t object;                     /* MEMORY: in the points-to analysis */
	node node;                           /* a node that points to it */
	uint64_t identity;                   /* static objects: of the object, else 0 */
	struct variable *automatic;          /* others: holds the identity (bv32) of the current object */
	struct variable *size;               /* objects of variable size: holds it (bvW); else NULL */
	uint64_t bytes;                      /* MEMORY: its size if that is known */
	const struct string_literal *string; /* a string literal's */
	struct variable *reference;          /* captured by a nested function: an in-parameter that points to it */
	bool read_only;
	bool declared; /* automatic: its declaration has been lowered */
	bool begun;    /* automatic: the code that gives it an identity has been written */
};

struct lvalue {
	const struct type *type;
	const struct member *bit_field; /* or NULL */
	const struct storage *storage;  /* VARIABLES: the object. MEMORY: the object if it is known by name, or NULL */
	bool in_memory;
	uint64_t offset;    /* VARIABLES: bytes */
	uint32_t alignment; /* that the address is known to have; 0: that of the type */
	term pointer;       /* MEMORY */
	node node;
};

#endif

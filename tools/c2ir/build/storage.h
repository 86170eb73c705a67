/* Where an object of the C program lives. It belongs to the arena of the lowering. */
#ifndef C2IR_STORAGE_H
#define C2IR_STORAGE_H

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct declaration;
struct shape;
struct string_literal;
struct type;
struct variable;

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
	bool shown;    /* VARIABLES: other units know them */
	bool declared; /* automatic: its declaration has been lowered */
	bool begun;    /* automatic: the code that gives it an identity has been written */
};

#endif

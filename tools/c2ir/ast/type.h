/* C types (C11 6.2.5). */
#ifndef C2IR_TYPE_H
#define C2IR_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "type_kind.h"

struct declaration;
struct enumeration;
struct expression;
struct record;

/* ---- types ----
 *
 * A type object is immutable and belongs to the arena of the unit; records and enumerations are completed in place.
 * Qualified and unqualified versions are different objects; `unqualified` leads from one to the other. Arithmetic types
 * without qualifiers are unique (comparable by ==); for all others use type_compatible().
 */
enum array_form {
	ARRAY_FIXED,      /* `length` elements; 0 is allowed (GNU) */
	ARRAY_INCOMPLETE, /* [], a flexible array member too */
	ARRAY_VARIABLE /* [n] with n not constant: the number of elements is in the hidden variable `length_object` */
};

struct parameter {
	const char *name;        /* NULL: unnamed */
	const struct type *type; /* adjusted (6.7.6.3p7-8), with its qualifiers */
	struct location location;
};

struct type {
	enum type_kind kind;
	unsigned qualifiers;            /* QUALIFIER_* (type_qualifier.h) */
	const struct type *unqualified; /* itself when there are no qualifiers */

	/* POINTER: what it points to. ARRAY, VECTOR, COMPLEX: element. FUNCTION: what it returns. ENUM: use enumeration. */
	const struct type *base;

	unsigned width;     /* BIT_INTEGER: bits. DECIMAL: bytes */
	bool is_signed;     /* BIT_INTEGER */
	uint32_t alignment; /* from an aligned attribute on the typedef; 0: the type's own. See type_alignment() */

	/* ARRAY, VECTOR */
	enum array_form form;
	uint64_t length; /* ARRAY_FIXED, VECTOR */
	struct declaration
		*length_object; /* ARRAY_VARIABLE: automatic variable of type size_t, assigned where the type is
					      reached; NULL for [*] and in parameters of prototypes */

	/* FUNCTION */
	bool prototyped; /* false: () or K&R, arguments get the default promotions */
	bool variadic;
	bool noreturn; /* function pointers to noreturn functions */
	uint32_t parameter_count;
	const struct parameter *parameters;

	struct record *record;           /* STRUCT, UNION: shared by all qualified versions */
	struct enumeration *enumeration; /* ENUM */

	/* caches, type.c only */
	struct type *pointer, *variants;
	struct type *next_variant;
};

#endif

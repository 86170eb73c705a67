/* All types of a unit, and how they are made. */
#ifndef C2IR_TYPES_H
#define C2IR_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "target.h"
#include "type_kind.h"

struct arena;
struct declaration;
struct enumeration;
struct member;
struct parameter;
struct record;
struct type;

/* All types of a unit. Fixed types by kind; derived ones are made. */
struct types {
	struct arena *arena;
	struct target target;
	struct type *basic[TYPE_ERROR + 1];   /* those without parts, by kind; others NULL. DECIMAL is not here */
	struct type *bits[2][129];            /* BIT_INTEGER by signedness and width, made on demand */
	struct type *complex[TYPE_ERROR + 1]; /* COMPLEX by the kind of the base, likewise */
	struct type *vectors;                 /* VECTOR: all, linked by next_variant */
	const struct type *va_list;           /* __builtin_va_list: char * on ILP32, an array of one struct on LP64 */
	const struct type *size, *difference, *wide_char, *char16, *char32, *intmax, *uintmax, *intptr, *uintptr;
	uint32_t record_count, enumeration_count;
	struct record **records; /* every record of the unit, in order of first mention */
	size_t record_capacity;
};

/* The types of a unit, in `arena`. The names of __builtin_va_list's members are not interned. */
void types_init(struct types *types, struct arena *arena, const struct target *target);
void types_release(struct types *types); /* frees what is not in the arena */

const struct type *type_basic(const struct types *types, enum type_kind kind);
const struct type *type_bits(struct types *types, unsigned width, bool is_signed);
const struct type *type_pointer(struct types *types, const struct type *to);
const struct type *type_array(struct types *types, const struct type *element, uint64_t length);
const struct type *type_incomplete_array(struct types *types, const struct type *element);
const struct type *type_variable_array(struct types *types, const struct type *element, struct declaration *length);
enum { VECTOR_MOST = 1024 }; /* elements */
/* ELEMENT: an integer type other than _Bool or a floating type, without qualifiers. */
const struct type *type_vector(struct types *types, const struct type *element, uint64_t length);
/* BASE is basic: a floating type, or an integer type other than _Bool. */
const struct type *type_complex(struct types *types, const struct type *base);
/* Part I of a type that has parts, like a member of a struct: the real (0) or imaginary (1) one of COMPLEX, an element of VECTOR. */
const struct member *type_part(const struct type *t, uint32_t i);
const struct type *type_decimal(struct types *types, unsigned size);
/* `parameters` must live in the arena. */
const struct type *type_function(struct types *types, const struct type *result, const struct parameter *parameters,
				 uint32_t count, bool prototyped, bool variadic);
struct record *type_new_record(struct types *types, bool is_union, const char *tag, struct location location);
struct enumeration *type_new_enumeration(struct types *types, const char *tag, struct location location,
					 const struct type **type);
/* T with the additional qualifiers; an array's go to its elements (6.7.3p9). */
const struct type *type_qualified(struct types *types, const struct type *t, unsigned qualifiers);
/* T with another alignment (aligned attribute on a typedef), keeping everything else. */
const struct type *type_aligned(struct types *types, const struct type *t, uint32_t alignment);
/* T without qualifiers at the top (an array's elements keep theirs). */
const struct type *type_unqualified(const struct type *t);
/* FUNCTION type T marked noreturn. */
const struct type *type_noreturn(struct types *types, const struct type *t);

#endif

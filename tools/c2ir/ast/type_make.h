/* How types are made: derived ones, records and enumerations, other versions of a type. */
#ifndef C2IR_TYPE_MAKE_H
#define C2IR_TYPE_MAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

struct declaration;
struct enumeration;
struct parameter;
struct record;
struct type;
struct types;

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
const struct type *type_decimal(struct types *types, unsigned size);
/* __bf16, or a vector of it with SIZE bytes : opaque too. */
const struct type *type_brain(struct types *types, uint64_t size);
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
/* FUNCTION type T marked noreturn. */
const struct type *type_noreturn(struct types *types, const struct type *t);

#endif

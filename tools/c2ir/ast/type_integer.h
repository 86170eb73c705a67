/* Integer types: which one, signedness and width. */
#ifndef C2IR_TYPE_INTEGER_H
#define C2IR_TYPE_INTEGER_H

#include <stdbool.h>

struct enumeration;
struct type;
struct types;

bool type_is_bool(const struct type *t);      /* _Bool, or an enum with it as its underlying type */
bool type_is_character(const struct type *t); /* char, signed char, unsigned char */
bool type_is_enum(const struct type *t);
struct enumeration *type_enumeration(const struct type *t); /* ENUM */
bool type_is_bit_integer(const struct type *t);             /* BIT_INTEGER */

/* For an enum its underlying type, else T unqualified. */
const struct type *type_integer_of(const struct type *t);
/* Of an integer type: is it signed; bits of value and sign, _Bool: 1. */
bool type_is_signed(const struct types *types, const struct type *t);
unsigned type_width(const struct types *types, const struct type *t);

#endif

/* Integer types and what is among them (C11 6.2.5p17). */
#ifndef C2IR_TYPE_CLASS_H
#define C2IR_TYPE_CLASS_H

#include <stdbool.h>

struct enumeration;
struct type;

/* Integer types: _Bool, char ... __int128, BIT_INTEGER, enums. */
bool type_is_integer(const struct type *t);
bool type_is_bool(const struct type *t);
bool type_is_character(const struct type *t); /* char, signed char, unsigned char */
bool type_is_enum(const struct type *t);
struct enumeration *type_enumeration(const struct type *t); /* ENUM */

#endif

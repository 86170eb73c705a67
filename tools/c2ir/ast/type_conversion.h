/* Promotion, usual arithmetic conversions, compatible and composite types (C11 6.3.1, 6.2.7). */
#ifndef C2IR_TYPE_CONVERSION_H
#define C2IR_TYPE_CONVERSION_H

#include <stdbool.h>

struct type;
struct types;

/* Integer promotion of T (6.3.1.1p2); `bit_field` of that width when not 0. Other types: T unqualified. */
const struct type *type_promoted(struct types *types, const struct type *t);
/* Usual arithmetic conversions (6.3.1.8) of arithmetic types: the common type. */
const struct type *type_common(struct types *types, const struct type *a, const struct type *b);

bool type_compatible(const struct type *a, const struct type *b);             /* 6.2.7, with qualifiers */
bool type_compatible_unqualified(const struct type *a, const struct type *b); /* top-level qualifiers ignored */
/* Of types of two units, where records and enumerations are compatible by their tags and members; top-level qualifiers ignored. */
bool type_compatible_across(const struct type *a, const struct type *b);
/* The composite type (6.2.7p3) of two compatible types. */
const struct type *type_composite(struct types *types, const struct type *a, const struct type *b);

#endif

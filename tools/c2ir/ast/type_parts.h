/* Types whose values have parts: records, complex numbers, vectors. */
#ifndef C2IR_TYPE_PARTS_H
#define C2IR_TYPE_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct member;
struct record;
struct type;

bool type_is_record(const struct type *t); /* struct or union */
bool type_is_union(const struct type *t);
struct record *type_record(const struct type *t); /* STRUCT, UNION: shared by all qualified versions */
bool type_is_complex(const struct type *t);
bool type_is_vector(const struct type *t);
bool type_has_parts(const struct type *t);      /* COMPLEX, VECTOR: a value is several scalars of the type `base` */
bool type_is_compound(const struct type *t);    /* those, and records */
uint64_t type_part_count(const struct type *t); /* of those that have parts */
/* Part I of a type that has parts, like a member of a struct: the real (0) or imaginary (1) one of COMPLEX, an element of VECTOR. */
const struct member *type_part(const struct type *t, uint32_t i);

#endif

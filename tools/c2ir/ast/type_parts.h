/* Types whose values are several scalars: complex numbers, vectors. */
#ifndef C2IR_TYPE_PARTS_H
#define C2IR_TYPE_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct member;
struct type;

bool type_is_complex(const struct type *t);
bool type_is_vector(const struct type *t);
bool type_has_parts(const struct type *t);      /* COMPLEX, VECTOR: a value is several scalars of the type `base` */
uint64_t type_part_count(const struct type *t); /* of those that have parts */
/* Part I of a type that has parts, like a member of a struct: the real (0) or imaginary (1) one of COMPLEX, an element of VECTOR. */
const struct member *type_part(const struct type *t, uint32_t i);

#endif

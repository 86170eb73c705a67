/* What kind of type it is. */
#ifndef C2IR_TYPE_CLASS_H
#define C2IR_TYPE_CLASS_H

#include <stdbool.h>
#include <stdint.h>

struct type;

/* Complete with a size known at compile time. Functions, void, incomplete and variable types: false. */
bool type_has_size(const struct type *t);
bool type_is_complete(const struct type *t); /* also those of variable size */
bool type_is_variable(const struct type *t); /* an array or record of variable size (or array of such) */
bool type_is_variably_modified(const struct type *t);

/* Integer types: _Bool, char ... __int128, BIT_INTEGER, enums. */
bool type_is_integer(const struct type *t);
bool type_is_floating(const struct type *t);   /* real floating types */
bool type_is_arithmetic(const struct type *t); /* integer, floating, complex */
bool type_is_scalar(const struct type *t);     /* arithmetic or pointer */
bool type_is_pointer(const struct type *t);
bool type_is_record(const struct type *t); /* struct or union */
bool type_is_complex(const struct type *t);
bool type_is_vector(const struct type *t);
bool type_has_parts(const struct type *t);      /* COMPLEX, VECTOR: a value is several scalars of the type `base` */
bool type_is_compound(const struct type *t);    /* those, and records */
uint64_t type_part_count(const struct type *t); /* of those that have parts */
bool type_is_opaque(const struct type *t);      /* DECIMAL */

/* Is an object of this declared type const as a whole? An array's qualifiers are its elements'. */
bool type_is_const(const struct type *type);

#endif

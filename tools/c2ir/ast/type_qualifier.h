/* Qualifiers of a type (C11 6.7.3). */
#ifndef C2IR_TYPE_QUALIFIER_H
#define C2IR_TYPE_QUALIFIER_H

#include <stdbool.h>

struct type;

enum { QUALIFIER_CONST = 1, QUALIFIER_VOLATILE = 2, QUALIFIER_RESTRICT = 4, QUALIFIER_ATOMIC = 8 };

/* T without qualifiers at the top (an array's elements keep theirs). */
const struct type *type_unqualified(const struct type *t);
/* Is an object of this declared type const as a whole? An array's qualifiers are its elements'. */
bool type_is_const(const struct type *t);
bool type_is_volatile(const struct type *t); /* T itself */
bool type_is_atomic(const struct type *t);   /* likewise */

#endif

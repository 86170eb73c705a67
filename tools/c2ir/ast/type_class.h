/* Integer types (C11 6.2.5p17); more about them: type_integer.h, type_enum.h. */
#ifndef C2IR_TYPE_CLASS_H
#define C2IR_TYPE_CLASS_H

#include <stdbool.h>

struct type;

/* Integer types: _Bool, char ... __int128, BIT_INTEGER, enums. */
bool type_is_integer(const struct type *t);

#endif

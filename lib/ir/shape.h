/* Do attributes have the values that the specification fixes (attributes.def)? */
#ifndef PLUMB_SHAPE_H
#define PLUMB_SHAPE_H

#include "ir.h"

/* NULL if `a` has the values that its key wants (any, when the key is not one of the specification's),
 * else how it is written. */
const char *attribute_shape_fault(const struct attribute *a);

#endif

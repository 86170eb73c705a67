/* Objects that the code of a driver only gives to functions of which nothing is known, such as one that registers a table of callbacks. */
#ifndef C2IR_GIVEN_H
#define C2IR_GIVEN_H

#include <stdbool.h>

#include "hash.h"

struct choice;
struct declaration;
struct function;

/* For each object of static storage that a function mentions: NULL, or the first function that is given its address, if it is
 * mentioned nowhere but in arguments of functions without a body and a model. */
struct given TABLE_BODY(const struct declaration *, const struct declaration *);

/* Of one function; to be freed by table_free(). Models are those of CHOICE. READS_PARENT becomes true if it mentions a device's parent. */
struct given given_find(const struct function *function, const struct choice *choice, bool *reads_parent);

/* Is it a function without a body and a model? */
bool given_is_unknown(const struct declaration *d, const struct choice *choice);

#endif

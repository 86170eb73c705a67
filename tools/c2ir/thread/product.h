/* The product of threads that do not loop. */
#ifndef C2IR_PRODUCT_H
#define C2IR_PRODUCT_H

#include "instance.h"

/* Builds it, if no loop has turns in it (the caller knows) and it does not become too large: false. The instances' blocks have been split
 * where turns may end. */
bool product_build(struct threads *t);

#endif

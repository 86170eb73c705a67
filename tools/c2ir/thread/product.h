/* The product of threads. */
#ifndef C2IR_PRODUCT_H
#define C2IR_PRODUCT_H

#include "instance.h"

/* Builds it, unless it becomes too large: false, and nothing has changed. The instances' blocks have been split where turns may end. */
bool product_build(struct threads *t);

#endif

/* The environment of a driver as C text. */
#ifndef C2IR_HARNESS_H
#define C2IR_HARNESS_H

#include "tables.h"

/* The function plumb_environment() and what it needs, with CALLBACKS calls at most (0: any number). memory_free. */
char *harness_text(const struct callback_tables *tables, unsigned callbacks);

#endif

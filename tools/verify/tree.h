/* The processes that descend from this one. */
#ifndef PLUMB_TREE_H
#define PLUMB_TREE_H

#include <stdbool.h>
#include <stdint.h>

/* Do this process and its descendants together use more memory than that? */
bool tree_exceeds(uint64_t bytes);

/* Kills all of them, and waits until they are gone. This process must be their subreaper. */
void tree_end(void);

#endif

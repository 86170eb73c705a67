/* Variables of a procedure lose their values where nothing reads them any more. */
#ifndef PLUMB_DEAD_H
#define PLUMB_DEAD_H

#include "ir.h"

/* After objects_first (stretch.h), whose block is left alone: puts `havoc` where a local that is no map has been read for the last time, at the ends and the beginnings of blocks. No execution does anything
 * else then; abstract interpretation has fewer names for one object. */
void dead_forget(struct program *p, struct procedure *proc);

#endif

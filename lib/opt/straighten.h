/* The shape of a procedure's flow graph, tidied. */
#ifndef PLUMB_STRAIGHTEN_H
#define PLUMB_STRAIGHTEN_H

#include "ir.h"

/* Takes out the blocks that the entry does not reach. True if there were any. */
bool procedure_remove_unreachable_blocks(struct procedure *proc);

/* Until nothing changes: branches on constants and choices between equals become plain gotos, jumps to empty
 * blocks go where those go, blocks that are not reached disappear, and a block that is the only one to go to
 * the next is joined with it. Attributes of statements and blocks are kept, those of vanished gotos not. */
bool procedure_straighten(struct procedure *proc);

#endif

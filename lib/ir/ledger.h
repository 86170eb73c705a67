/* What a program's results rest on: over-approximations that whoever made them wrote down (attribute {ledger}). */
#ifndef PLUMB_LEDGER_H
#define PLUMB_LEDGER_H

#include "ir.h"
#include "stream.h"

/* The first entry in the list of a program's attributes; for the next one: that of what follows it. NULL: there is none. */
const struct attribute *ledger_find(const struct attribute *list);
/* FILE:LINE: what is assumed there; on one line, as visible.h has it. */
void ledger_write(struct output *out, const struct attribute *entry);

#endif

/* The C text of parts of a unit. */
#ifndef C2IR_TEXT_H
#define C2IR_TEXT_H

#include "diag.h"

struct unit;

/* C text of RANGE, each run of blanks, comments and line ends as one blank. To be freed with memory_free(). "" if empty. */
char *unit_text(const struct unit *unit, struct source_range range);

#endif

/* What tells a violation again in the next version of a file, wherever its line has moved. */
#ifndef PLUMB_FINGERPRINT_H
#define PLUMB_FINGERPRINT_H

#include "arena.h"
#include "report.h"
#include "source_texts.h"

/* Gives each obligation with a place its fingerprint: of the check, the function and the text of the line without the blanks around
 * it (where it cannot be read, of the message), with a number among those that have these in common: "0123456789abcdef:1". Strings
 * go to the arena. */
void fingerprint_all(struct report_obligations *obligations, struct source_texts *sources, struct arena *arena);

#endif

/* C text as it was written before preprocessing: with macros by their names.
 *
 * The preprocessor keeps lines, so the tokens of a line of its output are those of the source's line, but for names of macros (with
 * arguments in parentheses, perhaps over several lines), each of which stands for some tokens. The two are aligned; where that does not
 * succeed, or the source cannot be read, nothing is said. The text is for people: no meaning depends on it. */
#ifndef C2IR_SPELLING_H
#define C2IR_SPELLING_H

#include "diag.h"

struct unit;

/* The sources that were read so far, by name. */
struct spelling *spelling_new(void);
void spelling_free(struct spelling *spelling); /* NULL: nothing */

/* As unit_text(), in the source's own words. NULL: not known. */
char *spelling_text(struct spelling *spelling, const struct unit *unit, struct source_range range);

#endif

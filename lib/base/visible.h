/* Text of users (names of files, messages, source) as a report shows it: on one line, and without what a terminal would
 * obey. A name could else move the cursor, or bring a line that looks like a verdict. */
#ifndef PLUMB_VISIBLE_H
#define PLUMB_VISIBLE_H

#include <stdio.h>

#include "stream.h"

/* The bytes of the first character, if it is one that is shown as it stands: printable ASCII, or UTF-8 that is neither a
 * control nor turns the direction of writing. 0: there is none, or it is to be escaped. */
size_t visible_length(const char *text);

/* Writes the text to its end, at most `most` bytes of it, with \n, \t and \xNN for each byte that is not shown. */
void visible_write(struct output *out, const char *text, size_t most);
/* The same to a file; the second keeps newlines and tabs, for text of several lines. */
void visible_print(FILE *out, const char *text);
void visible_print_lines(FILE *out, const char *text);

#endif

/* A report on a terminal: in colour, and with the lines of the source that errors are in. */
#ifndef PLUMB_TERMINAL_H
#define PLUMB_TERMINAL_H

#include <stdbool.h>

#include "source_texts.h"
#include "stream.h"

/* Is the descriptor a terminal that is not dumb? */
bool terminal_is_at(int descriptor);

/* Is what is written to that file (NULL or "-": standard output) to be in colour? It is on a terminal that is not dumb. With NO_COLOR in
 * the environment (no-color.org) it is not, and else with CLICOLOR_FORCE it always is. */
bool terminal_has_colour(const char *path);

/* Writes one line of lines_write, `length` bytes without its end. Behind an error follow its line of the source and a mark. */
void terminal_line(struct output *out, const char *line, size_t length, struct source_texts *sources);
/* A report with its verdicts in colour, and in traces the places and the values of variables. */
void terminal_report(struct output *out, const char *text, size_t length);

#endif

/* Running another of the programs that belong together, for what it writes to its standard output. */
#ifndef PLUMB_TOOL_H
#define PLUMB_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

/* With this status tools end that tool_run started and that ran out of memory. */
enum { TOOL_NO_MEMORY = 99 };
/* A variable in their environment, by which they know. */
#define TOOL_CALLED "PLUMB_CALLED"

/* What each tool begins with: the standard streams are open (a closed one gives an error when it is used, and no file
 * gets its number), writing to a pipe that nobody reads is an error and no signal, and children can be waited for. */
void tool_begin(void);

/* Is `path` standard input ("-" or NULL) and this a terminal, so that reading waits for what a user types? */
bool tool_awaits_user(const char *path);

/* Where the program NAME is: beside this one as it was built (../NAME/NAME) or installed, else NAME itself, to be looked
 * for on PATH. The caller frees it with memory_free. */
char *tool_find(const char *name);

/* Runs argv (a NULL at its end; argv[0] from tool_find) with our standard input and error. True: it ended with status 0, and
 * *text is what it wrote (NUL-terminated; memory_free), *length its bytes. False: *status is what it ended with, if that
 * is one of 1 to 4, whose reason it has reported itself; else 0, and `diags` has the reason. `name` is for messages.
 * If it ran out of memory, so did we (memory_exhausted). */
bool tool_run(const char *name, char *const *argv, char **text, size_t *length, int *status, struct diagnostics *diags);
/* The same for WORK, called in a copy of this process, whose exit status is its result. */
bool tool_fork(const char *name, int (*work)(void *context), void *context, char **text, size_t *length, int *status,
	       struct diagnostics *diags);

#endif

/* A program that starts threads becomes a sequential one with the same executions (docs/threads.md). */
#ifndef C2IR_THREAD_H
#define C2IR_THREAD_H

#include <stdbool.h>

struct diagnostics;
struct program;

/* Threads are what procedures {thread "body"} do, and marks say where their turns may end (memory/thread_mark.h). In the result there
 * is one procedure in which they take turns, and no mark is left. A program without such procedures loses its marks. False, with an
 * error: it does what is not supported (recursion of what takes turns, too much code). RACES: data races are violations. */
bool thread_sequentialise(struct program *p, bool races, struct diagnostics *diags);

#endif

/* The searches of fuzz.c, for engines that give them a part of their time. */
#ifndef PLUMB_FUZZ_H
#define PLUMB_FUZZ_H

#include <stdint.h>

struct outcome;
struct task;

enum { FUZZ_FIRST = 1, FUZZ_SEARCHES = 8 };

/* Searches for a violation in executions, so many times one after the other: the first with this number, the others with those that
 * follow. Some find one within a second and others never, so that several short searches find more than a long one. *o is as for
 * struct engine (engine.h); it is never SAFE. */
void fuzz_search(struct task *task, struct outcome *o, uint64_t number, uint64_t searches);

#endif

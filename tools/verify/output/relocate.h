/* Names of files in a run, relative to another folder. */
#ifndef PLUMB_RELOCATE_H
#define PLUMB_RELOCATE_H

#include "arena.h"
#include "report.h"

/* FROM, TO: absolute names of folders. A name below TO is relative to it then, another one absolute. Strings go to the arena. */
void relocate_run(struct report_run *run, const char *from, const char *to, struct arena *arena);

#endif

/* Names of files as URI references (RFC 3986): a relative path as a relative reference, an absolute one with the scheme file. */
#ifndef PLUMB_URI_H
#define PLUMB_URI_H

#include "arena.h"

/* Whatever bytes the path has. In the arena. */
const char *uri_of(struct arena *arena, const char *path);

#endif

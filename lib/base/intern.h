/* Interned strings: equal text, equal pointer, for as long as the interner lives. */
#ifndef PLUMB_INTERN_H
#define PLUMB_INTERN_H

#include <stddef.h>

struct interner;

struct interner *interner_new(void);
void interner_free(struct interner *interner);

/* The one NUL-terminated copy of these bytes (which must hold no NUL). */
const char *intern(struct interner *interner, const char *text, size_t length);
const char *intern_string(struct interner *interner, const char *text);

#endif

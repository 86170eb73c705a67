/* Arenas: many small blocks with one lifetime, freed together. */
#ifndef PLUMB_ARENA_H
#define PLUMB_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* frees everything that was allocated in it; NULL is fine */

/* Zeroed memory, aligned to 16 bytes, valid until the arena is freed. */
void *arena_alloc(struct arena *arena, size_t size);

/* A NUL-terminated copy of `length` bytes. */
char *arena_string(struct arena *arena, const char *text, size_t length);
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

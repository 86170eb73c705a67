#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

enum { CHUNK = 1 << 16, ALIGN = 16 };

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(16) char bytes[];
};

struct arena {
	struct chunk *chunks;
	size_t next_size;
};

struct arena *arena_new(void)
{
	struct arena *arena = memory_alloc(sizeof *arena);
	arena->next_size = CHUNK / 16;
	return arena;
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	for (struct chunk *c = arena->chunks, *next; c; c = next) {
		next = c->next;
		memory_free(c);
	}
	memory_free(arena);
}

static struct chunk *arena_grow(struct arena *arena, size_t size)
{
	size_t room = size > arena->next_size ? size : arena->next_size;
	struct chunk *c = memory_alloc(sizeof *c + room);
	c->size = room;
	c->next = arena->chunks;
	arena->chunks = c;
	if (arena->next_size < (size_t)16 * CHUNK)
		arena->next_size *= 2;
	return c;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	struct chunk *c = arena->chunks;
	if (!c || c->size - c->used < size)
		c = arena_grow(arena, size);
	void *block = c->bytes + c->used;
	c->used += size;
	return block;
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
	if (length > 0)
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

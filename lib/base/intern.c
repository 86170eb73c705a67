#include "intern.h"

#include <stdint.h>
#include <string.h>

#include "arena.h"
#include "hash.h"
#include "memory.h"

struct slot {
	const char *text;
	uint64_t hash;
};

struct interner {
	struct arena *arena;
	struct slot *slots;
	size_t count, capacity; /* capacity is a power of two */
};

struct interner *interner_new(void)
{
	struct interner *in = memory_alloc(sizeof *in);
	in->arena = arena_new();
	in->capacity = 256;
	in->slots = memory_alloc(in->capacity * sizeof *in->slots);
	return in;
}

void interner_free(struct interner *in)
{
	if (!in)
		return;
	arena_free(in->arena);
	memory_free(in->slots);
	memory_free(in);
}

static void interner_rehash(struct interner *in)
{
	struct slot *old = in->slots;
	size_t size = in->capacity;
	in->capacity *= 2;
	in->slots = memory_alloc(in->capacity * sizeof *in->slots);
	for (size_t i = 0; i < size; i++) {
		if (!old[i].text)
			continue;
		size_t at = old[i].hash & (in->capacity - 1);
		while (in->slots[at].text)
			at = (at + 1) & (in->capacity - 1);
		in->slots[at] = old[i];
	}
	memory_free(old);
}

const char *intern(struct interner *in, const char *text, size_t length)
{
	uint64_t hash = hash_bytes(text, length);
	size_t at = hash & (in->capacity - 1);
	for (; in->slots[at].text; at = (at + 1) & (in->capacity - 1)) {
		const struct slot *s = &in->slots[at];
		if (s->hash == hash && !strncmp(s->text, text, length) && !s->text[length])
			return s->text;
	}
	const char *copy = arena_string(in->arena, text, length);
	in->slots[at] = (struct slot){ copy, hash };
	if (++in->count * 2 > in->capacity)
		interner_rehash(in);
	return copy;
}

const char *intern_string(struct interner *in, const char *text)
{
	return intern(in, text, strlen(text));
}

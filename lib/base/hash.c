#include "hash.h"

#include <string.h>

#include "memory.h"

uint64_t hash_bytes(const void *bytes, size_t length)
{
	const unsigned char *p = bytes;
	uint64_t h = hash_mix(UINT64_C(0x243F6A8885A308D3), length);
	for (; length >= 8; p += 8, length -= 8) {
		uint64_t word;
		memcpy(&word, p, 8);
		h = hash_mix(h, word);
	}
	uint64_t tail = 0;
	for (size_t i = 0; i < length; i++)
		tail |= (uint64_t)p[i] << (8 * i);
	return hash_mix(h, tail);
}

static size_t hash_table_find(const struct hash_table *t, uint64_t key)
{
	size_t at = hash_mix(1, key) & (t->capacity - 1);
	while (t->keys[at] && t->keys[at] != key + 1)
		at = (at + 1) & (t->capacity - 1);
	return at;
}

uint64_t hash_table_get(const struct hash_table *t, uint64_t key, uint64_t otherwise)
{
	if (!t->count)
		return otherwise;
	size_t at = hash_table_find(t, key);
	return t->keys[at] ? t->values[at] : otherwise;
}

bool hash_table_has(const struct hash_table *t, uint64_t key)
{
	return t->count && t->keys[hash_table_find(t, key)];
}

static void hash_table_grow(struct hash_table *t)
{
	struct hash_table old = *t;
	t->capacity = old.capacity ? old.capacity * 2 : 16;
	t->keys = memory_alloc(t->capacity * sizeof *t->keys);
	t->values = memory_alloc(t->capacity * sizeof *t->values);
	for (size_t i = 0; i < old.capacity; i++) {
		if (!old.keys[i])
			continue;
		size_t at = hash_table_find(t, old.keys[i] - 1);
		t->keys[at] = old.keys[i];
		t->values[at] = old.values[i];
	}
	memory_free(old.keys);
	memory_free(old.values);
}

void hash_table_put(struct hash_table *t, uint64_t key, uint64_t value)
{
	if (2 * (t->count + 1) > t->capacity)
		hash_table_grow(t);
	size_t at = hash_table_find(t, key);
	if (!t->keys[at]) {
		t->keys[at] = key + 1;
		t->count++;
	}
	t->values[at] = value;
}

/* A table that once was large and is filled a little and cleared many times gets smaller: clearing costs in all no more
 * than filling did. */
void hash_table_clear(struct hash_table *t)
{
	if (!t->count)
		return;
	memset(t->keys, 0, t->capacity * sizeof *t->keys);
	if (t->capacity > 16 && t->count < t->capacity / 8)
		t->capacity /= 2;
	t->count = 0;
}

void hash_table_free(struct hash_table *t)
{
	memory_free(t->keys);
	memory_free(t->values);
	*t = (struct hash_table){ 0 };
}

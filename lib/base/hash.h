/* Hash functions, and a table from 64-bit keys to 64-bit values. */
#ifndef PLUMB_HASH_H
#define PLUMB_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * UINT64_C(0x9E3779B97F4A7C15);
	return h ^ (h >> 29);
}

uint64_t hash_bytes(const void *bytes, size_t length);

/* Pointers are keys too: (uintptr_t)p. The key UINT64_MAX is not allowed. Start from { 0 }. */
struct table {
	uint64_t *keys, *values; /* keys are stored + 1; 0 = free */
	size_t count, capacity;
};

/* The value at `key`, or `otherwise`. */
uint64_t table_get(const struct table *table, uint64_t key, uint64_t otherwise);
bool table_has(const struct table *table, uint64_t key);
void table_put(struct table *table, uint64_t key, uint64_t value); /* replaces */
void table_clear(struct table *table);                             /* keeps its memory */
void table_free(struct table *table);

#endif

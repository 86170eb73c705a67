/* Sets of small numbers as arrays of words. */
#ifndef PLUMB_BITSET_H
#define PLUMB_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline size_t bits_words(size_t count)
{
	return (count + 63) / 64;
}

static inline bool bits_has(const uint64_t *set, size_t i)
{
	return set[i / 64] >> (i % 64) & 1;
}

static inline void bits_add(uint64_t *set, size_t i)
{
	set[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline void bits_remove(uint64_t *set, size_t i)
{
	set[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static inline void bits_copy(uint64_t *to, const uint64_t *from, size_t words)
{
	if (words)
		memcpy(to, from, words * sizeof *to);
}

static inline void bits_zero(uint64_t *set, size_t words)
{
	if (words)
		memset(set, 0, words * sizeof *set);
}

/* to |= from; true if that added something. */
static inline bool bits_join(uint64_t *to, const uint64_t *from, size_t words)
{
	uint64_t added = 0;
	for (size_t i = 0; i < words; i++) {
		added |= from[i] & ~to[i];
		to[i] |= from[i];
	}
	return added != 0;
}

#endif

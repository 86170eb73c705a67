/* Finding names: slots of a hash table that index.c fills when the house is built. */
#ifndef PLUMB_LIBC_NAMES_H
#define PLUMB_LIBC_NAMES_H

#include <stdint.h>

enum { LIBC_SLOTS = 4096, LIBC_NO_ROW = 0xffff };

extern const uint16_t libc_slots[LIBC_SLOTS]; /* a row, or LIBC_NO_ROW; collisions go to the next slot */
extern const uint16_t libc_targets[];         /* of each row: the row of the function that it is */

/* FNV-1a */
static inline uint32_t libc_slot(const char *name)
{
	uint32_t h = 2166136261u;
	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return (h ^ (h >> 16)) % LIBC_SLOTS;
}

#endif

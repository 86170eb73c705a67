/* Inputs of the drivers: bytes that may be anything. A function without a body returns any value. */
#ifndef UNKNOWN_H
#define UNKNOWN_H

#include <stddef.h>

unsigned char nondet_byte(void);
size_t nondet_size(void);

/* Writes `size` unknown bytes to `to`. Returns any number that is at most `size`. */
static inline size_t unknown_bytes(void *to, size_t size)
{
	unsigned char *bytes = to;
	size_t length = nondet_size();

	for (size_t i = 0; i < size; i++)
		bytes[i] = nondet_byte();
	return length < size ? length : size;
}

/* Makes a string of at most `size` - 1 unknown characters. */
static inline void unknown_string(char *to, size_t size)
{
	unknown_bytes(to, size);
	to[size - 1] = '\0';
}

#endif

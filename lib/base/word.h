/* Numbers of up to 64 bits in a word. Widths are in bits, from 1. */
#ifndef PLUMB_WORD_H
#define PLUMB_WORD_H

#include <stdint.h>

/* Its low bits are 1; all of them from 64 on. */
static inline uint64_t word_mask(uint32_t width)
{
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* The number that the low bits are in two's complement. */
static inline int64_t word_signed(uint64_t word, uint32_t width)
{
	return width >= 64 ? (int64_t)word : (int64_t)(word << (64 - width)) >> (64 - width);
}

#endif

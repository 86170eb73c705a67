/* Bit-vector arithmetic on 64-bit words, any width, least significant word first. Unused high bits
 * are 0 on entry and on exit. `r` may be the same array as an operand. Meanings: op.def. */
#ifndef PLUMB_BV_H
#define PLUMB_BV_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t bv_words(uint32_t width)
{
	return (width + 63) / 64;
}

void bv_normalize(uint64_t *r, uint32_t width); /* clears the unused high bits */
bool bv_equal(const uint64_t *a, const uint64_t *b, uint32_t width);
bool bv_is_zero(const uint64_t *a, uint32_t width);
bool bv_bit(const uint64_t *a, uint32_t bit);
bool bv_ult(const uint64_t *a, const uint64_t *b, uint32_t width);
bool bv_slt(const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_not(uint64_t *r, const uint64_t *a, uint32_t width);
void bv_neg(uint64_t *r, const uint64_t *a, uint32_t width);
void bv_and(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_or(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_xor(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_udiv(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_urem(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_sdiv(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_srem(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_shl(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_lshr(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_ashr(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_extract(uint64_t *r, const uint64_t *a, uint32_t high, uint32_t low);
void bv_concat(uint64_t *r, const uint64_t *high, uint32_t high_width, const uint64_t *low,
	       uint32_t low_width); /* r apart */
void bv_extend(uint64_t *r, const uint64_t *a, uint32_t from, uint32_t to, bool is_signed);

/* Decimal text: parse (false on overflow of `width` or a bad digit) and print (into a buffer of at
 * least width/3 + 2 bytes; returns the length). */
bool bv_parse(uint64_t *r, uint32_t width, const char *digits, uint32_t length);
uint32_t bv_print(char *buffer, const uint64_t *a, uint32_t width);
/* A floating number (IEEE 754 binary32 and binary64, x87's 80 bits, of 128 perhaps) in the fewest decimal digits that read back as the same:
 * 0.1, -1e+20, inf, nan. Its length; 0: there is no such format of that width. */
enum { BV_REAL = 64 };
uint32_t bv_print_real(char buffer[BV_REAL], const uint64_t *words, uint32_t width);

#endif

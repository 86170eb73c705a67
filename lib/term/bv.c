#include "bv.h"

#include <string.h>

#include "memory.h"

/* One word and two words have paths of their own: almost all bit-vectors of a C program (pointers
 * are 96 bits wide) are of these. */

__extension__ typedef unsigned __int128 u128;

static uint64_t mask_of(uint32_t width)
{
	return width % 64 ? (UINT64_C(1) << width % 64) - 1 : UINT64_MAX;
}

static u128 load2(const uint64_t *a)
{
	return (u128)a[1] << 64 | a[0];
}

static void store2(uint64_t *r, u128 v, uint32_t width)
{
	r[0] = (uint64_t)v;
	r[1] = (uint64_t)(v >> 64) & mask_of(width);
}

static int64_t signed1(uint64_t a, uint32_t width)
{
	return (int64_t)(a << (64 - width)) >> (64 - width);
}

void bv_normalize(uint64_t *r, uint32_t width)
{
	r[bv_words(width) - 1] &= mask_of(width);
}

bool bv_equal(const uint64_t *a, const uint64_t *b, uint32_t width)
{
	for (uint32_t i = 0, n = bv_words(width); i < n; i++) {
		if (a[i] != b[i])
			return false;
	}
	return true;
}

bool bv_is_zero(const uint64_t *a, uint32_t width)
{
	for (uint32_t i = 0, n = bv_words(width); i < n; i++) {
		if (a[i])
			return false;
	}
	return true;
}

bool bv_bit(const uint64_t *a, uint32_t bit)
{
	return a[bit / 64] >> bit % 64 & 1;
}

bool bv_ult(const uint64_t *a, const uint64_t *b, uint32_t width)
{
	for (uint32_t i = bv_words(width); i-- > 0;) {
		if (a[i] != b[i])
			return a[i] < b[i];
	}
	return false;
}

bool bv_slt(const uint64_t *a, const uint64_t *b, uint32_t width)
{
	if (width <= 64)
		return signed1(*a, width) < signed1(*b, width);
	bool sa = bv_bit(a, width - 1), sb = bv_bit(b, width - 1);
	return sa != sb ? sa : bv_ult(a, b, width);
}

void bv_not(uint64_t *r, const uint64_t *a, uint32_t width)
{
	for (uint32_t i = 0, n = bv_words(width); i < n; i++)
		r[i] = ~a[i];
	bv_normalize(r, width);
}

void bv_neg(uint64_t *r, const uint64_t *a, uint32_t width)
{
	uint64_t carry = 1;
	for (uint32_t i = 0, n = bv_words(width); i < n; i++) {
		r[i] = ~a[i] + carry;
		carry = carry && r[i] == 0;
	}
	bv_normalize(r, width);
}

void bv_and(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	for (uint32_t i = 0, n = bv_words(width); i < n; i++)
		r[i] = a[i] & b[i];
}

void bv_or(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	for (uint32_t i = 0, n = bv_words(width); i < n; i++)
		r[i] = a[i] | b[i];
}

void bv_xor(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	for (uint32_t i = 0, n = bv_words(width); i < n; i++)
		r[i] = a[i] ^ b[i];
}

void bv_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint64_t carry = 0;
	for (uint32_t i = 0, n = bv_words(width); i < n; i++) {
		uint64_t sum = a[i] + b[i], carry1 = sum < b[i];
		r[i] = sum + carry;
		carry = carry1 | (r[i] < sum);
	}
	bv_normalize(r, width);
}

void bv_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint64_t borrow = 0;
	for (uint32_t i = 0, n = bv_words(width); i < n; i++) {
		uint64_t difference = a[i] - b[i], borrow1 = a[i] < b[i], borrow2 = difference < borrow;
		r[i] = difference - borrow;
		borrow = borrow1 | borrow2;
	}
	bv_normalize(r, width);
}

/* Words for an intermediate result: of the caller's frame when they are few. */
enum { LOCAL_WORDS = 8 };

static uint64_t *scratch_words(uint64_t *local, uint32_t n)
{
	if (n > LOCAL_WORDS)
		return memory_alloc(n * sizeof *local);
	memset(local, 0, n * sizeof *local);
	return local;
}

static void scratch_free(uint64_t *words, const uint64_t *local)
{
	if (words != local)
		memory_free(words);
}

static void multiply(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint32_t n = bv_words(width);
	uint64_t local[LOCAL_WORDS], *product = scratch_words(local, n);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t carry = 0;
		for (uint32_t j = 0; i + j < n; j++) {
			u128 t = (u128)a[i] * b[j] + product[i + j] + carry;
			product[i + j] = (uint64_t)t;
			carry = (uint64_t)(t >> 64);
		}
	}
	memcpy(r, product, n * sizeof *r);
	bv_normalize(r, width);
	scratch_free(product, local);
}

void bv_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	if (width <= 64)
		*r = *a * *b & mask_of(width);
	else if (width <= 128)
		store2(r, load2(a) * load2(b), width);
	else
		multiply(r, a, b, width);
}

/* Shift-and-subtract division; b is not 0. Quotient and remainder go to q and r (apart from a and b). */
static void divide(uint64_t *q, uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint32_t n = bv_words(width);
	memset(q, 0, n * sizeof *q);
	memset(r, 0, n * sizeof *r);
	for (uint32_t bit = width; bit-- > 0;) {
		/* The remainder is below b, so that its double may need one bit more than the width. */
		bool over = bv_bit(r, width - 1);
		for (uint32_t i = n; i-- > 0;)
			r[i] = r[i] << 1 | (i ? r[i - 1] >> 63 : bv_bit(a, bit));
		bv_normalize(r, width);
		if (over || !bv_ult(r, b, width)) {
			bv_sub(r, r, b, width);
			q[bit / 64] |= UINT64_C(1) << bit % 64;
		}
	}
}

static void divide_words(uint64_t *result, const uint64_t *a, const uint64_t *b, uint32_t width, bool remainder)
{
	uint32_t n = bv_words(width);
	uint64_t local_q[LOCAL_WORDS], local_r[LOCAL_WORDS];
	uint64_t *q = scratch_words(local_q, n), *r = scratch_words(local_r, n);
	divide(q, r, a, b, width);
	memcpy(result, remainder ? r : q, n * sizeof *result);
	scratch_free(q, local_q);
	scratch_free(r, local_r);
}

static void fill_ones(uint64_t *r, uint32_t width)
{
	memset(r, 0xff, bv_words(width) * sizeof *r);
	bv_normalize(r, width);
}

static void copy_words(uint64_t *r, const uint64_t *a, uint32_t width)
{
	memmove(r, a, bv_words(width) * sizeof *r);
}

void bv_udiv(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	if (bv_is_zero(b, width))
		fill_ones(r, width);
	else if (width <= 64)
		*r = *a / *b;
	else if (width <= 128)
		store2(r, load2(a) / load2(b), width);
	else
		divide_words(r, a, b, width, false);
}

void bv_urem(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	if (bv_is_zero(b, width))
		copy_words(r, a, width);
	else if (width <= 64)
		*r = *a % *b;
	else if (width <= 128)
		store2(r, load2(a) % load2(b), width);
	else
		divide_words(r, a, b, width, true);
}

/* Signed division by magnitudes: the quotient truncates, the remainder has the dividend's sign. With the
 * divisor 0 the unsigned operators' results carry over: -(2^w - 1) = 1, -1 and x (op.def). */
static void divide_signed(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width, bool remainder)
{
	uint32_t n = bv_words(width);
	uint64_t local_a[LOCAL_WORDS], local_b[LOCAL_WORDS];
	uint64_t *ma = scratch_words(local_a, n), *mb = scratch_words(local_b, n);
	bool negative_a = bv_bit(a, width - 1), negative_b = bv_bit(b, width - 1);
	if (negative_a)
		bv_neg(ma, a, width);
	else
		copy_words(ma, a, width);
	if (negative_b)
		bv_neg(mb, b, width);
	else
		copy_words(mb, b, width);
	if (remainder)
		bv_urem(r, ma, mb, width);
	else
		bv_udiv(r, ma, mb, width);
	if (remainder ? negative_a : negative_a != negative_b)
		bv_neg(r, r, width);
	scratch_free(ma, local_a);
	scratch_free(mb, local_b);
}

void bv_sdiv(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	divide_signed(r, a, b, width, false);
}

void bv_srem(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	divide_signed(r, a, b, width, true);
}

/* The shift amount in *by; false when it is `width` or more. */
static bool shift_amount(const uint64_t *b, uint32_t width, uint32_t *by)
{
	for (uint32_t i = 1, n = bv_words(width); i < n; i++) {
		if (b[i])
			return false;
	}
	*by = (uint32_t)b[0];
	return b[0] < width;
}

static void clear(uint64_t *r, uint32_t width)
{
	memset(r, 0, bv_words(width) * sizeof *r);
}

/* r = a << by; by < width. From the top down, so that r may be a. */
static void shift_left(uint64_t *r, const uint64_t *a, uint32_t width, uint32_t by)
{
	uint32_t skip = by / 64, bits = by % 64;
	for (uint32_t i = bv_words(width); i-- > 0;) {
		uint64_t high = i >= skip ? a[i - skip] : 0;
		uint64_t low = bits && i > skip ? a[i - skip - 1] >> (64 - bits) : 0;
		r[i] = high << bits | low;
	}
	bv_normalize(r, width);
}

/* The n words of a (of `words` words, then `fill`) from bit `by` on. From the bottom up. */
static void shift_right(uint64_t *r, uint32_t n, const uint64_t *a, uint32_t words, uint32_t by, uint64_t fill)
{
	uint32_t skip = by / 64, bits = by % 64;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t low = i + skip < words ? a[i + skip] : fill;
		uint64_t high = i + skip + 1 < words ? a[i + skip + 1] : fill;
		r[i] = bits ? low >> bits | high << (64 - bits) : low;
	}
}

void bv_shl(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint32_t by;
	if (!shift_amount(b, width, &by))
		clear(r, width);
	else
		shift_left(r, a, width, by);
}

void bv_lshr(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint32_t by, n = bv_words(width);
	if (!shift_amount(b, width, &by))
		clear(r, width);
	else
		shift_right(r, n, a, n, by, 0);
}

void bv_ashr(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t width)
{
	uint32_t by, n = bv_words(width);
	bool negative = bv_bit(a, width - 1);
	if (!shift_amount(b, width, &by))
		by = width - 1;
	copy_words(r, a, width);
	if (negative)
		r[n - 1] |= ~mask_of(width);
	shift_right(r, n, r, n, by, negative ? UINT64_MAX : 0);
	bv_normalize(r, width);
}

void bv_extract(uint64_t *r, const uint64_t *a, uint32_t high, uint32_t low)
{
	uint32_t width = high - low + 1;
	if (high < 64) {
		*r = *a >> low & mask_of(width);
		return;
	}
	shift_right(r, bv_words(width), a, high / 64 + 1, low, 0);
	bv_normalize(r, width);
}

void bv_concat(uint64_t *r, const uint64_t *high, uint32_t high_width, const uint64_t *low, uint32_t low_width)
{
	uint32_t n = bv_words(high_width + low_width), low_words = bv_words(low_width),
		 high_words = bv_words(high_width);
	uint32_t skip = low_width / 64, bits = low_width % 64;
	memset(r, 0, n * sizeof *r);
	memcpy(r, low, low_words * sizeof *r);
	for (uint32_t i = 0; i < high_words; i++) {
		r[skip + i] |= high[i] << bits;
		if (bits && skip + i + 1 < n)
			r[skip + i + 1] |= high[i] >> (64 - bits);
	}
}

void bv_extend(uint64_t *r, const uint64_t *a, uint32_t from, uint32_t to, bool is_signed)
{
	uint32_t n = bv_words(from), m = bv_words(to);
	bool negative = is_signed && bv_bit(a, from - 1);
	copy_words(r, a, from);
	if (negative)
		r[n - 1] |= ~mask_of(from);
	for (uint32_t i = n; i < m; i++)
		r[i] = negative ? UINT64_MAX : 0;
	bv_normalize(r, to);
}

/* r = r * 10 + digit; true if that needs more than `width` bits. */
static bool push_digit(uint64_t *r, uint32_t width, uint64_t digit)
{
	uint32_t n = bv_words(width);
	u128 carry = digit;
	for (uint32_t i = 0; i < n; i++) {
		carry += (u128)r[i] * 10;
		r[i] = (uint64_t)carry;
		carry >>= 64;
	}
	return carry || (r[n - 1] & ~mask_of(width));
}

bool bv_parse(uint64_t *r, uint32_t width, const char *digits, uint32_t length)
{
	clear(r, width);
	for (uint32_t i = 0; i < length; i++) {
		if (digits[i] < '0' || digits[i] > '9' || push_digit(r, width, (uint64_t)(digits[i] - '0')))
			return false;
	}
	return length > 0;
}

/* Divides by 10^19 in place, gives the remainder. */
static uint64_t pop_digits(uint64_t *a, uint32_t n)
{
	u128 rest = 0;
	for (uint32_t i = n; i-- > 0;) {
		rest = rest << 64 | a[i];
		a[i] = (uint64_t)(rest / UINT64_C(10000000000000000000));
		rest %= UINT64_C(10000000000000000000);
	}
	return (uint64_t)rest;
}

uint32_t bv_print(char *buffer, const uint64_t *a, uint32_t width)
{
	uint32_t n = bv_words(width), length = 0;
	uint64_t local[LOCAL_WORDS], *rest = scratch_words(local, n);
	copy_words(rest, a, width);
	do {
		uint64_t group = pop_digits(rest, n);
		bool last = bv_is_zero(rest, width);
		for (int i = 0; last ? group || !length : i < 19; i++, group /= 10)
			buffer[length++] = (char)('0' + group % 10);
	} while (!bv_is_zero(rest, width));
	scratch_free(rest, local);
	for (uint32_t i = 0; i < length / 2; i++) {
		char c = buffer[i];
		buffer[i] = buffer[length - 1 - i];
		buffer[length - 1 - i] = c;
	}
	buffer[length] = 0;
	return length;
}

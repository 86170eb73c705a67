/* Integer arithmetic, conversions and bit-fields; 42 if all is right, else the number of the check. */
#include <limits.h>
#include <stdint.h>

#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n

struct bits {
	unsigned a : 3;
	int b : 5;
	unsigned long c : 40;
	_Bool d : 1;
	char e;
};

static unsigned char narrow(int x)
{
	return x;
}

int main(void)
{
	unsigned u = 1;
	int minus = -7, a = 10;
	unsigned char c = 250;
	signed char s = 127;
	_Bool yes = 256;
	long long wide = -1;
	__int128 huge = (__int128)1 << 100;
	struct bits bits = { 1, -1, 3 }, *p = &bits;

	CHECK(1, u - 2 == UINT_MAX);
	CHECK(2, minus / 2 == -3 && minus % 2 == -1 && minus >> 1 == -4);
	CHECK(3, (c += 10, c == 4));
	CHECK(4, (s++, s == -128));
	CHECK(5, yes == 1 && (_Bool)0.0f == 0);
	CHECK(6, (unsigned)wide == 0xffffffff && (short)40000 == -25536);
	CHECK(7, narrow(300) == 44);
	CHECK(8, (int)(huge >> 98) == 4 && (uint64_t)huge == 0);
	CHECK(9, -1 > 1u && -1L < 1u);
	CHECK(10, (a = a++ * 2 + 1) == 21);
	CHECK(11, (a ^= 0xff) == 234 && ~a == -235 && !a == 0 && !!a == 1);
	CHECK(12, (c <<= 7, c == 0));
	CHECK(13, 1 << 31 >> 31 == -1 && 1u << 31 >> 31 == 1);
	CHECK(14, (bits.a = 9) == 1 && bits.a == 1);
	CHECK(15, (bits.b = 17) == -15);
	CHECK(16, (bits.c = 1UL << 40 | 5) == 5);
	CHECK(17, bits.a++ == 1 && bits.a == 2 && --bits.b == -16);
	CHECK(18, (bits.d = 4) == 1);
	p->a += 7;
	p->c--;
	CHECK(19, p->a == 1 && p->c == 4 && p->b == -16 && p->e == 0);
	CHECK(20, bits.a - 2 < 0);
	CHECK(21, '\377' == -1 && sizeof 'a' == sizeof(int) && L'x' == 'x');
	CHECK(22, 0x7fffffff + 1u == 0x80000000 && INT_MIN + INT_MAX == -1);
	CHECK(23, __builtin_popcount(0xf0f0) == 8 && __builtin_ctz(8) == 3 && __builtin_clz(1) == 31);
	CHECK(24, __builtin_bswap32(0x01020304) == 0x04030201 && __builtin_ffs(0) == 0 && __builtin_ffs(12) == 3);
	CHECK(25,
	      __builtin_add_overflow(INT_MAX, 1, &a) && a == INT_MIN && !__builtin_mul_overflow(3, 4, &a) && a == 12);
	CHECK(26, (uint8_t)(int8_t)-1 == 255 && (int64_t)(uint32_t)-1 == 4294967295);
	return 42;
}

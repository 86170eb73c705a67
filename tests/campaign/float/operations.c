/* Operations on floating-point numbers, each with many operands, hashed: compiled natively it prints the hash of each group of
 * cases; compiled with EXPECTED (a file of these hashes) it exits with the number of the first group that differs, 0 if none.
 * tests/campaign/float/check runs both.
 *
 * TYPE and SUFFIX (of its library functions) say which type; EXPONENT and FRACTION are the bits of these fields, EXPLICIT is 1
 * for x87's explicit leading bit. CASES: operands in a group. WITHOUT_INT128: none of __int128, which -m32 does
 * not have. MODES: in the four rounding modes.
 * SHOW: the exit status is byte SHOW_BYTE of the result of case SHOW_CASE in group SHOW instead. */
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#define __STDC_WANT_IEC_60559_BFP_EXT__ 1
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#ifndef EXPECTED
#include <stdio.h>
#include <stdlib.h>
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define F(name) JOIN(name, SUFFIX)

typedef TYPE real;

/* ---- operands ---- */

static uint64_t state;

static uint64_t random_word(void)
{
	uint64_t z = (state += 0x9e3779b97f4a7c15u);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

typedef unsigned long long word;
union bits {
	real value;
	word words[2];
	unsigned char bytes[16];
};

/* Bits of the fraction, `high` its upper part if it has more than 64. */
static real number(unsigned sign, unsigned exponent, word fraction, word high)
{
	union bits b = { .words = { 0, 0 } };
	unsigned top = EXPONENT + EXPLICIT + FRACTION; /* where the sign is */
	word upper = (word)sign << EXPONENT | exponent;
	fraction = FRACTION >= 64 ? fraction : fraction & (((word)1 << FRACTION % 64) - 1);
	if (top < 64) {
		b.words[0] = upper << FRACTION % 64 | fraction;
	} else if (FRACTION < 64) {
		b.words[0] = (word)(exponent != 0) << 63 | fraction;
		b.words[1] = upper;
	} else {
		b.words[0] = fraction;
		b.words[1] = upper << FRACTION % 64 | (high & (((word)1 << FRACTION % 64) - 1));
	}
	return b.value;
}

enum { FULL = (1 << EXPONENT) - 1, BIAS = FULL >> 1 };

static word random_fraction(void)
{
	word w = random_word();
	switch (random_word() % 6) {
	case 0:
		return 0;
	case 1:
		return ~(word)0;
	case 2:
		return (word)1 << w % (FRACTION < 64 ? FRACTION : 64);
	case 3:
		return w & random_word() & random_word();
	default:
		return w;
	}
}

static real operand(void)
{
	word w = random_word(), low = random_fraction(), high = random_fraction();
	unsigned sign = w & 1, any = (unsigned)(w >> 8) & FULL, near = (unsigned)(w >> 40) % 16;
	switch ((w >> 1) % 12) {
	case 0:
		return number(sign, 0, 0, 0);
	case 1:
		return number(sign, FULL, 0, 0);
	case 2:
		return number(sign, FULL, (word)1 << (FRACTION - 1) % 64 | (FRACTION < 64 ? low : 0),
			      (word)1 << (FRACTION - 1) % 64);
	case 3:
		return number(sign, 0, low, high); /* subnormal */
	case 4:
		return number(sign, near / 4, low, high);
	case 5:
		return number(sign, FULL - 1 - near / 4, low, high);
	case 6:
		return (real)(sign ? -(int)near : (int)near) / 2;
	case 7:
		return number(sign, any % FULL, low, high);
	case 8:
		return number(sign, (unsigned)(BIAS + (int)(any % (2 * FRACTION)) - FRACTION / 2) % FULL, low, high);
	default:
		return number(sign, BIAS + near - 6, low, high);
	}
}

/* Two operands, often close to one another. */
static real second(real a)
{
	union bits b = { .words = { 0, 0 } };
	word w = random_word();
	if (w % 4 || !(a - a == 0))
		return operand();
	b.value = a;
	b.words[0] ^= (w >> 8) & 3;
	if (w & 32 && EXPONENT + FRACTION < 64)
		b.words[0] ^= (word)((w >> 16) & 1) << FRACTION % 64;
	return w & 16 ? -b.value : b.value;
}

/* ---- results ---- */

static word hash;
static int group, number_of_case;
#ifdef SHOW
#define STOP(n) __builtin_exit(n)
#endif

static void put(word low, word high)
{
#ifdef SHOW
	if (group == SHOW && number_of_case == SHOW_CASE) {
#ifdef EXPECTED
		STOP((int)((SHOW_BYTE < 8 ? low >> 8 * (SHOW_BYTE & 7) : high >> 8 * (SHOW_BYTE & 7)) & 0xff));
#else
		printf("%016llx%016llx\n", high, low);
#endif
	}
#endif
	number_of_case++;
	hash = (hash ^ low) * 0x100000001b3u;
	hash = (hash ^ high ^ (hash >> 29)) * 0x100000001b3u;
}

#define PUT_REAL(type, function, size)                                                                          \
	static void function(type x)                                                                            \
	{                                                                                                       \
		union {                                                                                         \
			type value;                                                                             \
			word words[2];                                                                          \
		} b = { .words = { 0, 0 } };                                                                    \
		b.value = x;                                                                                    \
		if (x != x)                                                                                     \
			put(0x7ff, 0);                                                                          \
		else                                                                                            \
			put(size < 8 ? b.words[0] & 0xffffffff : b.words[0], size < 10    ? 0                   \
									     : size == 10 ? b.words[1] & 0xffff \
											  : b.words[1]);        \
	}
PUT_REAL(float, put_float, 4)
PUT_REAL(double, put_double, 8)
PUT_REAL(long double, put_long_double, 10)
PUT_REAL(_Float128, put_float128, 16)
#define PUT(x)                                \
	_Generic((x), float                   \
		 : put_float, _Float32        \
		 : put_float, double          \
		 : put_double, _Float64       \
		 : put_double, _Float32x      \
		 : put_double, long double    \
		 : put_long_double, _Float64x \
		 : put_long_double, _Float128 \
		 : put_float128)(x)

#ifdef SHOW
#define SHOW_OPERANDS(a, b, c)                            \
	if (group == SHOW && number_of_case == SHOW_CASE) \
	show_operands(a, b, c)
#ifdef EXPECTED
#define show_operands(a, b, c) (void)0
#else
static void show_operands(real a, real b, real c)
{
	printf("operands %La %La %La, in mode %d\n", (long double)a, (long double)b, (long double)c, fegetround());
}
#endif
#else
#define SHOW_OPERANDS(a, b, c) (void)0
#endif

#define EACH(name, count, body)                                           \
	static void name(void)                                            \
	{                                                                 \
		for (int i = 0; i < (count); i++) {                       \
			real a = operand(), b = second(a), c = operand(); \
			(void)b, (void)c;                                 \
			SHOW_OPERANDS(a, b, c);                           \
			body;                                             \
		}                                                         \
	}

/* ---- operators and conversions ---- */

EACH(add, CASES, PUT(a + b))
EACH(subtract, CASES, PUT(a - b))
EACH(multiply, CASES, PUT(a *b))
EACH(divide, CASES, PUT(a / b))
EACH(fused, CASES, PUT(F(fma)(a, b, c)))
EACH(negate, CASES / 8, PUT(-a))
EACH(compare, CASES,
     put((word)((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | (!a) << 6 |
		(a && b) << 7 | isless(a, b) << 8 | islessequal(a, b) << 9 | isgreater(a, b) << 10 |
		isgreaterequal(a, b) << 11 | islessgreater(a, b) << 12 | isunordered(a, b) << 13 | (_Bool)a << 14),
	 0))
EACH(classify, CASES / 2,
     put((word)(fpclassify(a) | !!isnan(a) << 4 | !!isinf(a) << 5 | !!isfinite(a) << 6 | !!isnormal(a) << 7 |
		!!signbit(a) << 8 | (__builtin_isinf_sign(a) & 3) << 9),
	 0))
EACH(to_floats, CASES / 2, PUT((float)a); PUT((double)a); PUT((long double)a); PUT((_Float128)a))

#define INTEGER(name, type, low, high, any)                                        \
	EACH(                                                                      \
		to_##name, CASES / 8, if (a > (real)(low)-1 && a < (real)(high)) { \
			type n = (type)a;                                          \
			put((word)n, (word)(n >> 31 >> 31 >> 2));                  \
		})                                                                 \
	EACH(from_##name, CASES / 8, PUT((real)(type)(any)))
#define WORD random_word() >> random_word() % 64
#define TWO(n) (n < 63 ? (real)((word)1 << n % 64) : n == 63 ? (real)((word)1 << 63) : (real)((word)1 << 63) * 2)
INTEGER(signed_char, signed char, -128, 128, WORD)
INTEGER(unsigned_char, unsigned char, 0, 256, WORD)
INTEGER(short, short, -32768, 32768, WORD)
INTEGER(unsigned_short, unsigned short, 0, 65536, WORD)
INTEGER(int, int, -TWO(31), TWO(31), WORD)
INTEGER(unsigned, unsigned, 0, TWO(32), WORD)
INTEGER(long_long, long long, -TWO(63), TWO(63), WORD)
INTEGER(unsigned_long_long, unsigned long long, 0, TWO(64), WORD)
#ifndef WITHOUT_INT128
#define WIDE ((unsigned __int128)random_word() << 64 | random_word()) >> random_word() % 128
INTEGER(int128, __int128, -TWO(63) * TWO(64), TWO(63) * TWO(64), WIDE)
INTEGER(unsigned_int128, unsigned __int128, 0, EXPONENT == 8 ? TWO(64) * TWO(63) : TWO(64) * TWO(64), WIDE)
#endif

/* ---- <math.h> ---- */

EACH(round_down, CASES / 4, PUT(F(floor)(a)))
EACH(round_up, CASES / 4, PUT(F(ceil)(a)))
EACH(cut, CASES / 4, PUT(F(trunc)(a)))
EACH(half_away, CASES / 4, PUT(F(round)(a)))
EACH(half_even, CASES / 4, PUT(F(roundeven)(a)))
EACH(current_mode, CASES / 4, PUT(F(rint)(a)); PUT(F(nearbyint)(a)))
EACH(root, CASES / 4, PUT(F(sqrt)(a)))
EACH(absolute, CASES / 8, PUT(F(fabs)(a)))
EACH(minimum, CASES / 4, PUT(F(fmin)(a, b)))
EACH(maximum, CASES / 4, PUT(F(fmax)(a, b)))
EACH(difference, CASES / 4, PUT(F(fdim)(a, b)))
EACH(with_sign, CASES / 4, PUT(F(copysign)(a, b)))
EACH(next, CASES / 2, PUT(F(nextafter)(a, b)))
EACH(scale, CASES / 4, int n = (int)(random_word() % (3 << EXPONENT)) - (3 << EXPONENT) / 2; n >>= random_word() % 8;
     PUT(F(scalbn)(a, n)); PUT(F(ldexp)(a, n)); PUT(F(scalbln)(a, n)))
EACH(parts, CASES / 4, int n = 0; PUT(F(frexp)(a, &n)); put(a - a == 0 ? (word)n : 0, 0))
EACH(whole_part, CASES / 4, real w; PUT(F(modf)(a, &w)); PUT(w))
EACH(exponent_of, CASES / 4, PUT(F(logb)(a)); put((word)F(ilogb)(a), 0))
#define SMALL(x) ((x) > -TWO(31) && (x) < TWO(31) - 1)
EACH(
	to_long, CASES / 4, if (SMALL(a)) {
		put((word)F(lround)(a), (word)F(llround)(a));
		put((word)F(lrint)(a), (word)F(llrint)(a));
	})
EACH(rest, CASES / 8, PUT(F(fmod)(a, b)))
EACH(nearest_rest, CASES / 8, int q = 0; PUT(F(remainder)(a, b)); PUT(F(remquo)(a, b, &q));
     put(a - a == 0 && b == b && b != 0 ? (word)((q < 0 ? -q : q) & 7) : 0, 0))

#ifdef EXPECTED
static const word expected[] = {
#include EXPECTED
};
#endif

static int run(void (*function)(void))
{
	hash = 0;
	number_of_case = 0;
	state = (uint64_t)group++ * 1234567;
#ifdef MODES
	static const int modes[] = { FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO };
	for (int i = 0; i < 4; i++) {
		fesetround(modes[i]);
		function();
	}
	fesetround(FE_TONEAREST);
#else
	function();
#endif
#ifdef EXPECTED
	return hash == expected[group - 1];
#else
	printf("0x%llxu, /* %d: %d cases */\n", hash, group, number_of_case);
	return 1;
#endif
}

#define RUN(name)       \
	if (!run(name)) \
	return group

int main(void)
{
	group = 0;
	RUN(add);
	RUN(subtract);
	RUN(multiply);
	RUN(divide);
	RUN(fused);
	RUN(negate);
	RUN(compare);
	RUN(classify);
	RUN(to_floats);
	RUN(to_signed_char);
	RUN(from_signed_char);
	RUN(to_unsigned_char);
	RUN(from_unsigned_char);
	RUN(to_short);
	RUN(from_short);
	RUN(to_unsigned_short);
	RUN(from_unsigned_short);
	RUN(to_int);
	RUN(from_int);
	RUN(to_unsigned);
	RUN(from_unsigned);
	RUN(to_long_long);
	RUN(from_long_long);
	RUN(to_unsigned_long_long);
	RUN(from_unsigned_long_long);
#ifndef WITHOUT_INT128
	RUN(to_int128);
	RUN(from_int128);
	RUN(to_unsigned_int128);
	RUN(from_unsigned_int128);
#endif
	RUN(round_down);
	RUN(round_up);
	RUN(cut);
	RUN(half_away);
	RUN(half_even);
	RUN(current_mode);
	RUN(root);
	RUN(absolute);
	RUN(minimum);
	RUN(maximum);
	RUN(difference);
	RUN(with_sign);
	RUN(next);
	RUN(scale);
	RUN(parts);
	RUN(whole_part);
	RUN(exponent_of);
	RUN(to_long);
	RUN(rest);
	RUN(nearest_rest);
	return 0;
}

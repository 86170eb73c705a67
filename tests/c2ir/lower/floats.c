/* Floating-point arithmetic, comparison and conversion, over numbers of every kind; 42 if all is right. */
#include <stdint.h>
#include <string.h>

#ifndef WANT
#define WANT 11503667982124650556u
#endif

static uint64_t sum = 14695981039346656037u;

static void note(uint64_t bits)
{
	sum = (sum ^ bits) * 1099511628211u;
}

static void note_double(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	note(x != x ? 1 : bits);
}

static void note_float(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	note(x != x ? 2 : bits);
}

static void note_long(long double x)
{
	uint64_t low;
	uint16_t high;
	memcpy(&low, &x, 8);
	memcpy(&high, (char *)&x + 8, 2);
	note(x != x ? 3 : low);
	note(x != x ? 3 : high);
}

static const uint64_t doubles[] = {
	0,
	1,
	0x8000000000000000,
	0x000fffffffffffff,
	0x0010000000000000,
	0x3ff0000000000000,
	0xbff0000000000001,
	0x3fefffffffffffff,
	0x4340000000000000,
	0x4340000000000001,
	0x7fefffffffffffff,
	0x7ff0000000000000,
	0xfff0000000000000,
	0x7ff8000000000000,
	0x400921fb54442d18,
	0xc1e0000000000000,
	0x41dfffffffc00000,
	0x3810000000000000,
	0x36a0000000000000,
	0x380fffffe0000000,
	0x47efffffe0000000,
	0x47efffffefffffff,
	0x3fb999999999999a,
	0x8000000000000001,
};
#define COUNT (sizeof doubles / sizeof *doubles)

static double number(unsigned i)
{
	double x;
	memcpy(&x, &doubles[i], sizeof x);
	return x;
}

static void pairs(void)
{
	for (unsigned i = 0; i < COUNT; i++) {
		for (unsigned k = 0; k < COUNT; k++) {
			double a = number(i), b = number(k);
			float x = (float)a, y = (float)b;
			note_double(a + b);
			note_double(a - b);
			note_double(a * b);
			note_double(a / b);
			note_float(x + y);
			note_float(x * y);
			note_float(x / y);
			note((a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5);
			note((x < y) | (x == y) << 1);
		}
	}
}

static void singles(void)
{
	for (unsigned i = 0; i < COUNT; i++) {
		double a = number(i);
		long double l = a;
		note_float((float)a);
		note_double(-a);
		note_long(l);
		note_long(l * l + l / 3);
		note_double((double)(l / 7));
		note((a ? 1 : 0) | !a << 1);
		if (a > -2147483649.0 && a < 2147483648.0) {
			note((uint32_t)(int)a);
			note((uint64_t)(long)a);
		}
		note_double((double)doubles[i]);
		note_float((float)(int64_t)doubles[i]);
		note_long((long double)doubles[i]);
		note_float((float)(int)doubles[i]);
	}
}

int main(void)
{
	double x = 0.1, y = 0.2;
	float f = 16777216.0f;
	pairs();
	singles();
	if (x + y == 0.3 || f + 1 != f || (int)-1.9 != -1 || (unsigned char)255.9 != 255 || 1 / 3.0f == 1 / 3.0)
		return 1;
	if (WANT && sum != WANT)
		return 2;
	return WANT ? 42 : sum & 0x7f;
}

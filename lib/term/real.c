#include "bv.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 21 };

static uint32_t print_float(char *buffer, size_t size, uint32_t bits)
{
	float value;
	memcpy(&value, &bits, sizeof value);
	for (int digits = 1; digits < 9; digits++) {
		uint32_t n = (uint32_t)snprintf(buffer, size, "%.*g", digits, (double)value);
		float again = strtof(buffer, NULL);
		if (again == value)
			return n;
	}
	return (uint32_t)snprintf(buffer, size, "%.9g", (double)value);
}

static uint32_t print_double(char *buffer, size_t size, uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	for (int digits = 1; digits < 17; digits++) {
		uint32_t n = (uint32_t)snprintf(buffer, size, "%.*g", digits, value);
		double again = strtod(buffer, NULL);
		if (again == value)
			return n;
	}
	return (uint32_t)snprintf(buffer, size, "%.17g", value);
}

/* x87's format: 10 bytes, of which this machine's long double may have none. */
static uint32_t print_extended(char *buffer, size_t size, const uint64_t *words)
{
#if LDBL_MANT_DIG == 64
	long double value = 0;
	memcpy(&value, words, 10);
	for (int digits = 1; digits < MOST_DIGITS; digits++) {
		uint32_t n = (uint32_t)snprintf(buffer, size, "%.*Lg", digits, value);
		if (strtold(buffer, NULL) == value)
			return n;
	}
	return (uint32_t)snprintf(buffer, size, "%.21Lg", value);
#else
	(void)buffer, (void)size, (void)words;
	return 0;
#endif
}

uint32_t bv_print_real(char buffer[BV_REAL], const uint64_t *words, uint32_t width)
{
	if (width == 32)
		return print_float(buffer, BV_REAL, (uint32_t)words[0]);
	if (width == 64)
		return print_double(buffer, BV_REAL, words[0]);
	return width == 80 || width == 128 ? print_extended(buffer, BV_REAL, words) : 0;
}

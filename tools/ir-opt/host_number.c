/* Numbers: floating ones from text, pseudo-random ones; how floating numbers go over. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

double host_double(struct host_argument a)
{
	double value;
	memcpy(&value, a.words, sizeof value);
	return value;
}

/* The leading bit is explicit. */
long double host_extended(struct host_argument a)
{
	int exponent = (int)(a.words[1] & 0x7fff);
	long double value;
	if (exponent == 0x7fff)
		value = a.words[0] << 1 ? (long double)NAN : (long double)INFINITY;
	else
		value = ldexpl((long double)a.words[0], (exponent ? exponent : 1) - 16383 - 63);
	return a.words[1] >> 15 & 1 ? -value : value;
}

bool host_answer_double(struct host *host, double value)
{
	memcpy(host->result, &value, sizeof value);
	return true;
}

bool host_answer_float(struct host *host, float value)
{
	memcpy(host->result, &value, sizeof value);
	return true;
}

bool host_answer_extended(struct host *host, long double value)
{
	uint64_t sign = signbit(value) ? 1 << 15 : 0;
	int exponent = 0;
	value = fabsl(value);
	if (isnan(value) || isinf(value)) {
		host->result[0] = isnan(value) ? UINT64_C(3) << 62 : UINT64_C(1) << 63;
		host->result[1] = sign | 0x7fff;
		return true;
	}
	long double fraction = frexpl(value, &exponent);
	exponent += 16382;
	if (exponent < 1) {
		fraction = ldexpl(fraction, exponent - 1);
		exponent = 0;
	}
	host->result[0] = (uint64_t)ldexpl(fraction, 64);
	host->result[1] = value == 0 ? sign : sign | (uint64_t)exponent;
	return true;
}

/* strtod, strtof, strtold: whether the value is out of range is asked for next, as "range". */
static bool from_text(struct host *host, const char *text)
{
	(void)text;
	const char *digits = host_text(host);
	errno = 0;
	if (host->width == 32)
		host_answer_float(host, strtof(digits, NULL));
	else if (host->width == 64)
		host_answer_double(host, strtod(digits, NULL));
	else
		host_answer_extended(host, strtold(digits, NULL));
	host->range = errno == ERANGE;
	return true;
}

static bool range(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, host->range);
}

static bool random_int(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, rand());
}

static bool seed_int(struct host *host, const char *text)
{
	(void)text;
	srand((unsigned)host_number(host));
	return host_answer(host, 0);
}

static bool random_from(struct host *host, const char *text)
{
	(void)text;
	unsigned seed = (unsigned)host_number(host);
	host_answer(host, rand_r(&seed));
	vec_push(&host->numbers, seed);
	return true;
}

static bool random_double(struct host *host, const char *text)
{
	(void)text;
	return host_answer_double(host, drand48());
}

static bool random_long(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, lrand48());
}

static bool random_signed_long(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, mrand48());
}

static bool seed_48(struct host *host, const char *text)
{
	(void)text;
	srand48((long)host_signed(host));
	return host_answer(host, 0);
}

const struct host_function host_number_functions[] = {
	{ "strtod", from_text, HOST_INSIDE },    { "strtof", from_text, HOST_INSIDE },
	{ "strtold", from_text, HOST_INSIDE },   { "range", range, HOST_INSIDE },
	{ "rand", random_int, HOST_INSIDE },     { "srand", seed_int, HOST_INSIDE },
	{ "rand_r", random_from, HOST_INSIDE },  { "drand48", random_double, HOST_INSIDE },
	{ "lrand48", random_long, HOST_INSIDE }, { "mrand48", random_signed_long, HOST_INSIDE },
	{ "srand48", seed_48, HOST_INSIDE },     { NULL, NULL, HOST_INSIDE },
};

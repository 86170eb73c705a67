/* <time.h>: the host's clocks and time zone. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

static bool now(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, (int64_t)time(NULL));
}

static bool processor_time(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, clock());
}

/* Seconds; then nanoseconds. */
static bool clock_time(struct host *host, const char *text)
{
	(void)text;
	struct timespec t = { 0, 0 };
	int status = clock_gettime((clockid_t)host_signed(host), &t);
	vec_push(&host->numbers, (uint64_t)t.tv_sec);
	vec_push(&host->numbers, (uint64_t)t.tv_nsec);
	return host_answer(host, status);
}

static bool give_fields(struct host *host, const struct tm *t)
{
	if (!t)
		return host_answer(host, 0);
	const int fields[] = { t->tm_sec,  t->tm_min,  t->tm_hour, t->tm_mday, t->tm_mon,
			       t->tm_year, t->tm_wday, t->tm_yday, t->tm_isdst };
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		vec_push(&host->numbers, (uint64_t)fields[i]);
	vec_push(&host->numbers, (uint64_t)t->tm_gmtoff);
	host_give(host, t->tm_zone, strlen(t->tm_zone));
	return host_answer(host, 1);
}

static struct tm take_fields(struct host *host)
{
	struct tm t = { 0 };
	int *const fields[] = { &t.tm_sec,  &t.tm_min,  &t.tm_hour, &t.tm_mday, &t.tm_mon,
				&t.tm_year, &t.tm_wday, &t.tm_yday, &t.tm_isdst };
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		*fields[i] = (int)host_signed(host);
	return t;
}

static bool local_time(struct host *host, const char *text)
{
	(void)text;
	time_t t = (time_t)host_signed(host);
	struct tm fields;
	return give_fields(host, localtime_r(&t, &fields));
}

static bool universal_time(struct host *host, const char *text)
{
	(void)text;
	time_t t = (time_t)host_signed(host);
	struct tm fields;
	return give_fields(host, gmtime_r(&t, &fields));
}

/* The fields as they are then are further results. */
static bool make_time(struct host *host, const char *text)
{
	(void)text;
	struct tm t = take_fields(host);
	time_t made = mktime(&t);
	give_fields(host, &t);
	return host_answer(host, (int64_t)made);
}

/* The format is the text that was handed over. The length, or -1 if it does not fit in 4096 bytes. */
static bool format_time(struct host *host, const char *text)
{
	(void)text;
	char to[4096];
	struct tm t = take_fields(host);
	mktime(&(struct tm){ 0 }); /* the time zone is known */
	t.tm_zone = t.tm_isdst > 0 ? tzname[1] : tzname[0];
	const char *format = host_text(host);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	size_t length = *format ? strftime(to, sizeof to, format, &t) : 0;
#pragma GCC diagnostic pop
	host_give(host, to, length);
	return host_answer(host, length || !*format ? (int64_t)length : -1);
}

static bool sleep_microseconds(struct host *host, const char *text)
{
	(void)text;
	fflush(stdout);
	uint64_t us = host_number(host);
	struct timespec t = { (time_t)(us / 1000000), (long)(us % 1000000 * 1000) };
	nanosleep(&t, NULL);
	return host_answer(host, 0);
}

const struct host_function host_time_functions[] = {
	{ "time", now, HOST_INSIDE },
	{ "clock", processor_time, HOST_INSIDE },
	{ "clock_gettime", clock_time, HOST_INSIDE },
	{ "localtime", local_time, HOST_INSIDE },
	{ "gmtime", universal_time, HOST_INSIDE },
	{ "mktime", make_time, HOST_INSIDE },
	{ "strftime", format_time, HOST_INSIDE },
	{ "sleep", sleep_microseconds, HOST_INSIDE },
	{ NULL, NULL, HOST_INSIDE },
};

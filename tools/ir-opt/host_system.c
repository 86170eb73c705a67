/* The system around the program: its environment, its arguments, the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/* A string as result: its length, -1 for none; its characters are further results. */
static bool answer_string(struct host *host, const char *s)
{
	if (!s)
		return host_answer(host, -1);
	host_give(host, s, strlen(s));
	return host_answer(host, (int64_t)strlen(s));
}

static bool get_environment(struct host *host, const char *text)
{
	(void)text;
	return answer_string(host, getenv(host_text(host)));
}

/* Two strings: name, 0, value. */
static bool set_environment(struct host *host, const char *text)
{
	(void)text;
	const char *name = host_text(host);
	return host_answer(host, setenv(name, name + strlen(name) + 1, (int)host_number(host)));
}

static bool unset_environment(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, unsetenv(host_text(host)));
}

static bool error_text(struct host *host, const char *text)
{
	(void)text;
	return answer_string(host, strerror((int)host_signed(host)));
}

static bool signal_text(struct host *host, const char *text)
{
	(void)text;
	return answer_string(host, strsignal((int)host_signed(host)));
}

static bool argument_count(struct host *host, const char *text)
{
	(void)text;
	int64_t count = 1;
	for (char **a = host->arguments; *a; a++)
		count++;
	return host_answer(host, count);
}

/* The argument of that number; 0 is the program's name. */
static bool argument_text(struct host *host, const char *text)
{
	(void)text;
	uint64_t i = host_number(host);
	return answer_string(host, i ? host->arguments[i - 1] : host->name);
}

static bool variable_count(struct host *host, const char *text)
{
	(void)text;
	int64_t count = 0;
	for (char **v = environ; v && *v; v++)
		count++;
	return host_answer(host, count);
}

/* The variable of that number, with its name. */
static bool variable_text(struct host *host, const char *text)
{
	(void)text;
	return answer_string(host, environ[host_number(host)]);
}

const struct host_function host_system_functions[] = {
	{ "getenv", get_environment, HOST_INSIDE },     { "setenv", set_environment, HOST_INSIDE },
	{ "unsetenv", unset_environment, HOST_INSIDE }, { "strerror", error_text, HOST_INSIDE },
	{ "strsignal", signal_text, HOST_INSIDE },      { "argc", argument_count, HOST_INSIDE },
	{ "argument", argument_text, HOST_INSIDE },     { "environment", variable_count, HOST_INSIDE },
	{ "variable", variable_text, HOST_INSIDE },     { NULL, NULL, HOST_INSIDE },
};

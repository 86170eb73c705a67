/* Patterns, and the data base of users. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <grp.h>
#include <pwd.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

static bool match_name(struct host *host, const char *text)
{
	(void)text;
	const char *pattern = host_text(host);
	return host_answer(host, fnmatch(pattern, host_second_text(host), (int)host_signed(host)) != 0);
}

/* ---- regular expressions ---- */

/* Its number and how many groups it has are further results. */
static bool compile(struct host *host, const char *text)
{
	(void)text;
	regex_t *r = calloc(1, sizeof *r);
	int result = r ? regcomp(r, host_text(host), (int)host_signed(host)) : REG_ESPACE;
	if (result) {
		free(r);
		return host_answer(host, result);
	}
	vec_push(&host->patterns, r);
	vec_push(&host->numbers, host->patterns.count - 1);
	vec_push(&host->numbers, r->re_nsub);
	return host_answer(host, 0);
}

/* number, where to begin, how many matches are wanted, flags; the text to its end. */
static bool match(struct host *host, const char *text)
{
	(void)text;
	uint64_t number = host_number(host), from = host_number(host), count = host_number(host);
	int flags = (int)host_signed(host);
	regmatch_t matches[64] = { { .rm_so = (regoff_t)from, .rm_eo = (regoff_t)host->text.count } };
	if (number >= host->patterns.count)
		return host_answer(host, REG_NOMATCH);
	const regex_t *r = host->patterns.at[number];
	size_t most = count < 64 ? count : 64;
	int result = regexec(r, host_text(host), most, matches, flags | REG_STARTEND);
	for (size_t i = 0; result == 0 && i < count; i++) {
		vec_push(&host->numbers, i < most ? (uint64_t)(int64_t)matches[i].rm_so : UINT64_MAX);
		vec_push(&host->numbers, i < most ? (uint64_t)(int64_t)matches[i].rm_eo : UINT64_MAX);
	}
	return host_answer(host, result);
}

static bool error_text(struct host *host, const char *text)
{
	(void)text;
	char message[256];
	regerror((int)host_signed(host), NULL, message, sizeof message);
	host_give(host, message, strlen(message));
	return host_answer(host, (int64_t)strlen(message));
}

void host_free_patterns(struct host *host)
{
	for (size_t i = 0; i < host->patterns.count; i++) {
		regfree(host->patterns.at[i]);
		free(host->patterns.at[i]);
	}
	vec_free(&host->patterns);
}

/* ---- users ---- */

static void give_string(struct host *host, const char *s)
{
	vec_push(&host->numbers, s ? strlen(s) : 0);
	host_give(host, s ? s : "", s ? strlen(s) : 0);
}

static bool give_user(struct host *host, const struct passwd *p)
{
	if (!p)
		return host_answer(host, -1);
	vec_push(&host->numbers, p->pw_uid);
	vec_push(&host->numbers, p->pw_gid);
	const char *const texts[] = { p->pw_name, p->pw_passwd, p->pw_gecos, p->pw_dir, p->pw_shell };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		give_string(host, texts[i]);
	return host_answer(host, 0);
}

static bool user_by_name(struct host *host, const char *text)
{
	(void)text;
	return give_user(host, getpwnam(host_text(host)));
}

static bool user_by_number(struct host *host, const char *text)
{
	(void)text;
	return give_user(host, getpwuid((uid_t)host_number(host)));
}

static bool give_group(struct host *host, const struct group *g)
{
	if (!g)
		return host_answer(host, -1);
	vec_push(&host->numbers, g->gr_gid);
	give_string(host, g->gr_name);
	give_string(host, g->gr_passwd);
	return host_answer(host, 0);
}

static bool group_by_name(struct host *host, const char *text)
{
	(void)text;
	return give_group(host, getgrnam(host_text(host)));
}

static bool group_by_number(struct host *host, const char *text)
{
	(void)text;
	return give_group(host, getgrgid((gid_t)host_number(host)));
}

const struct host_function host_match_functions[] = {
	{ "fnmatch", match_name, HOST_INSIDE },
	{ "regcomp", compile, HOST_INSIDE },
	{ "regexec", match, HOST_INSIDE },
	{ "regerror", error_text, HOST_INSIDE },
	{ "getpwnam", user_by_name, HOST_INSIDE },
	{ "getpwuid", user_by_number, HOST_INSIDE },
	{ "getgrnam", group_by_name, HOST_INSIDE },
	{ "getgrgid", group_by_number, HOST_INSIDE },
	{ NULL, NULL, HOST_INSIDE },
};

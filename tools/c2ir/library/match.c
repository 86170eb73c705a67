/* <fnmatch.h>, <regex.h>: patterns. In verification whether a pattern matches, and where, is not computed. */
#include "posix.h"

size_t strlen(const char *s);

/* With a host its answer; else 0 or 1. */
int fnmatch(const char *pattern, const char *s, int flags)
{
	__plumb_path_and_more(pattern);
	__plumb_path(s);
	__plumb_argument(flags);
	int result = __plumb_running() ? __plumb_host_int("fnmatch") : __plumb_approximate_int("fnmatch");
	__plumb_assume_right(result == 0 || result == 1);
	return result;
}

/* As glibc has it. */
typedef struct {
	void *buffer;
	unsigned long number, used, syntax; /* the host's */
	char *first, *translate;
	size_t groups;
	unsigned flags;
} regex_t;

typedef struct {
	int from, to;
} regmatch_t;

enum { REG_NOSUB = 8, REG_NOMATCH = 1, REG_STARTEND = 4, LAST_ERROR = 16 };

int regcomp(regex_t *r, const char *pattern, int flags)
{
	__plumb_path(pattern);
	__plumb_argument(flags);
	int result = __plumb_running() ? __plumb_host_int("regcomp") : __plumb_approximate_int("regcomp");
	__plumb_assume_right(result >= 0 && result <= LAST_ERROR);
	*r = (regex_t){ .flags = flags };
	if (__plumb_running()) {
		r->number = __plumb_host_long("next");
		r->groups = __plumb_host_long("next");
	} else {
		r->groups = __plumb_approximate_size("re_nsub");
		__plumb_assume_right(r->groups <= strlen(pattern));
	}
	return result;
}

static void unknown_match(regmatch_t *m, size_t length)
{
	m->from = __plumb_approximate_int("rm_so");
	m->to = __plumb_approximate_int("rm_eo");
	__plumb_assume_right((m->from == -1 && m->to == -1) ||
			     (0 <= m->from && m->from <= m->to && (size_t)m->to <= length));
}

static void read_matches(const regex_t *r, size_t count, regmatch_t *matches, size_t length)
{
	for (size_t i = 0; i < count; i++) {
		if (__plumb_running()) {
			matches[i].from = __plumb_host_int("next");
			matches[i].to = __plumb_host_int("next");
		} else if (i <= r->groups) {
			unknown_match(&matches[i], length);
			__plumb_assume_right(i > 0 || matches[0].from >= 0);
		} else {
			matches[i] = (regmatch_t){ -1, -1 };
		}
	}
}

int regexec(const regex_t *r, const char *s, size_t count, regmatch_t *matches, int flags)
{
	size_t length = flags & REG_STARTEND ? (size_t)matches[0].to : strlen(s);
	for (size_t i = 0; i < length; i++)
		__plumb_character(s[i]);
	if (r->flags & REG_NOSUB)
		count = 0;
	__plumb_argument(r->number);
	__plumb_argument(flags & REG_STARTEND ? matches[0].from : 0);
	__plumb_argument(count);
	__plumb_argument(flags);
	int result = __plumb_running() ? __plumb_host_int("regexec") : __plumb_approximate_int("regexec");
	__plumb_assume_right(result == 0 || result == REG_NOMATCH || result == 12); /* REG_ESPACE */
	if (result == 0)
		read_matches(r, count, matches, length);
	return result;
}

/* The host keeps what it has compiled to the end. */
void regfree(regex_t *r)
{
	*r = (regex_t){ 0 };
}

/* The text of an error is any. */
size_t regerror(int code, const regex_t *r, char *to, size_t size)
{
	(void)r;
	__plumb_argument(code);
	long given = __plumb_host_long("regerror");
	__plumb_assume(given >= 0 && given < 256);
	size_t n = given;
	if (size == 0)
		return n + 1;
	size_t copied = n < size ? n : size - 1;
	__plumb_writable(to, copied + 1);
	if (!__plumb_running())
		__plumb_forget(to, copied);
	for (size_t i = 0; __plumb_running() && i < copied; i++)
		to[i] = __plumb_host_int("byte");
	to[copied] = 0;
	return n + 1;
}

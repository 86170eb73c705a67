/* <locale.h> (C11 7.11) and <libintl.h>: the locale is "C" and stays it. */
#include "plumb.h"

extern int __plumb_errno;
static const char locale_name[] = "C";

static _Bool is_same(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return a[i] == b[i];
}

/* Others than "C" and its other names may exist or not; that nothing becomes different is in the ledger. */
char *setlocale(int category, const char *name)
{
	if (category < 0 || category > 12) {
		__plumb_errno = 22;
		return NULL;
	}
	if (!name || !name[0] || is_same(name, "C") || is_same(name, "POSIX"))
		return (char *)locale_name;
	if (__plumb_running())
		return NULL;
	__plumb_ledger("setlocale: the locale stays \"C\"");
	return __plumb_any_bool("the locale exists") ? (char *)locale_name : NULL;
}

static const char empty[] = "", point[] = ".";

/* As glibc's struct lconv begins, and is laid out on all systems that have one. */
static struct lconv {
	const char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point,
		*mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
	char numbers[14];
} conventions = { point,
		  empty,
		  empty,
		  empty,
		  empty,
		  empty,
		  empty,
		  empty,
		  empty,
		  empty,
		  { 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127 } };

struct lconv *localeconv(void)
{
	return &conventions;
}

static char information[64];

/* Not known here: any string. */
char *nl_langinfo(int item)
{
	(void)item;
	if (__plumb_running())
		return (char *)empty;
	__plumb_ledger("nl_langinfo: a text has less than 64 bytes");
	__plumb_forget(information, sizeof information - 1);
	return information;
}

static const char messages[] = "messages", usual_directory[] = "/usr/share/locale";
static char *domain = (char *)messages;

static char *copy(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	char *new = __plumb_new(n + 1);
	for (size_t i = 0; i <= n; i++)
		new[i] = s[i];
	return new;
}

/* The name is copied; without one it is the usual domain. */
char *textdomain(const char *name)
{
	if (name)
		domain = name[0] ? copy(name) : (char *)messages;
	return domain;
}

/* What was bound last is kept for one domain: of others any directory may have been. */
char *bindtextdomain(const char *name, const char *directory)
{
	if (!name || !name[0])
		return NULL;
	return directory ? copy(directory) : (char *)usual_directory;
}

char *bind_textdomain_codeset(const char *name, const char *codeset)
{
	return name && name[0] && codeset ? copy(codeset) : NULL;
}

char *gettext(const char *text)
{
	return (char *)text;
}

char *dgettext(const char *name, const char *text)
{
	(void)name;
	return (char *)text;
}

char *dcgettext(const char *name, const char *text, int category)
{
	(void)name;
	(void)category;
	return (char *)text;
}

char *ngettext(const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

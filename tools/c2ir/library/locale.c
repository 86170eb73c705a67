/* <locale.h> (C11 7.11) and <libintl.h>: the locale is "C" and stays it. */
#include "plumb.h"

static const char locale_name[] = "C";

/* Others than "C" and its other names may exist or not; that nothing becomes different is in the ledger. */
char *setlocale(int category, const char *name)
{
	(void)category;
	if (!name || !name[0] || (name[0] == 'C' && !name[1]))
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

static const char *domain = "messages";

char *textdomain(const char *name)
{
	if (name)
		domain = name;
	return (char *)domain;
}

char *bindtextdomain(const char *name, const char *directory)
{
	(void)name;
	return (char *)directory;
}

char *bind_textdomain_codeset(const char *name, const char *codeset)
{
	(void)name;
	return (char *)codeset;
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

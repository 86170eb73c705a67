/* <wchar.h> and <wctype.h> (C11 7.29, 7.30), as far as programs use them; the locale is "C". */
#include "plumb.h"

typedef int wide;

size_t wcslen(const wide *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wide *s, size_t limit)
{
	size_t n = 0;
	while (n < limit && s[n])
		n++;
	return n;
}

wide *wcscpy(wide *to, const wide *from)
{
	size_t i = 0;
	do
		to[i] = from[i];
	while (from[i++]);
	return to;
}

wide *wcsncpy(wide *to, const wide *from, size_t n)
{
	size_t i = 0;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

wide *wcscat(wide *to, const wide *from)
{
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	do
		to[n + i] = from[i];
	while (from[i++]);
	return to;
}

wide *wcsncat(wide *to, const wide *from, size_t limit)
{
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	for (; i < limit && from[i]; i++)
		to[n + i] = from[i];
	to[n + i] = 0;
	return to;
}

static int order(wide a, wide b)
{
	return a < b ? -1 : a > b;
}

int wcscmp(const wide *a, const wide *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return order(a[i], b[i]);
}

int wcsncmp(const wide *a, const wide *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i] || !a[i])
			return order(a[i], b[i]);
	return 0;
}

wide *wcschr(const wide *s, wide c)
{
	for (size_t i = 0;; i++) {
		if (s[i] == c)
			return (wide *)(s + i);
		if (!s[i])
			return NULL;
	}
}

wide *wcsrchr(const wide *s, wide c)
{
	wide *found = NULL;
	for (size_t i = 0;; i++) {
		if (s[i] == c)
			found = (wide *)(s + i);
		if (!s[i])
			return found;
	}
}

wide *wcsstr(const wide *s, const wide *part)
{
	for (size_t i = 0;; i++) {
		size_t k = 0;
		while (part[k] && s[i + k] == part[k])
			k++;
		if (!part[k])
			return (wide *)(s + i);
		if (!s[i])
			return NULL;
	}
}

wide *wmemset(wide *to, wide c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = c;
	return to;
}

wide *wmemcpy(wide *to, const wide *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to;
}

wide *wmemmove(wide *to, const wide *from, size_t n)
{
	__builtin_memmove(to, from, n * sizeof *to);
	return to;
}

int wmemcmp(const wide *a, const wide *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return order(a[i], b[i]);
	return 0;
}

wide *wmemchr(const wide *s, wide c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == c)
			return (wide *)(s + i);
	return NULL;
}

/* ---- bytes and wide characters: in the "C" locale those below 128 are the same, others are errors ---- */

int btowc(int c)
{
	return c >= 0 && c < 128 ? c : -1;
}

int wctob(unsigned c)
{
	return c < 128 ? (int)c : -1;
}

int mbtowc(wide *to, const char *s, size_t n)
{
	if (!s)
		return 0;
	if (n == 0 || (unsigned char)s[0] >= 128)
		return -1;
	if (to)
		*to = s[0];
	return s[0] != 0;
}

int wctomb(char *to, wide c)
{
	if (!to)
		return 0;
	if (c < 0 || c >= 128)
		return -1;
	*to = c;
	return 1;
}

size_t mbstowcs(wide *to, const char *s, size_t n)
{
	size_t i = 0;
	for (; !to || i < n; i++) {
		if ((unsigned char)s[i] >= 128)
			return -1;
		if (to)
			to[i] = s[i];
		if (!s[i])
			break;
	}
	return i;
}

size_t wcstombs(char *to, const wide *s, size_t n)
{
	size_t i = 0;
	for (; !to || i < n; i++) {
		if (s[i] < 0 || s[i] >= 128)
			return -1;
		if (to)
			to[i] = s[i];
		if (!s[i])
			break;
	}
	return i;
}

static _Bool between(unsigned c, unsigned low, unsigned high)
{
	return c >= low && c <= high;
}

int iswdigit(unsigned c)
{
	return between(c, '0', '9');
}

int iswalpha(unsigned c)
{
	return between(c, 'a', 'z') || between(c, 'A', 'Z');
}

int iswalnum(unsigned c)
{
	return iswalpha(c) || iswdigit(c);
}

int iswupper(unsigned c)
{
	return between(c, 'A', 'Z');
}

int iswlower(unsigned c)
{
	return between(c, 'a', 'z');
}

int iswspace(unsigned c)
{
	return c == ' ' || between(c, 9, 13);
}

int iswprint(unsigned c)
{
	return between(c, 32, 126);
}

int iswpunct(unsigned c)
{
	return between(c, 33, 126) && !iswalnum(c);
}

unsigned towlower(unsigned c)
{
	return iswupper(c) ? c + 32 : c;
}

unsigned towupper(unsigned c)
{
	return iswlower(c) ? c - 32 : c;
}

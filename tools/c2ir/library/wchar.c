/* <wchar.h> and <wctype.h> (C11 7.29, 7.30), as far as programs use them; the locale is "C". */
#include "plumb.h"

typedef int wide;

extern int __plumb_errno;
enum { E_ILSEQ = 84 };

/* The check of overlap, of n and m wide characters. */
static void disjoint(const wide *p, size_t n, const wide *q, size_t m)
{
	__plumb_disjoint(p, n * sizeof *p, q, m * sizeof *q);
}

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
	do {
		disjoint(to, i + 1, from, i + 1);
		to[i] = from[i];
	} while (from[i++]);
	return to;
}

wide *wcsncpy(wide *to, const wide *from, size_t n)
{
	size_t i = 0;
	for (; i < n && from[i]; i++) {
		disjoint(to, i + 1, from, i + 1);
		to[i] = from[i];
	}
	disjoint(to, n, from, i < n ? i + 1 : i);
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

wide *wcscat(wide *to, const wide *from)
{
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	do {
		disjoint(to + n, i + 1, from, i + 1);
		to[n + i] = from[i];
	} while (from[i++]);
	return to;
}

wide *wcsncat(wide *to, const wide *from, size_t limit)
{
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	for (; i < limit && from[i]; i++) {
		disjoint(to + n, i + 1, from, i + 1);
		to[n + i] = from[i];
	}
	disjoint(to + n, i + 1, from, i < limit ? i + 1 : i);
	to[n + i] = 0;
	return to;
}

/* Only the sign of a comparison is specified (7.29.4.4). */
static int order(wide a, wide b)
{
	if (a == b || __plumb_running())
		return a < b ? -1 : a > b;
	int result = __plumb_any_int("order");
	__plumb_assume(a < b ? result < 0 : result > 0);
	return result;
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
	disjoint(to, n, from, n);
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to;
}

wide *wmemmove(wide *to, const wide *from, size_t n)
{
	__builtin_memmove(to, from, n * sizeof *to);
	return to;
}

/* All are compared, whatever the first ones say (7.29.4.4.5p2); so is the whole object searched. */
int wmemcmp(const wide *a, const wide *b, size_t n)
{
	__plumb_readable(a, n * sizeof *a);
	__plumb_readable(b, n * sizeof *b);
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return order(a[i], b[i]);
	return 0;
}

wide *wmemchr(const wide *s, wide c, size_t n)
{
	__plumb_readable(s, n * sizeof *s);
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

/* The end of a string is seen by glibc even in no bytes. */
int mbtowc(wide *to, const char *s, size_t n)
{
	if (!s)
		return 0;
	if (n == 0 && s[0])
		return -1;
	if ((unsigned char)s[0] >= 128) {
		__plumb_errno = E_ILSEQ;
		return -1;
	}
	if (to)
		*to = s[0];
	return s[0] != 0;
}

int wctomb(char *to, wide c)
{
	if (!to)
		return 0;
	if (c < 0 || c >= 128) {
		__plumb_errno = E_ILSEQ;
		return -1;
	}
	*to = c;
	return 1;
}

size_t mbstowcs(wide *to, const char *s, size_t n)
{
	size_t i = 0;
	for (; !to || i < n; i++) {
		if ((unsigned char)s[i] >= 128) {
			__plumb_errno = E_ILSEQ;
			return -1;
		}
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
		if (s[i] < 0 || s[i] >= 128) {
			__plumb_errno = E_ILSEQ;
			return -1;
		}
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

/* Which value that is not 0 they give is unspecified; glibc's are the bits of its table. */
static int some(_Bool yes, int bit)
{
	if (!yes || __plumb_running())
		return yes ? bit : 0;
	int result = __plumb_any_int("truth");
	__plumb_assume(result != 0);
	return result;
}

static _Bool letter(unsigned c)
{
	return between(c, 'a', 'z') || between(c, 'A', 'Z');
}

static _Bool digit(unsigned c)
{
	return between(c, '0', '9');
}

int iswdigit(unsigned c)
{
	return some(digit(c), 1);
}

int iswalpha(unsigned c)
{
	return some(letter(c), 1024);
}

int iswalnum(unsigned c)
{
	return some(letter(c) || digit(c), 8);
}

int iswupper(unsigned c)
{
	return some(between(c, 'A', 'Z'), 256);
}

int iswlower(unsigned c)
{
	return some(between(c, 'a', 'z'), 512);
}

int iswspace(unsigned c)
{
	return some(c == ' ' || between(c, 9, 13), 8192);
}

int iswprint(unsigned c)
{
	return some(between(c, 32, 126), 16384);
}

int iswpunct(unsigned c)
{
	return some(between(c, 33, 126) && !letter(c) && !digit(c), 4);
}

unsigned towlower(unsigned c)
{
	return between(c, 'A', 'Z') ? c + 32 : c;
}

unsigned towupper(unsigned c)
{
	return between(c, 'a', 'z') ? c - 32 : c;
}

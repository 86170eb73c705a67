/* <string.h> and <strings.h> (C11 7.24). memcpy, memmove and memset are block operations on the maps: model/memory.c. */
#include "plumb.h"

void *malloc(size_t n);
void *memcpy(void *to, const void *from, size_t n);

/* Only the sign of a comparison is specified (7.24.4). That it is known can be seen from the terms: the sign bit is set, or the sum is
 * from 1 to INT_MAX. */
static int some_order(int order)
{
	if (order == 0 || __plumb_running())
		return order;
	unsigned some = __plumb_any_int("order");
	if (order < 0)
		return (int)(some | 1u << 31);
	unsigned half = INT_MAX / 2;
	return (int)(1 + (some & half) + (__plumb_any_int("order") & half));
}

static int byte_order(char a, char b)
{
	return some_order((unsigned char)a - (unsigned char)b);
}

static int lower_case(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* ---- length ---- */

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t strnlen(const char *s, size_t limit)
{
	size_t n = 0;
	while (n < limit && s[n])
		n++;
	return n;
}

/* ---- copying ---- */

/* The length. The zero is stored as such, so that it is plain to see that a string is there then. */
static size_t copy_string(char *to, const char *from)
{
	size_t i = 0;
	for (; from[i]; i++) {
		__plumb_disjoint(to, i + 1, from, i + 1);
		to[i] = from[i];
	}
	__plumb_disjoint(to, i + 1, from, i + 1);
	to[i] = 0;
	return i;
}

char *strcpy(char *to, const char *from)
{
	copy_string(to, from);
	return to;
}

char *stpcpy(char *to, const char *from)
{
	return to + copy_string(to, from);
}

char *stpncpy(char *to, const char *from, size_t n)
{
	size_t i = 0;
	for (; i < n && from[i]; i++) {
		__plumb_disjoint(to, i + 1, from, i + 1);
		to[i] = from[i];
	}
	__plumb_disjoint(to, n, from, i < n ? i + 1 : i);
	for (size_t k = i; k < n; k++)
		to[k] = 0;
	return to + i;
}

char *strncpy(char *to, const char *from, size_t n)
{
	size_t i = 0;
	for (; i < n && from[i]; i++) {
		__plumb_disjoint(to, i + 1, from, i + 1);
		to[i] = from[i];
	}
	__plumb_disjoint(to, n, from, i < n ? i + 1 : i);
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

char *strcat(char *to, const char *from)
{
	size_t n = 0;
	while (to[n])
		n++;
	copy_string(to + n, from);
	return to;
}

char *strncat(char *to, const char *from, size_t limit)
{
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	for (; i < limit && from[i]; i++) {
		__plumb_disjoint(to + n, i + 1, from, i + 1);
		to[n + i] = from[i];
	}
	__plumb_disjoint(to + n, i + 1, from, i < limit ? i + 1 : i);
	to[n + i] = 0;
	return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
	size_t i = 0;
	for (; i + 1 < size && from[i]; i++) {
		__plumb_disjoint(to, i + 1, from, i + 1);
		to[i] = from[i];
	}
	size_t n = i;
	while (from[n])
		n++;
	__plumb_disjoint(to, size ? i + 1 : 0, from, n + 1);
	if (size)
		to[i] = 0;
	return n;
}

size_t strlcat(char *to, const char *from, size_t size)
{
	size_t n = 0, i = 0;
	while (n < size && to[n])
		n++;
	for (; n + i + 1 < size && from[i]; i++) {
		__plumb_disjoint(to + n, i + 1, from, i + 1);
		to[n + i] = from[i];
	}
	size_t m = i;
	while (from[m])
		m++;
	__plumb_disjoint(to + n, n < size ? i + 1 : 0, from, m + 1);
	if (n < size)
		to[n + i] = 0;
	return n + m;
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
	unsigned char *p = to;
	const unsigned char *q = from;
	for (size_t i = 0; i < n; i++) {
		__plumb_disjoint(to, i + 1, from, i + 1);
		unsigned char copied = q[i];
		p[i] = copied;
		if (copied == (unsigned char)c)
			return p + i + 1;
	}
	return NULL;
}

void swab(const void *from, void *to, ssize_t n)
{
	const char *q = from;
	char *p = to;
	size_t bytes = n > 0 ? (size_t)n / 2 * 2 : 0;
	__plumb_disjoint(to, bytes, from, bytes);
	for (ssize_t i = 0; i + 1 < n; i += 2) {
		char first = q[i];
		p[i] = q[i + 1];
		p[i + 1] = first;
	}
}

char *strdup(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	char *copy = malloc(n + 1);
	if (copy)
		for (size_t i = 0; i <= n; i++)
			copy[i] = s[i];
	return copy;
}

char *strndup(const char *s, size_t limit)
{
	size_t n = 0;
	while (n < limit && s[n])
		n++;
	char *copy = malloc(n + 1);
	if (copy) {
		for (size_t i = 0; i < n; i++)
			copy[i] = s[i];
		copy[n] = 0;
	}
	return copy;
}

/* ---- comparing ---- */

int strcmp(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return byte_order(a[i], b[i]);
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return byte_order(a[i], b[i]);
		if (!a[i])
			return 0;
	}
	return 0;
}

int strcasecmp(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && lower_case((unsigned char)a[i]) == lower_case((unsigned char)b[i]))
		i++;
	return some_order(lower_case((unsigned char)a[i]) - lower_case((unsigned char)b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int x = lower_case((unsigned char)a[i]), y = lower_case((unsigned char)b[i]);
		if (x != y)
			return some_order(x - y);
		if (!x)
			return 0;
	}
	return 0;
}

/* All n bytes are compared, whatever the first ones say (7.24.4.1p2). */
int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	__plumb_readable(a, n);
	__plumb_readable(b, n);
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return some_order(p[i] - q[i]);
	return 0;
}

/* Zero or not: no order is promised. */
int bcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	__plumb_readable(a, n);
	__plumb_readable(b, n);
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i]) {
			int result = __plumb_running() ? p[i] - q[i] : __plumb_any_int("order");
			__plumb_assume(result != 0);
			return result;
		}
	return 0;
}

/* The locale is always "C" (locale.c). */
int strcoll(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return byte_order(a[i], b[i]);
}

size_t strxfrm(char *to, const char *from, size_t n)
{
	size_t i = 0;
	for (; from[i]; i++)
		if (i < n) {
			__plumb_disjoint(to, i + 1, from, i + 1);
			to[i] = from[i];
		}
	__plumb_disjoint(to, i < n ? i + 1 : n, from, i + 1);
	if (i < n)
		to[i] = 0;
	return i;
}

int strverscmp(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	if (a[i] == b[i])
		return 0;
	int result = __plumb_approximate_int("strverscmp");
	__plumb_assume_right(result != 0);
	return result;
}

/* ---- looking for characters ---- */

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return NULL;
}

void *memrchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	__plumb_readable(s, n);
	while (n-- > 0)
		if (p[n] == (unsigned char)c)
			return (void *)(p + n);
	return NULL;
}

void *rawmemchr(const void *s, int c)
{
	const unsigned char *p = s;
	size_t i = 0;
	while (p[i] != (unsigned char)c)
		i++;
	return (void *)(p + i);
}

char *strchr(const char *s, int c)
{
	for (size_t i = 0;; i++) {
		if (s[i] == (char)c)
			return (char *)(s + i);
		if (!s[i])
			return NULL;
	}
}

char *strchrnul(const char *s, int c)
{
	size_t i = 0;
	while (s[i] && s[i] != (char)c)
		i++;
	return (char *)(s + i);
}

char *strrchr(const char *s, int c)
{
	char *found = NULL;
	for (size_t i = 0;; i++) {
		if (s[i] == (char)c)
			found = (char *)(s + i);
		if (!s[i])
			return found;
	}
}

char *index(const char *s, int c)
{
	return strchr(s, c);
}

char *rindex(const char *s, int c)
{
	return strrchr(s, c);
}

static _Bool is_in(char c, const char *set)
{
	size_t i = 0;
	while (set[i] && set[i] != c)
		i++;
	return set[i] != 0;
}

size_t strspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && is_in(s[n], set))
		n++;
	return n;
}

size_t strcspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && !is_in(s[n], set))
		n++;
	return n;
}

char *strpbrk(const char *s, const char *set)
{
	size_t n = strcspn(s, set);
	return s[n] ? (char *)(s + n) : NULL;
}

/* ---- looking for strings ---- */

char *strstr(const char *s, const char *part)
{
	for (size_t i = 0;; i++) {
		size_t k = 0;
		while (part[k] && s[i + k] == part[k])
			k++;
		if (!part[k])
			return (char *)(s + i);
		if (!s[i])
			return NULL;
	}
}

char *strcasestr(const char *s, const char *part)
{
	for (size_t i = 0;; i++) {
		size_t k = 0;
		while (part[k] && lower_case((unsigned char)s[i + k]) == lower_case((unsigned char)part[k]))
			k++;
		if (!part[k])
			return (char *)(s + i);
		if (!s[i])
			return NULL;
	}
}

void *memmem(const void *s, size_t n, const void *part, size_t m)
{
	const char *p = s, *q = part;
	__plumb_readable(s, n);
	__plumb_readable(part, m);
	for (size_t i = 0; m <= n && i <= n - m; i++) {
		size_t k = 0;
		while (k < m && p[i + k] == q[k])
			k++;
		if (k == m)
			return (void *)(p + i);
	}
	return NULL;
}

/* ---- tokens ---- */

char *strtok_r(char *s, const char *set, char **rest)
{
	char *at = s ? s : *rest;
	__plumb_require(at != NULL, "null", "strtok() without a string");
	while (*at && is_in(*at, set))
		at++;
	if (!*at) {
		*rest = at;
		return NULL;
	}
	char *token = at;
	while (*at && !is_in(*at, set))
		at++;
	if (*at)
		*at++ = 0;
	*rest = at;
	return token;
}

static char *strtok_rest;

char *strtok(char *s, const char *set)
{
	return strtok_r(s, set, &strtok_rest);
}

char *strsep(char **at, const char *set)
{
	char *token = *at;
	if (!token)
		return NULL;
	size_t n = strcspn(token, set);
	*at = token[n] ? token + n + 1 : NULL;
	token[n] = 0;
	return token;
}

char *basename(const char *path)
{
	char *slash = strrchr(path, '/');
	return slash ? slash + 1 : (char *)path;
}

/* ---- messages ---- */

enum { MOST_MESSAGE = 256 };
static char error_message[MOST_MESSAGE], signal_message[MOST_MESSAGE];

/* A text that is not empty and that the program does not know, in the same array as the one before or in another, which may be a
 * constant (7.24.6.2p4); with a host: of the length that it says. */
static char *make_message(char *to, int length)
{
	size_t n = length;
	if (__plumb_running()) {
		for (size_t i = 0; i < n && i < MOST_MESSAGE - 1; i++)
			to[i] = __plumb_host_int("byte");
	} else {
		if (__plumb_any_bool("the message is a constant"))
			return (char *)"Success";
		if (__plumb_any_bool("the message is in an array of its own"))
			to = __plumb_new(MOST_MESSAGE);
		n = __plumb_any_size("length of the message");
		__plumb_assume(n > 0 && n < MOST_MESSAGE);
		__plumb_forget(to, MOST_MESSAGE);
		__plumb_assume(to[0] != 0);
	}
	to[n < MOST_MESSAGE ? n : MOST_MESSAGE - 1] = 0;
	return to;
}

/* Nothing is said of its length in the ledger: for callers that only print it. */
char *__plumb_error_message(int number)
{
	__plumb_argument(number);
	return make_message(error_message, __plumb_host_int("strerror"));
}

char *strerror(int number)
{
	__plumb_ledger("strerror: a message has less than 256 bytes");
	return __plumb_error_message(number);
}

char *strsignal(int number)
{
	__plumb_ledger("strsignal: a message has less than 256 bytes");
	__plumb_argument(number);
	return make_message(signal_message, __plumb_host_int("strsignal"));
}

/* Of the numbers that glibc knows nothing else is told. */
static _Bool is_known(int number)
{
	return number >= 0 && number <= 133 && number != 41 && number != 58;
}

int __xpg_strerror_r(int number, char *to, size_t size)
{
	if (size == 0)
		return 34;
	const char *text = strerror(number);
	size_t i = 0;
	for (; i + 1 < size && text[i]; i++)
		to[i] = text[i];
	to[i] = 0;
	if (!is_known(number) && (__plumb_running() || __plumb_any_bool("the number is not known")))
		return 22;
	return text[i] ? 34 : 0;
}

/* GNU's: the buffer need not be used. */
char *strerror_r(int number, char *to, size_t size)
{
	__plumb_writable(to, size);
	if (!__plumb_running() && size && __plumb_any_bool("the message is in the buffer")) {
		size_t n = __plumb_any_size("length of the message");
		__plumb_assume(n < size);
		__plumb_forget(to, n);
		to[n] = 0;
		return to;
	}
	return strerror(number);
}

int ffs(int x)
{
	return __builtin_ffs(x);
}

int ffsl(long x)
{
	return __builtin_ffsl(x);
}

int ffsll(long long x)
{
	return __builtin_ffsll(x);
}

/* ---- -D_FORTIFY_SOURCE: a call with too little room violates `bounds`; where that is off it ends the program ---- */

void abort(void) __attribute__((noreturn));
void *memmove(void *to, const void *from, size_t n);
void *mempcpy(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);

static void check_room(size_t needed, size_t room)
{
	__plumb_require(needed <= room, "bounds", "more is written than the object has room for");
	if (needed > room)
		abort();
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room)
{
	check_room(n, room);
	return memcpy(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room)
{
	check_room(n, room);
	return mempcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room)
{
	check_room(n, room);
	return memmove(to, from, n);
}

void *__memset_chk(void *to, int c, size_t n, size_t room)
{
	check_room(n, room);
	return memset(to, c, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room)
{
	check_room(strlen(from) + 1, room);
	return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room)
{
	check_room(strlen(from) + 1, room);
	return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room)
{
	check_room(n, room);
	return strncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
	check_room(strlen(to) + strlen(from) + 1, room);
	return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room)
{
	check_room(strlen(to) + strnlen(from, n) + 1, room);
	return strncat(to, from, n);
}

void bcopy(const void *from, void *to, size_t n)
{
	memmove(to, from, n);
}

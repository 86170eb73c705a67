/* printf and its like (C11 7.21.6.1) into memory, and with formats that are not known before the program runs. Integers, characters
 * and strings come out exactly; of floating numbers and pointers the text is unknown, but where the program runs. */
#include "print.h"

#include "stream.h"

static size_t put(char *to, size_t limit, size_t at, char c)
{
	if (to && at < limit)
		to[at] = c;
	return at + 1;
}

static size_t put_many(char *to, size_t limit, size_t at, char c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		at = put(to, limit, at, c);
	return at;
}

/* Blanks, where a field of that width is to hold so many characters. */
static size_t put_blanks(char *to, size_t limit, size_t at, int width, size_t length)
{
	return put_many(to, limit, at, ' ', width > 0 && (size_t)width > length ? width - length : 0);
}

size_t __plumb_put_text(char *to, size_t limit, size_t at, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		at = put(to, limit, at, text[i]);
	return at;
}

/* ---- integers ---- */

static char digit_of(unsigned digit, _Bool upper)
{
	return digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + (digit - 10);
}

enum { MOST_DIGITS = 64 };

/* The digits, the last one last in `digits`; how many there are. Small numbers are divided as such: that is easier to reason about. */
static int make_digits(char *digits, unsigned long long value, unsigned base, _Bool upper)
{
	int n = 0;
	for (; value > 0xffffffff && n < MOST_DIGITS; value /= base)
		digits[MOST_DIGITS - ++n] = digit_of(value % base, upper);
	for (unsigned small = value; small && n < MOST_DIGITS; small /= base)
		digits[MOST_DIGITS - ++n] = digit_of(small % base, upper);
	return n;
}

/* What stands before the digits: up to two characters, or 0. */
struct prefix {
	char first, second;
};

static size_t put_number(char *to, size_t limit, size_t at, struct prefix prefix, const char *digits, int count,
			 unsigned flags, int width, int precision)
{
	int prefixed = (prefix.first != 0) + (prefix.second != 0);
	size_t zeros = precision > count ? precision - count : 0, length = prefixed + zeros + count;
	if ((flags & FLAG_ZERO) && !(flags & FLAG_LEFT) && precision < 0 && width > 0 && (size_t)width > length) {
		zeros += width - length;
		length = width;
	}
	if (!(flags & FLAG_LEFT))
		at = put_blanks(to, limit, at, width, length);
	if (prefix.first)
		at = put(to, limit, at, prefix.first);
	if (prefix.second)
		at = put(to, limit, at, prefix.second);
	at = put_many(to, limit, at, '0', zeros);
	at = __plumb_put_text(to, limit, at, digits + (MOST_DIGITS - count), count);
	if (flags & FLAG_LEFT)
		at = put_blanks(to, limit, at, width, length);
	return at;
}

size_t __plumb_put_signed(char *to, size_t limit, size_t at, long long value, unsigned flags, int width, int precision)
{
	char digits[MOST_DIGITS];
	unsigned long long magnitude = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
	struct prefix sign = { value < 0 ? '-' : flags & FLAG_PLUS ? '+' : flags & FLAG_SPACE ? ' ' : 0, 0 };
	int count = make_digits(digits, magnitude, 10, 0);
	if (count == 0 && precision != 0)
		digits[MOST_DIGITS - ++count] = '0';
	return put_number(to, limit, at, sign, digits, count, flags, width, precision);
}

size_t __plumb_put_unsigned(char *to, size_t limit, size_t at, unsigned long long value, int conversion, unsigned flags,
			    int width, int precision)
{
	char digits[MOST_DIGITS];
	_Bool upper = conversion == 'X';
	unsigned base = conversion == 'o'                        ? 8
			: conversion == 'u'                      ? 10
			: conversion == 'b' || conversion == 'B' ? 2
								 : 16;
	struct prefix prefix = { 0, 0 };
	int count = make_digits(digits, value, base, upper);
	if ((flags & FLAG_ALTERNATE) && value && base == 16)
		prefix = (struct prefix){ '0', upper ? 'X' : 'x' };
	if ((flags & FLAG_ALTERNATE) && value && base == 2)
		prefix = (struct prefix){ '0', conversion == 'B' ? 'B' : 'b' };
	if (count == 0 && precision != 0)
		digits[MOST_DIGITS - ++count] = '0';
	if ((flags & FLAG_ALTERNATE) && base == 8 && precision <= count && count < MOST_DIGITS &&
	    (count == 0 || digits[MOST_DIGITS - count] != '0'))
		digits[MOST_DIGITS - ++count] = '0';
	return put_number(to, limit, at, prefix, digits, count, flags, width, precision);
}

/* ---- characters ---- */

size_t __plumb_put_char(char *to, size_t limit, size_t at, int c, unsigned flags, int width)
{
	if (!(flags & FLAG_LEFT))
		at = put_blanks(to, limit, at, width, 1);
	at = put(to, limit, at, c);
	if (flags & FLAG_LEFT)
		at = put_blanks(to, limit, at, width, 1);
	return at;
}

size_t __plumb_put_string(char *to, size_t limit, size_t at, const char *s, unsigned flags, int width, int precision)
{
	size_t n = 0;
	while ((precision < 0 || n < (size_t)precision) && s[n])
		n++;
	if (!(flags & FLAG_LEFT))
		at = put_blanks(to, limit, at, width, n);
	if (at < limit)
		__plumb_disjoint(to + at, n < limit - at ? n : limit - at, s, n);
	at = __plumb_put_text(to, limit, at, s, n);
	if (flags & FLAG_LEFT)
		at = put_blanks(to, limit, at, width, n);
	return at;
}

/* ---- wide characters ---- */

/* In locale "C" each is one byte, but for those that have none: nothing comes out then, and the call fails. */
static _Bool cannot_encode;

static _Bool has_byte(int c)
{
	cannot_encode |= c < 0 || c >= 128;
	return c >= 0 && c < 128;
}

static size_t put_wide_char(char *to, size_t limit, size_t at, int c, unsigned flags, int width)
{
	if (!has_byte(c))
		return at;
	if (!c && !__plumb_running() &&
	    __plumb_any_bool("a null wide character is no text")) /* 7.21.6.1p8; to glibc it is */
		return put_blanks(to, limit, at, width, 0);
	return __plumb_put_char(to, limit, at, c, flags, width);
}

static size_t put_wide_string(char *to, size_t limit, size_t at, const int *s, unsigned flags, int width, int precision)
{
	size_t n = 0;
	for (; (precision < 0 || n < (size_t)precision) && s[n]; n++)
		if (!has_byte(s[n]))
			return at;
	if (!(flags & FLAG_LEFT))
		at = put_blanks(to, limit, at, width, n);
	for (size_t i = 0; i < n; i++)
		at = put(to, limit, at, s[i]);
	if (flags & FLAG_LEFT)
		at = put_blanks(to, limit, at, width, n);
	return at;
}

/* ---- what the host writes ---- */

static void send_number(int n)
{
	if (n >= 10)
		send_number(n / 10);
	__plumb_character('0' + n % 10);
}

static void send_format(int conversion, unsigned flags, int width, int precision)
{
	static const char letters[] = "-+ #0";
	__plumb_character('%');
	for (int i = 0; i < 5; i++)
		if (flags >> i & 1)
			__plumb_character(letters[i]);
	if (width > 0)
		send_number(width);
	if (precision >= 0) {
		__plumb_character('.');
		send_number(precision);
	}
	__plumb_character(conversion);
}

static size_t put_host_text(char *to, size_t limit, size_t at)
{
	size_t n = __plumb_host_int("format");
	char *text = __plumb_new(n + 1);
	for (size_t i = 0; i < n; i++)
		text[i] = __plumb_host_int("byte");
	at = __plumb_put_text(to, limit, at, text, n);
	__plumb_delete(text);
	return at;
}

/* Any characters, so many as there can be. */
static size_t put_unknown(char *to, size_t limit, size_t at, int width, size_t least, size_t most)
{
	size_t n = __plumb_approximate_size("length of a formatted number");
	size_t padded = width > 0 ? (size_t)width : 0;
	__plumb_assume_right(n >= least && n >= padded && (n <= most || n <= padded));
	if (at < limit) {
		size_t room = limit - at, count = n < room ? n : room;
		__plumb_writable(to + at, count);
		__plumb_forget(to + at, count);
	}
	return at + n;
}

/* %f of the largest double has 309 digits before the point; %a, %e and %g are shorter. */
static size_t most_characters(int precision, size_t digits)
{
	return digits + 10 + (precision < 0 ? 50 : (size_t)precision);
}

size_t __plumb_put_double(char *to, size_t limit, size_t at, double value, int conversion, unsigned flags, int width,
			  int precision)
{
	if (!__plumb_running())
		return put_unknown(to, limit, at, width, 1, most_characters(precision, 309));
	__plumb_argument(value);
	send_format(conversion, flags, width, precision);
	return put_host_text(to, limit, at);
}

size_t __plumb_put_long_double(char *to, size_t limit, size_t at, long double value, int conversion, unsigned flags,
			       int width, int precision)
{
	if (!__plumb_running())
		return put_unknown(to, limit, at, width, 1, most_characters(precision, 4933));
	__plumb_argument(value);
	send_format(conversion, flags, width, precision);
	return put_host_text(to, limit, at);
}

/* Implementation-defined (7.21.6.1p8): glibc writes 0x and hexadecimal digits, or (nil). */
size_t __plumb_put_pointer(char *to, size_t limit, size_t at, const void *p, unsigned flags, int width)
{
	if (!p)
		return __plumb_put_string(to, limit, at, "(nil)", flags, width, -1);
	if (!__plumb_running())
		return put_unknown(to, limit, at, width, 3, 2 + 2 * sizeof p);
	__plumb_argument(p);
	send_format('p', flags, width, -1);
	return put_host_text(to, limit, at);
}

int __plumb_put_end(char *to, size_t size, size_t at)
{
	if (size)
		to[at < size ? at : size - 1] = 0;
	return (int)at;
}

/* ---- formats that are not known before ---- */

struct conversion {
	unsigned flags;
	int width, precision;
	char length; /* H: hh, q: ll, else the letter or 0 */
};

enum { FLAG_IGNORED = 32 };

static unsigned flag_of(char c)
{
	switch (c) {
	case '-':
		return FLAG_LEFT;
	case '+':
		return FLAG_PLUS;
	case ' ':
		return FLAG_SPACE;
	case '#':
		return FLAG_ALTERNATE;
	case '0':
		return FLAG_ZERO;
	case '\'': /* locale "C" has nothing between thousands, and no digits of its own */
	case 'I':
		return FLAG_IGNORED;
	default:
		return 0;
	}
}

static size_t read_length(const char *f, size_t i, struct conversion *c)
{
	c->length = 0;
	if ((f[i] == 'h' || f[i] == 'l') && f[i + 1] == f[i]) {
		c->length = f[i] == 'h' ? 'H' : 'q';
		return i + 2;
	}
	if (f[i] == 'h' || f[i] == 'l' || f[i] == 'L' || f[i] == 'j' || f[i] == 'z' || f[i] == 't' || f[i] == 'q') {
		c->length = f[i] == 'j' ? 'q' : f[i] == 'z' || f[i] == 't' ? 'l' : f[i];
		return i + 1;
	}
	return i;
}

static int cut_to_int(long long value)
{
	return value < 0 ? -1 : value > INT_MAX ? INT_MAX : (int)value;
}

char *strerror(int number);
extern int __plumb_errno;

static void store_count(void *to, char length, size_t at)
{
	switch (length) {
	case 'H':
		*(signed char *)to = (signed char)at;
		break;
	case 'h':
		*(short *)to = (short)at;
		break;
	case 'l':
		*(long *)to = (long)at;
		break;
	case 'q':
		*(long long *)to = (long long)at;
		break;
	default:
		*(int *)to = (int)at;
	}
}

static size_t format(char *to, size_t limit, const char *f, va_list list)
{
	size_t at = 0, i = 0;
	cannot_encode = 0;
	if (sizeof(va_list) > sizeof(void *)) /* an array: the caller's object */
		__plumb_readable(list, sizeof(va_list));
	while (f[i] && !cannot_encode) {
		struct conversion c = { 0, -1, -1, 0 };
		if (f[i] != '%') {
			at = put(to, limit, at, f[i++]);
			continue;
		}
		for (i++; flag_of(f[i]); i++)
			c.flags |= flag_of(f[i]);
		if (f[i] == '*') {
			c.width = va_arg(list, int);
			i++;
			if (c.width < 0) {
				c.flags |= FLAG_LEFT;
				c.width = c.width == INT_MIN ? 0 : -c.width;
			}
		} else {
			long long width = 0;
			for (; f[i] >= '0' && f[i] <= '9'; i++)
				width = width > INT_MAX ? width : width * 10 + (f[i] - '0');
			c.width = cut_to_int(width);
		}
		if (f[i] == '.') {
			long long precision = 0;
			if (f[++i] == '*') {
				precision = va_arg(list, int);
				i++;
			} else {
				for (; f[i] >= '0' && f[i] <= '9'; i++)
					precision = precision > INT_MAX ? precision : precision * 10 + (f[i] - '0');
			}
			c.precision = cut_to_int(precision);
		}
		i = read_length(f, i, &c);
		char letter = f[i];
		if (!letter)
			break;
		i++;
		if (letter == 'd' || letter == 'i') {
			long long value = c.length == 'q'   ? va_arg(list, long long)
					  : c.length == 'l' ? va_arg(list, long)
							    : va_arg(list, int);
			value = c.length == 'H' ? (signed char)value : c.length == 'h' ? (short)value : value;
			at = __plumb_put_signed(to, limit, at, value, c.flags, c.width, c.precision);
		} else if (letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o' || letter == 'b' ||
			   letter == 'B') {
			unsigned long long value = c.length == 'q'   ? va_arg(list, unsigned long long)
						   : c.length == 'l' ? va_arg(list, unsigned long)
								     : va_arg(list, unsigned);
			value = c.length == 'H'   ? (unsigned char)value
				: c.length == 'h' ? (unsigned short)value
						  : value;
			at = __plumb_put_unsigned(to, limit, at, value, letter, c.flags, c.width, c.precision);
		} else if (letter == 'c' && c.length == 'l') {
			at = put_wide_char(to, limit, at, va_arg(list, int), c.flags, c.width);
		} else if (letter == 'c') {
			at = __plumb_put_char(to, limit, at, va_arg(list, int), c.flags, c.width);
		} else if (letter == 's' && c.length == 'l') {
			const int *s = va_arg(list, const int *);
			at = put_wide_string(to, limit, at, s, c.flags, c.width, c.precision);
		} else if (letter == 's') {
			const char *s = va_arg(list, const char *);
			at = __plumb_put_string(to, limit, at, s, c.flags, c.width, c.precision);
		} else if (letter == 'p') {
			at = __plumb_put_pointer(to, limit, at, va_arg(list, const void *), c.flags, c.width);
		} else if (letter == 'm') {
			const char *text = strerror(__plumb_errno);
			at = __plumb_put_string(to, limit, at, text, c.flags, c.width, c.precision);
		} else if (letter == 'n') {
			store_count(va_arg(list, void *), c.length, at);
		} else if (letter == '%') {
			at = put(to, limit, at, '%');
		} else {
			_Bool known = letter == 'f' || letter == 'F' || letter == 'e' || letter == 'E' ||
				      letter == 'g' || letter == 'G' || letter == 'a' || letter == 'A';
			if (letter == '$')
				__plumb_deviates("a format that numbers its arguments");
			__plumb_require(known, "format", "the format has a conversion that C does not define");
			if (letter == '$' && !__plumb_running())
				return put_unknown(to, limit, at, 0, 0, INT_MAX);
			if (known && c.length == 'L')
				at = __plumb_put_long_double(to, limit, at, va_arg(list, long double), letter, c.flags,
							     c.width, c.precision);
			else if (known)
				at = __plumb_put_double(to, limit, at, va_arg(list, double), letter, c.flags, c.width,
							c.precision);
		}
	}
	return at;
}

/* ---- functions ---- */

enum { E_ILSEQ = 84 };

/* What the call gives for so many characters. */
static int result(size_t at)
{
	if (!cannot_encode)
		return (int)at;
	__plumb_errno = E_ILSEQ;
	return -1;
}

int vsnprintf(char *to, size_t size, const char *f, va_list list)
{
	size_t at = format(to, size ? size - 1 : 0, f, list);
	__plumb_put_end(to, size, at);
	return result(at);
}

int vsprintf(char *to, const char *f, va_list list)
{
	__plumb_writable(to, 1);
	size_t at = format(to, SIZE_MAX, f, list);
	__plumb_put_end(to, SIZE_MAX, at);
	return result(at);
}

extern FILE *stdout;

/* What printing to a stream gives. That characters cannot be encoded may be an error of the stream, or not. */
static int printed(FILE *stream, _Bool fails, size_t at)
{
	if (fails)
		__plumb_fail_to_write(stream);
	else if (cannot_encode && !__plumb_running() && __plumb_any_bool("it is an error of the stream"))
		__plumb_fail_to_write(stream);
	return fails ? -1 : result(at);
}

/* A stream's text is built first: numbers that the host writes come between its characters. */
int vfprintf(FILE *stream, const char *f, va_list list)
{
	int number = __plumb_stream(stream);
	if (!__plumb_running()) {
		size_t at = format(NULL, 0, f, list);
		return printed(stream, __plumb_any_bool("printing fails"), at);
	}
	va_list again;
	va_copy(again, list);
	size_t n = format(NULL, 0, f, again);
	va_end(again);
	char *text = __plumb_new(n + 1);
	format(text, n, f, list);
	for (size_t i = 0; i < n; i++)
		__plumb_character(text[i]);
	__plumb_delete(text);
	__plumb_argument(number);
	return printed(stream, __plumb_host_int("fwrite") < 0, n);
}

int vprintf(const char *f, va_list list)
{
	return vfprintf(stdout, f, list);
}

void *malloc(size_t n);

/* For n characters and the one behind them. If there is none, *to becomes NULL or stays what it is (glibc before 2.37). */
char *__plumb_put_room(char **to, size_t n)
{
	char *room = malloc(n + 1);
	if (room || __plumb_any_bool("asprintf() fails and gives NULL"))
		*to = room;
	return room;
}

int vasprintf(char **to, const char *f, va_list list)
{
	va_list again;
	va_copy(again, list);
	size_t n = format(NULL, 0, f, again);
	va_end(again);
	if (cannot_encode)
		return result(n);
	char *room = __plumb_put_room(to, n);
	return room ? vsnprintf(room, n + 1, f, list) : -1;
}

int vdprintf(int fd, const char *f, va_list list)
{
	va_list again;
	va_copy(again, list);
	size_t n = format(NULL, 0, f, again);
	va_end(again);
	char *text = __plumb_new(n + 1);
	format(text, n, f, list);
	for (size_t i = 0; i < n; i++)
		__plumb_character(text[i]);
	__plumb_delete(text);
	__plumb_argument(fd);
	if (__plumb_host_int("write") >= 0)
		return result(n);
	__plumb_fail();
	return -1;
}

int printf(const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = vprintf(f, list);
	va_end(list);
	return n;
}

int fprintf(FILE *stream, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = vfprintf(stream, f, list);
	va_end(list);
	return n;
}

int dprintf(int fd, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = vdprintf(fd, f, list);
	va_end(list);
	return n;
}

int sprintf(char *to, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = vsprintf(to, f, list);
	va_end(list);
	return n;
}

int snprintf(char *to, size_t size, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = vsnprintf(to, size, f, list);
	va_end(list);
	return n;
}

int asprintf(char **to, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = vasprintf(to, f, list);
	va_end(list);
	return n;
}

/* -D_FORTIFY_SOURCE: a call with too little room violates `bounds`; where that is off it ends the program. */
void abort(void) __attribute__((noreturn));

static void check_room(_Bool enough)
{
	__plumb_require(enough, "bounds", "more is written than the object has room for");
	if (!enough)
		abort();
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *f, va_list list)
{
	(void)flag;
	check_room(size <= room);
	return vsnprintf(to, size, f, list);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *f, va_list list)
{
	(void)flag;
	int n = vsnprintf(to, room, f, list);
	check_room((size_t)n < room);
	return n;
}

int __vfprintf_chk(FILE *stream, int flag, const char *f, va_list list)
{
	(void)flag;
	return vfprintf(stream, f, list);
}

int __vprintf_chk(int flag, const char *f, va_list list)
{
	(void)flag;
	return vfprintf(stdout, f, list);
}

int __printf_chk(int flag, const char *f, ...)
{
	(void)flag;
	va_list list;
	va_start(list, f);
	int n = vprintf(f, list);
	va_end(list);
	return n;
}

int __fprintf_chk(FILE *stream, int flag, const char *f, ...)
{
	(void)flag;
	va_list list;
	va_start(list, f);
	int n = vfprintf(stream, f, list);
	va_end(list);
	return n;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = __vsprintf_chk(to, flag, room, f, list);
	va_end(list);
	return n;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *f, ...)
{
	va_list list;
	va_start(list, f);
	int n = __vsnprintf_chk(to, size, flag, room, f, list);
	va_end(list);
	return n;
}

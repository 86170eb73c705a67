/* scanf and its like (C11 7.21.6.2): c2ir takes literal formats apart (model/scan.c) and calls these for each directive. The source is
 * that of the call that is being made: a string, or a stream, from which no more than one character too much is taken. */
#include "stream.h"

static const char *text; /* of a string, or NULL: `stream` */
static FILE *stream;
static size_t taken; /* characters so far */
static _Bool ended;  /* the source ended before a directive had a character */
static unsigned long long number;

/* All of the string must be there, not only what is read of it (7.21.6.7p2). */
void __plumb_scan_whole(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
}

void __plumb_scan_string(const char *s)
{
	text = s;
	taken = 0;
	ended = 0;
}

void __plumb_scan_stream(FILE *f)
{
	text = NULL;
	stream = f;
	taken = 0;
	ended = 0;
}

/* The next character, or EOF: take() or back() says what becomes of it. */
static int look(void)
{
	if (!text)
		return __plumb_get(stream);
	return text[taken] ? (unsigned char)text[taken] : EOF;
}

/* That a string goes on is asked once more: so it is seen without a relation that `taken` stays in it. */
static void take(void)
{
	if (!text || text[taken])
		taken++;
}

static int look_behind(void)
{
	take();
	return look();
}

static void back(int c)
{
	if (c != EOF && !text)
		__plumb_unget(c, stream);
}

static _Bool space(int c)
{
	return c == ' ' || (c >= 9 && c <= 13);
}

static void skip_space(void)
{
	int c = look();
	while (space(c))
		c = look_behind();
	back(c);
}

static _Bool fail(int c)
{
	ended = c == EOF;
	back(c);
	return 0;
}

/* %%: white space is skipped, as before any directive but %c, %[ and %n (7.21.6.2p8). */
_Bool __plumb_scan_percent(void)
{
	skip_space();
	int c = look();
	if (c != '%')
		return fail(c);
	take();
	return 1;
}

/* Text of the format: white space stands for any. */
_Bool __plumb_scan_text(const char *format, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (space(format[i])) {
			skip_space();
			continue;
		}
		int c = look();
		if (c != (unsigned char)format[i])
			return fail(c);
		take();
	}
	return 1;
}

static int digit(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

/* A number that its object cannot hold is any (7.21.6.2p10); where the program runs it is glibc's. */
static unsigned long long too_large(_Bool overflows, _Bool is_signed, _Bool negative)
{
	if (!__plumb_running())
		return (unsigned long long)__plumb_any_long("number") << 32 ^ (unsigned long)__plumb_any_long("number");
	if (!overflows)
		return negative ? -number : number;
	return !is_signed ? -1 : negative ? (unsigned long long)LLONG_MIN : LLONG_MAX;
}

/* Is n * base + d more than the largest number? The base is 8, 10 or 16. */
static _Bool is_beyond(unsigned long long n, int base, int d)
{
	unsigned long long most = -1ULL / 10; /* 5 are left */
	if (base == 10)
		return n > most || (n == most && d > 5);
	return n >> (base == 8 ? 61 : 60);
}

/* At most `width` characters (0: any number); base 0: as the prefix says. The object holds numbers up to `most`. The number is
 * __plumb_scan_number()'s. */
_Bool __plumb_scan_integer(size_t width, int base, unsigned long long most, _Bool is_signed)
{
	size_t left = width ? width : SIZE_MAX;
	skip_space();
	int c = look();
	if (c == EOF)
		return fail(c);
	_Bool negative = c == '-', some = 0, prefixed = 0, overflows = 0;
	if ((c == '-' || c == '+') && left > 1) {
		left--;
		c = look_behind();
	}
	if (c == '0' && left > 1 && (base == 0 || base == 16)) {
		some = 1;
		left--;
		c = look_behind();
		if ((c == 'x' || c == 'X') && left > 0) {
			base = 16;
			some = 0;
			prefixed = 1;
			left--;
			c = look_behind();
		} else if (base == 0) {
			base = 8;
		}
	}
	if (base == 0)
		base = 10;
	number = 0;
	for (; left > 0 && digit(c) < base; left--) {
		some = 1;
		overflows |= is_beyond(number, base, digit(c));
		number = number * base + digit(c);
		c = look_behind();
	}
	back(c);
	/* 0x alone is no number (7.21.6.2p9), but to glibc it is 0 */
	if (!some && !(prefixed && (__plumb_running() || __plumb_any_bool("0x is a number"))))
		return 0;
	overflows |= is_signed && number > (1ULL << 63) - !negative;
	if (overflows || number > most + (is_signed && negative))
		number = too_large(overflows, is_signed, negative);
	else if (negative)
		number = -number;
	return 1;
}

unsigned long long __plumb_scan_number(void)
{
	return number;
}

size_t __plumb_scan_taken(void)
{
	return taken;
}

/* ---- floating numbers ---- */

enum { MOST = 400 };
static char digits[MOST + 1];

/* What a number is so far. */
struct form {
	_Bool hexadecimal, point, exponent, some;
	const char *word; /* what is left of "infinity" or "nan", or NULL */
};

static _Bool is_sign(int c)
{
	return c == '+' || c == '-';
}

/* Does the character continue the number, of which n characters are in `digits` and `first` of them are a sign? (7.22.1.3p3) */
static _Bool continues(struct form *f, int c, size_t n, size_t first)
{
	int small = c >= 'A' && c <= 'Z' ? c + 32 : c;
	if (f->word) {
		_Bool same = *f->word && small == *f->word;
		f->word += same;
		return same;
	}
	if (n == first && (small == 'i' || small == 'n')) {
		f->word = small == 'i' ? "nfinity" : "an";
		return 1;
	}
	if (is_sign(c))
		return n == 0 || (f->exponent && (digits[n - 1] | 32) == (f->hexadecimal ? 'p' : 'e'));
	if (digit(c) < (f->hexadecimal && !f->exponent ? 16 : 10))
		return f->some = 1;
	if (small == 'x' && n == first + 1 && digits[first] == '0')
		return f->hexadecimal = 1;
	if (c == '.' && !f->point && !f->exponent)
		return f->point = 1;
	if (small == (f->hexadecimal ? 'p' : 'e') && f->some && !f->exponent)
		return f->exponent = 1;
	return 0;
}

long double strtold(const char *s, char **end);

static long double real;

_Bool __plumb_scan_real(size_t width)
{
	size_t n = 0, left = width && width < MOST ? width : MOST;
	skip_space();
	int c = look();
	if (c == EOF)
		return fail(c);
	struct form f = { 0 };
	for (size_t first = is_sign(c); n < left && continues(&f, c, n, first); c = look_behind())
		digits[n++] = c;
	back(c);
	digits[n] = 0;
	char *end;
	real = strtold(digits, &end);
	if (end == digits + n)
		return n > 0;
	/* 1e and 0x. are no numbers (7.21.6.2p9), but to glibc they are what is one at their beginning */
	_Bool begins = end > digits && !f.word && (digits[n - 1] | 32) != 'x';
	return begins && (__plumb_running() || __plumb_any_bool("the beginning is a number"));
}

long double __plumb_scan_real_number(void)
{
	return real;
}

/* ---- characters ---- */

/* What '-' means is implementation-defined (7.21.6.2p12): as with glibc, the end of a range may begin another. */
static _Bool in_set(int c, const char *set, size_t n)
{
	_Bool negated = n > 0 && set[0] == '^';
	for (size_t i = negated; i < n; i++) {
		_Bool range = set[i] == '-' && i > negated && i + 1 < n &&
			      (unsigned char)set[i - 1] <= (unsigned char)set[i + 1];
		if (range ? c >= (unsigned char)set[i - 1] && c <= (unsigned char)set[i + 1]
			  : c == (unsigned char)set[i])
			return !negated;
	}
	return negated;
}

/* %s, %[set], %c: `to` NULL: they are dropped. */
/* What was read may not be where it was stored (7.21.6.7p2). */
static void stored(const char *to, size_t size, size_t read)
{
	if (text)
		__plumb_disjoint(to, size, text + (taken - read), read);
}

_Bool __plumb_scan_characters(char *to, _Bool dropped, size_t width, int kind, const char *set, size_t set_size)
{
	size_t n = 0, left = width ? width : kind == 'c' ? 1 : SIZE_MAX;
	if (kind == 's')
		skip_space();
	int c = look();
	if (c == EOF)
		return fail(c);
	while (c != EOF && left > 0 && (kind == 'c' || (kind == 's' ? !space(c) : in_set(c, set, set_size)))) {
		take();
		if (!dropped)
			to[n] = c;
		n++;
		left--;
		if (left == 0 && kind == 'c')
			break;
		c = look();
	}
	if (left > 0 || kind != 'c')
		back(c);
	if (n == 0)
		return 0;
	/* fewer characters than %3c asks for do not match (7.21.6.2p12), but to glibc they do */
	if (kind == 'c' && left > 0 && !__plumb_running() && !__plumb_any_bool("fewer characters match"))
		return 0;
	if (!dropped && kind != 'c')
		to[n] = 0;
	if (!dropped)
		stored(to, kind == 'c' ? n : n + 1, n);
	return 1;
}

/* In verification, from a stream: how many of the `most` values are stored, or EOF. The first directive may be one to which any character
 * that is no white space matches. */
int __plumb_scan_unknown(FILE *f, int most, _Bool matches)
{
	__plumb_stream(f);
	stream = f;
	if (__plumb_at_end(f))
		return EOF;
	__plumb_read_memory(f);
	int n = __plumb_any_int("scanf");
	__plumb_assume(n >= EOF && n <= most && !(matches && n == 0));
	__plumb_forget_pushed(f);
	if (n == EOF || __plumb_any_bool("the input ends"))
		__plumb_end_input(f);
	else if (n < most)
		TYPED(f, TYPED_OTHER);
	return n;
}

/* %s (`set` NULL) and %[set]: characters, at least one, and a 0. */
void __plumb_scan_unknown_text(char *to, size_t width, const char *set, size_t set_size)
{
	size_t n = __plumb_any_size("length of the input");
	__plumb_assume(n > 0 && n <= width);
	__plumb_writable(to, n + 1);
	__plumb_forget(to, n);
	if (!set)
		TYPED(stream, ' ');
	for (size_t i = 0; i < n; i++) {
		__plumb_assume(set ? in_set((unsigned char)to[i], set, set_size) : !space((unsigned char)to[i]));
		TYPED(stream, (unsigned char)to[i]);
	}
	to[n] = 0;
}

/* The result where no value was stored. */
int __plumb_scan_nothing(void)
{
	return ended ? EOF : 0;
}

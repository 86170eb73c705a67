#include "format.h"

#include <string.h>

static unsigned read_flags(const char **at)
{
	static const char letters[] = "-+ #0";
	unsigned flags = 0;
	for (; **at && strchr("-+ #0'I", **at); ++*at) {
		const char *letter = strchr(letters, **at);
		if (letter)
			flags |= 1u << (letter - letters);
	}
	return flags;
}

static int32_t read_count(const char **at)
{
	if (**at == '*') {
		++*at;
		return FORMAT_ARGUMENT;
	}
	if (**at < '0' || **at > '9')
		return FORMAT_NONE;
	int32_t n = 0;
	for (; **at >= '0' && **at <= '9'; ++*at)
		n = n <= (INT32_MAX - 9) / 10 ? n * 10 + (**at - '0') : INT32_MAX;
	return n;
}

static enum format_length read_length(const char **at)
{
	char c = **at;
	if (!c || !strchr("hlqLjzZt", c))
		return LENGTH_NONE;
	bool twice = (*at)[1] == c && strchr("hl", c);
	*at += twice ? 2 : 1;
	switch (c) {
	case 'h':
		return twice ? LENGTH_CHAR : LENGTH_SHORT;
	case 'l':
		return twice ? LENGTH_LONG_LONG : LENGTH_LONG;
	case 'q':
		return LENGTH_LONG_LONG;
	case 'L':
		return LENGTH_LONG_DOUBLE;
	case 'j':
		return LENGTH_MAX;
	case 't':
		return LENGTH_DIFFERENCE;
	default:
		return LENGTH_SIZE;
	}
}

static void read_directive(const char **at, struct directive *d)
{
	++*at;
	d->flags = read_flags(at);
	d->width = read_count(at);
	d->precision = FORMAT_NONE;
	if (**at == '.') {
		++*at;
		d->precision = read_count(at);
		if (d->precision == FORMAT_NONE)
			d->precision = 0;
	}
	d->length = read_length(at);
	d->conversion = !**at ? '!' : strchr("diouxXbBcspneEfFgGaA%m", **at) ? **at : '?';
	if (**at)
		++*at;
}

bool format_next(const char **at, struct directive *d)
{
	*d = (struct directive){ .begin = *at };
	if (!**at)
		return false;
	if (**at == '%')
		read_directive(at, d);
	else
		*at += strcspn(*at, "%");
	d->end = *at;
	return true;
}

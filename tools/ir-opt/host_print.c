/* printf with arguments that a program in the interpreter handed over (C11 7.21.6.1). The conversions are those of the
 * C library that this program runs with. Each directive takes the arguments that it takes in C, at the width that its
 * length modifier says; that of %s is the number of characters, which are among those that were handed over. */
#include "host.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct printing {
	struct host *host;
	FILE *to;
	size_t text_at;
	char spec[64];        /* "%" and flags, to which the length and the conversion are added */
	int width, precision; /* -1: none */
};

/* "*" or digits; -1 if there are none. */
static int read_count(struct printing *p, const char **at)
{
	if (**at == '*') {
		++*at;
		return (int)host_signed(p->host);
	}
	if (**at < '0' || **at > '9')
		return -1;
	long n = strtol(*at, (char **)(uintptr_t)at, 10);
	return n > 1 << 24 ? 1 << 24 : (int)n;
}

static void read_flags(struct printing *p, const char **at)
{
	size_t n = 0;
	p->spec[n++] = '%';
	for (; **at && strchr("-+ #0'I", **at); ++*at)
		if (n < 16)
			p->spec[n++] = **at;
	p->spec[n] = '\0';
	p->width = read_count(p, at);
	if (p->width < -1) {
		strcat(p->spec, "-");
		p->width = p->width == INT32_MIN ? 0 : -p->width;
	}
	p->precision = -1;
	if (**at == '.') {
		++*at;
		bool given = **at == '*' || (**at >= '0' && **at <= '9') || **at == '-';
		p->precision = given ? read_count(p, at) : 0;
	}
}

/* The widths that are given go in as numbers: a spec with '*' would need as many calls as there are combinations. */
static void finish_spec(struct printing *p, const char *length, char conversion)
{
	size_t n = strlen(p->spec);
	if (p->width > 0)
		n += (size_t)snprintf(p->spec + n, 16, "%d", p->width);
	if (p->precision >= 0)
		n += (size_t)snprintf(p->spec + n, 16, ".%d", p->precision);
	snprintf(p->spec + n, 16, "%s%c", length, conversion);
}

/* ---- conversions ---- */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_value(struct printing *p, char conversion)
{
	struct host_argument a;
	switch (conversion) {
	case 'd':
	case 'i':
		finish_spec(p, "j", conversion);
		fprintf(p->to, p->spec, (intmax_t)host_signed(p->host));
		break;
	case 'u':
	case 'o':
	case 'x':
	case 'X':
	case 'b':
	case 'B':
		finish_spec(p, "j", conversion);
		fprintf(p->to, p->spec, (uintmax_t)host_number(p->host));
		break;
	case 'c':
	case 'C':
		finish_spec(p, "", 'c');
		fprintf(p->to, p->spec, (int)host_number(p->host));
		break;
	case 'p':
		finish_spec(p, "", 'p');
		fprintf(p->to, p->spec, (void *)(uintptr_t)host_number(p->host));
		break;
	default:
		a = host_take(p->host);
		finish_spec(p, a.width > 64 ? "L" : "", conversion);
		if (a.width > 64)
			fprintf(p->to, p->spec, host_extended(a));
		else
			fprintf(p->to, p->spec, host_double(a));
	}
}
#pragma GCC diagnostic pop

static void pad(struct printing *p, uint64_t count)
{
	for (uint64_t i = count; p->width > 0 && i < (uint64_t)p->width; i++)
		putc(' ', p->to);
}

/* A string may have 0 among its characters only where the program has none: it is written as it is. */
static void print_string(struct printing *p)
{
	uint64_t count = host_number(p->host), left = p->host->text.count - p->text_at;
	bool to_left = strchr(p->spec, '-');
	if (count > left)
		count = left;
	if (!to_left)
		pad(p, count);
	if (count)
		fwrite(p->host->text.at + p->text_at, 1, count, p->to);
	p->text_at += count;
	if (to_left)
		pad(p, count);
}

static void directive(struct printing *p, const char **at)
{
	read_flags(p, at);
	while (**at && strchr("hlLqjztZ", **at))
		++*at;
	char conversion = **at;
	if (conversion)
		++*at;
	if (conversion == '%')
		putc('%', p->to);
	else if (conversion == 's' || conversion == 'S')
		print_string(p);
	else if (conversion && strchr("diuoxXbBcCpeEfFgGaA", conversion))
		print_value(p, conversion);
}

/* Prints as printf does, with arguments and characters that were handed over. In memory, which the caller frees. */
static char *format_all(struct host *host, const char *format, size_t *length)
{
	char *text = NULL;
	struct printing p = { .host = host };
	p.to = open_memstream(&text, length);
	if (!p.to) {
		*length = 0;
		return calloc(1, 1);
	}
	while (*format) {
		size_t plain = strcspn(format, "%");
		if (plain)
			fwrite(format, 1, plain, p.to);
		format += plain;
		if (!*format)
			break;
		format++;
		directive(&p, &format);
	}
	fclose(p.to);
	return text;
}

/* print "format": to the stream that the first argument says. The number of characters, -1 after an error. */
static bool print(struct host *host, const char *format)
{
	FILE *to = host_file(host);
	size_t length;
	char *text = format_all(host, format, &length);
	bool ok = to && (!length || fwrite(text, 1, length, to) == length);
	free(text);
	return host_answer(host, ok ? (int64_t)length : -1);
}

/* format "format": its characters are further results. How many there are. Without a format: the characters are one. */
static bool format_text(struct host *host, const char *format)
{
	size_t length;
	char *text = format_all(host, *format ? format : host_text(host), &length);
	host_give(host, text, length);
	free(text);
	return host_answer(host, (int64_t)length);
}

const struct host_function host_print_functions[] = {
	{ "print", print, HOST_INSIDE },
	{ "format", format_text, HOST_INSIDE },
	{ NULL, NULL, HOST_INSIDE },
};

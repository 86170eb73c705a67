/* The formats of printf (C11 7.21.6.1p4): their directives. */
#ifndef C2IR_FORMAT_H
#define C2IR_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

/* Widths and precisions: a number, or one of these. */
enum { FORMAT_NONE = -1, FORMAT_ARGUMENT = -2 };
enum format_length {
	LENGTH_NONE,
	LENGTH_CHAR,
	LENGTH_SHORT,
	LENGTH_LONG,
	LENGTH_LONG_LONG,
	LENGTH_MAX,
	LENGTH_SIZE,
	LENGTH_DIFFERENCE,
	LENGTH_LONG_DOUBLE
};
enum { FLAG_LEFT = 1, FLAG_PLUS = 2, FLAG_SPACE = 4, FLAG_ALTERNATE = 8, FLAG_ZERO = 16 };

struct directive {
	const char *begin, *end; /* of the text; with conversion 0 it is plain text */
	char conversion;         /* '\0': plain; '?': not one that C knows; '!': the format ends before it */
	unsigned flags;
	int32_t width, precision;
	enum format_length length;
};

/* The next directive, or the plain text before it; false at the end of the format. `at` is moved on. */
bool format_next(const char **at, struct directive *d);

#endif

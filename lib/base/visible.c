#include "visible.h"

#include <stdint.h>
#include <string.h>

/* A well-formed sequence of two to four bytes (Unicode 15, table 3-7): its length and code point; else 0. */
static size_t decode(const unsigned char *s, uint32_t *point)
{
	size_t length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
			: (s[0] & 0xf0) == 0xe0       ? 3
			: s[0] >= 0xf0 && s[0] < 0xf5 ? 4
						      : 0;
	*point = length ? s[0] & (0x7fU >> length) : 0;
	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*point = *point << 6 | (s[i] & 0x3f);
	}
	bool overlong = (length == 3 && *point < 0x800) || (length == 4 && *point < 0x10000);
	bool surrogate = *point >= 0xd800 && *point < 0xe000;
	return overlong || surrogate || *point > 0x10ffff ? 0 : length;
}

/* C1 controls, line and paragraph separators, and what overrides the direction of the text around it. */
static bool is_obeyed(uint32_t point)
{
	return point < 0xa0 || point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
	       (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

size_t visible_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	uint32_t point;
	if (*s < 0x80)
		return *s >= ' ' && *s != 127;
	size_t length = decode(s, &point);
	return length && !is_obeyed(point) ? length : 0;
}

/* How the byte is written; `to` has room for 5. */
static const char *escape(unsigned char byte, char *to)
{
	if (byte == '\n')
		return "\\n";
	if (byte == '\t')
		return "\\t";
	snprintf(to, 5, "\\x%02x", byte);
	return to;
}

void visible_write(struct output *out, const char *text, size_t most)
{
	char escaped[5];
	const char *end = text + strnlen(text, most);
	while (text < end) {
		size_t length = visible_length(text);
		if (length)
			output_write(out, text, length);
		else
			output_string(out, escape((unsigned char)*text, escaped));
		text += length ? length : 1;
	}
}

static void print(FILE *out, const char *text, const char *kept)
{
	char escaped[5];
	while (*text) {
		size_t length = strchr(kept, *text) ? 1 : visible_length(text);
		if (length)
			fwrite(text, 1, length, out);
		else
			fputs(escape((unsigned char)*text, escaped), out);
		text += length ? length : 1;
	}
}

void visible_print(FILE *out, const char *text)
{
	print(out, text, "");
}

void visible_print_lines(FILE *out, const char *text)
{
	print(out, text, "\n\t");
}

#include "json_text.h"

#include <string.h>

#include "memory.h"

/* The bytes of the UTF-8 sequence that begins here (RFC 3629); 0: there is none. */
static size_t sequence_length(const unsigned char *s)
{
	size_t length = s[0] < 0x80                   ? 1
			: s[0] >= 0xc2 && s[0] < 0xe0 ? 2
			: s[0] >= 0xe0 && s[0] < 0xf0 ? 3
			: s[0] >= 0xf0 && s[0] < 0xf5 ? 4
						      : 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates, what is above U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

json_t *json_text_of(const char *text, size_t length)
{
	json_t *plain = json_stringn(text, length); /* NULL: it is no UTF-8 */
	if (plain)
		return plain;
	struct output *out = output_memory();
	const unsigned char *s = (const unsigned char *)text, *end = s + length;
	/* A NUL, which ends no sequence, stands behind the text. */
	while (s < end) {
		size_t bytes = sequence_length(s);
		if (bytes)
			output_write(out, (const char *)s, bytes);
		else
			output_write(out, (const char[]){ (char)(0xc0 | *s >> 6), (char)(0x80 | (*s & 0x3f)) }, 2);
		s += bytes ? bytes : 1;
	}
	const char *bytes = output_text(out, &length);
	json_t *value = json_stringn_nocheck(bytes, length);
	output_abandon(out);
	if (!value)
		memory_exhausted();
	return value;
}

json_t *json_text(const char *text)
{
	return json_text_of(text, strlen(text));
}

/* The library leaves DEL as it is; it stands in strings alone. */
static int write_part(const char *bytes, size_t length, void *context)
{
	struct output *out = context;
	const char *end = bytes + length;
	for (const char *at = bytes; at < end;) {
		const char *special = memchr(at, 127, (size_t)(end - at));
		output_write(out, at, (size_t)((special ? special : end) - at));
		output_string(out, special ? "\\u007f" : "");
		at = special ? special + 1 : end;
	}
	return 0;
}

void json_write(struct output *out, const json_t *value, unsigned indent)
{
	if (json_dump_callback(value, write_part, out,
			       JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9) | JSON_INDENT(indent)) < 0)
		memory_exhausted();
}

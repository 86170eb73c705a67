#include "smt_embed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "vec.h"

enum { LINE = 84, CHUNK = 1 << 30 };

static const char prefix[] = "; plumb-program ";
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct bytes VEC_BODY(unsigned char);

static uint32_t checksum(const unsigned char *bytes, size_t length)
{
	uLong crc = crc32(0, NULL, 0);
	for (size_t at = 0; at < length; at += CHUNK)
		crc = crc32(crc, bytes + at, (uInt)(length - at < CHUNK ? length - at : CHUNK));
	return (uint32_t)crc;
}

static void make_room(struct bytes *b)
{
	while (b->capacity - b->count < 1 << 16)
		b->at = vec_grow(b->at, 1, &b->capacity);
}

/* --- gzip --- */

static void feed(z_stream *z, const unsigned char *bytes, size_t length, size_t *taken)
{
	if (z->avail_in || *taken == length)
		return;
	size_t left = length - *taken;
	z->next_in = (Bytef *)(uintptr_t)(bytes + *taken);
	z->avail_in = (uInt)(left < CHUNK ? left : CHUNK);
	*taken += z->avail_in;
}

static bool compress_gzip(const unsigned char *bytes, size_t length, struct bytes *out)
{
	z_stream z = { 0 };
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	size_t taken = 0;
	int status = Z_OK;
	while (status == Z_OK) {
		feed(&z, bytes, length, &taken);
		make_room(out);
		z.next_out = out->at + out->count;
		z.avail_out = 1 << 16;
		status = deflate(&z, taken == length ? Z_FINISH : Z_NO_FLUSH);
		out->count += (1 << 16) - z.avail_out;
	}
	deflateEnd(&z);
	return status == Z_STREAM_END;
}

/* Stops with false as soon as the result is larger than `most`: the header has said how large it is. */
static bool expand_gzip(const struct bytes *in, size_t most, struct bytes *out)
{
	z_stream z = { 0 };
	if (inflateInit2(&z, 15 + 16) != Z_OK)
		return false;
	size_t taken = 0;
	int status = Z_OK;
	while (status == Z_OK && out->count <= most) {
		feed(&z, in->at, in->count, &taken);
		make_room(out);
		z.next_out = out->at + out->count;
		z.avail_out = 1 << 16;
		status = inflate(&z, Z_NO_FLUSH);
		out->count += (1 << 16) - z.avail_out;
	}
	bool whole = status == Z_STREAM_END && z.avail_in == 0 && taken == in->count;
	inflateEnd(&z);
	return whole;
}

/* --- base64 --- */

static void encode(struct output *out, const unsigned char *bytes, size_t length)
{
	char line[LINE];
	size_t n = 0;
	for (size_t i = 0; i < length; i += 3) {
		size_t have = length - i < 3 ? length - i : 3;
		uint32_t group = (uint32_t)bytes[i] << 16;
		group |= have > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
		group |= have > 2 ? bytes[i + 2] : 0;
		for (size_t k = 0; k < 4; k++)
			line[n++] = k <= have ? alphabet[group >> (18 - 6 * k) & 63] : '=';
		if (n < LINE && i + 3 < length)
			continue;
		output_string(out, prefix);
		output_write(out, line, n);
		output_string(out, "\n");
		n = 0;
	}
}

/* `text` holds groups of four. The last may end in = or ==. */
static bool decode(const struct bytes *text, struct bytes *out)
{
	if (text->count % 4)
		return false;
	for (size_t i = 0; i < text->count; i += 4) {
		uint32_t group = 0, have = 4;
		if (i + 4 == text->count)
			have -= text->at[i + 3] == '=' ? 1 + (text->at[i + 2] == '=') : 0;
		for (uint32_t k = 0; k < 4; k++) {
			const char *at = k < have ? strchr(alphabet, text->at[i + k]) : alphabet;
			if (!at || !text->at[i + k])
				return false;
			group = group << 6 | (uint32_t)(at - alphabet);
		}
		for (uint32_t k = 0; k + 1 < have; k++)
			vec_push(out, (unsigned char)(group >> (16 - 8 * k)));
	}
	return true;
}

void smt_embed(struct output *out, const char *bytes, size_t length)
{
	struct bytes packed = { 0 };
	/* Fails only when zlib gets no memory; the block is left incomplete then, which its reader notices. */
	bool good = compress_gzip((const unsigned char *)bytes, length, &packed);
	output_format(out, "%sbegin %zu %08" PRIx32 " %zu\n", prefix, length,
		      checksum((const unsigned char *)bytes, length), (packed.count + 2) / 3 * 4);
	if (good) {
		encode(out, packed.at, packed.count);
		output_format(out, "%send\n", prefix);
	}
	vec_free(&packed);
}

/* --- extraction --- */

struct block {
	uint64_t bytes, characters;
	uint32_t crc;
	uint32_t line; /* of `begin`; 0: none yet */
	bool ended;
	struct bytes text;
};

static bool read_number(const char **at, int base, uint64_t most, uint64_t *number)
{
	if (**at != ' ' || !strchr("0123456789abcdef", (*at)[1]) || !(*at)[1])
		return false;
	char *end;
	*number = strtoull(*at + 1, &end, base);
	*at = end;
	return *number <= most;
}

static const char *read_begin(struct block *b, const char *numbers, uint32_t line)
{
	uint64_t crc;
	if (b->line)
		return "a second program";
	if (!read_number(&numbers, 10, SIZE_MAX / 4, &b->bytes) || !read_number(&numbers, 16, UINT32_MAX, &crc) ||
	    !read_number(&numbers, 10, SIZE_MAX / 4, &b->characters) || *numbers)
		return "the program's first line is damaged";
	b->line = line;
	b->crc = (uint32_t)crc;
	return NULL;
}

/* One line without its prefix. NULL or what is wrong. */
static const char *read_line(struct block *b, const char *text, size_t length, uint32_t line)
{
	char copy[LINE + 1] = { 0 };
	if (length > LINE)
		return "a line of the program is too long";
	memcpy(copy, text, length);
	if (!strncmp(copy, "begin ", 6))
		return read_begin(b, copy + 5, line);
	if (!b->line || b->ended)
		return "a line of a program outside of one";
	if (!strcmp(copy, "end")) {
		b->ended = true;
		return NULL;
	}
	for (size_t i = 0; i < length; i++)
		vec_push(&b->text, (unsigned char)copy[i]);
	return NULL;
}

static const char *finish(const struct block *b, struct bytes *program)
{
	struct bytes packed = { 0 };
	const char *fault = NULL;
	if (!b->ended)
		fault = "the program is cut short";
	else if (b->text.count != b->characters)
		fault = "lines of the program are missing or damaged";
	else if (!decode(&b->text, &packed))
		fault = "the program is not base64";
	else if (!expand_gzip(&packed, b->bytes, program) || program->count != b->bytes)
		fault = "the program's gzip stream is damaged";
	else if (checksum(program->at, program->count) != b->crc)
		fault = "the program's checksum is wrong";
	vec_free(&packed);
	return fault;
}

/* Collects the block's lines. NULL or what is wrong, in *line. */
static const char *collect(struct block *b, const char *text, size_t length, uint32_t *line)
{
	const char *fault = NULL;
	*line = 0;
	for (size_t at = 0; at < length && !fault;) {
		const char *end = memchr(text + at, '\n', length - at);
		size_t n = end ? (size_t)(end - text) - at : length - at, skip = strlen(prefix);
		++*line;
		if (n >= skip && !memcmp(text + at, prefix, skip)) {
			size_t body = n - skip - (text[at + n - 1] == '\r');
			fault = read_line(b, text + at + skip, body, *line);
		}
		at += n + 1;
	}
	return fault;
}

enum smt_program smt_extract(const char *text, size_t length, const char *file, struct diagnostics *diags, char **bytes,
			     size_t *size)
{
	struct block b = { 0 };
	struct bytes program = { 0 };
	uint32_t line;
	enum smt_program result = SMT_PROGRAM_NONE;
	const char *fault = collect(&b, text, length, &line);
	if (!fault && b.line) {
		line = b.line;
		fault = finish(&b, &program);
		result = SMT_PROGRAM_FOUND;
	}
	if (fault) {
		diagnose(diags, DIAG_INPUT, (struct location){ file, line, 1 }, "%s", fault);
		result = SMT_PROGRAM_DAMAGED;
	}
	if (result == SMT_PROGRAM_FOUND) {
		vec_push(&program, 0);
		*bytes = (char *)program.at;
		*size = program.count - 1;
	} else {
		vec_free(&program);
	}
	vec_free(&b.text);
	return result;
}

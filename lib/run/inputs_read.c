/* Reading of inputs files: ir-spec/inputs.md. Line by line; a line that is malformed is reported once and skipped. */
#include <string.h>

#include "bv.h"
#include "inputs_data.h"
#include "lex.h"

struct reader {
	struct inputs *in;
	const char *at, *end, *line_start;
	struct location location;
	struct diagnostics *diags;
	bool failed;
};

static bool fault(struct reader *r, const char *at, const char *text)
{
	r->location.column = (uint32_t)(at - r->line_start) + 1;
	diagnose(r->diags, DIAG_INPUT, r->location, "%s", text);
	r->failed = true;
	return false;
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
		r->at++;
}

static bool at_end_of_line(struct reader *r)
{
	skip_blanks(r);
	return r->at == r->end || *r->at == '\n' || *r->at == '#';
}

static bool expect(struct reader *r, char c, const char *text)
{
	skip_blanks(r);
	if (r->at == r->end || *r->at != c)
		return fault(r, r->at, text);
	r->at++;
	return true;
}

static int digit_of(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : 99;
}

static bool starts_other_token(const struct reader *r)
{
	return r->at == r->end || !lex_in_name((unsigned char)*r->at);
}

static bool read_hexadecimal(struct reader *r, struct number *n)
{
	const char *begin = r->at;
	while (r->at < r->end && digit_of(*r->at) < 16)
		r->at++;
	size_t length = (size_t)(r->at - begin);
	if (!length || !starts_other_token(r))
		return fault(r, begin, "malformed hexadecimal number");
	if (length > UINT32_MAX / 8)
		return fault(r, begin, "this number is too long");
	uint64_t *words = memory_alloc((length / 16 + 1) * sizeof *words);
	for (size_t i = 0; i < length; i++)
		words[i / 16] |= (uint64_t)digit_of(begin[length - 1 - i]) << 4 * (i % 16);
	*n = inputs_number(r->in, words, (uint32_t)(length / 16 + 1));
	memory_free(words);
	return true;
}

static bool read_decimal(struct reader *r, struct number *n)
{
	enum { MAX_DIGITS = 100000 }; /* the conversion takes quadratic time */
	const char *begin = r->at;
	while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
		r->at++;
	size_t length = (size_t)(r->at - begin);
	if (!length || !starts_other_token(r))
		return fault(r, begin, "a number is expected");
	if (length > MAX_DIGITS)
		return fault(r, begin, "this number is too long; write it in hexadecimal");
	uint32_t width = (uint32_t)length * 4;
	uint64_t *words = memory_alloc(bv_words(width) * sizeof *words);
	bv_parse(words, width, begin, (uint32_t)length);
	*n = inputs_number(r->in, words, bv_words(width));
	memory_free(words);
	return true;
}

static bool read_number(struct reader *r, struct number *n)
{
	skip_blanks(r);
	if (r->end - r->at >= 2 && r->at[0] == '0' && (r->at[1] == 'x' || r->at[1] == 'X')) {
		r->at += 2;
		return read_hexadecimal(r, n);
	}
	bool negative = r->at < r->end && *r->at == '-';
	r->at += negative;
	if (!read_decimal(r, n))
		return false;
	n->negative = negative && n->count;
	return true;
}

static int escape_of(struct reader *r)
{
	char c = r->at < r->end ? *r->at : 0;
	if (c == 'x' && r->end - r->at >= 3 && digit_of(r->at[1]) < 16 && digit_of(r->at[2]) < 16) {
		int code = 16 * digit_of(r->at[1]) + digit_of(r->at[2]);
		r->at += 3;
		return code;
	}
	r->at++;
	return c == 'n' ? '\n' : c == 't' ? '\t' : c == '\\' || c == '|' ? c : 0;
}

static bool read_quoted(struct reader *r, const char **name)
{
	const char *begin = r->at++;
	struct output *out = output_memory();
	bool good = true;
	while (good && r->at < r->end && *r->at != '|' && *r->at != '\n') {
		char c = *r->at++;
		int escaped = c == '\\' ? escape_of(r) : (unsigned char)c;
		c = (char)escaped;
		good = escaped != 0;
		output_write(out, &c, 1);
	}
	good = good && r->at < r->end && *r->at == '|';
	if (good) {
		size_t length;
		const char *text = output_text(out, &length);
		*name = intern(r->in->strings, text, length);
		r->at++;
	}
	output_abandon(out);
	return good || fault(r, begin, "malformed quoted name");
}

static bool read_name(struct reader *r, const char **name)
{
	skip_blanks(r);
	if (r->at < r->end && *r->at == '|')
		return read_quoted(r, name);
	const char *begin = r->at;
	if (r->at == r->end || !lex_starts_name((unsigned char)*r->at))
		return fault(r, begin, "a name is expected");
	while (r->at < r->end && lex_in_name((unsigned char)*r->at))
		r->at++;
	*name = intern(r->in->strings, begin, (size_t)(r->at - begin));
	return true;
}

static bool skip_word(struct reader *r, const char *word)
{
	size_t length = strlen(word);
	skip_blanks(r);
	if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
		return false;
	if (r->at + length < r->end && lex_in_name((unsigned char)r->at[length]))
		return false;
	r->at += length;
	return true;
}

static bool read_cells(struct reader *r, struct entry *e)
{
	VEC(struct cell) cells = { 0 };
	bool good = true, last = false;
	skip_blanks(r);
	if (r->at < r->end && *r->at == '}')
		last = true;
	while (good && !last) {
		struct cell c = { 0 };
		bool other = skip_word(r, "else");
		good = (other || read_number(r, &c.index)) && expect(r, ':', "':' is expected") &&
		       read_number(r, other ? &e->number : &c.value);
		if (good && !other)
			vec_push(&cells, c);
		skip_blanks(r);
		last = other || r->at == r->end || *r->at != ',';
		r->at += !last;
	}
	e->cell_count = (uint32_t)cells.count;
	e->cells = arena_alloc(r->in->arena, cells.count * sizeof *e->cells);
	if (cells.count)
		memcpy(e->cells, cells.at, cells.count * sizeof *e->cells);
	vec_free(&cells);
	return good && expect(r, '}', "',' or '}' is expected ('else' comes last)");
}

static bool read_value(struct reader *r, struct entry *e)
{
	if (!expect(r, '=', "'=' is expected"))
		return false;
	skip_blanks(r);
	e->is_map = r->at < r->end && *r->at == '{';
	if (!e->is_map)
		return read_number(r, &e->number);
	r->at++;
	return read_cells(r, e);
}

static bool read_id(struct reader *r, struct entry *e)
{
	struct number n;
	const char *begin = r->at;
	if (!read_number(r, &n))
		return false;
	if (n.negative || n.count > 1 || (n.count && n.words[0] == UINT64_MAX))
		return fault(r, begin, "an id is less than 2^64 - 1 and not negative");
	e->id = n.count ? n.words[0] : 0;
	return true;
}

static bool read_names(struct reader *r, struct entry *e)
{
	if (!read_name(r, &e->name))
		return false;
	skip_blanks(r);
	if (r->at < r->end && *r->at == '=')
		return true;
	e->procedure = e->name;
	return read_name(r, &e->name);
}

static bool read_line(struct reader *r)
{
	struct entry e = { 0 };
	if (at_end_of_line(r))
		return true;
	bool is_id = skip_word(r, "id");
	if (!is_id && !skip_word(r, "initial"))
		return fault(r, r->at, "'id' or 'initial' is expected");
	if (!(is_id ? read_id(r, &e) : read_names(r, &e)) || !read_value(r, &e))
		return false;
	if (!at_end_of_line(r))
		return fault(r, r->at, "the end of the line is expected");
	inputs_append(r->in, e);
	return true;
}

struct inputs *inputs_read(const char *file, const char *text, size_t length, struct diagnostics *diags)
{
	struct reader r = { .in = inputs_new(),
			    .at = text,
			    .end = text + length,
			    .line_start = text,
			    .location = { file, 1, 1 },
			    .diags = diags };
	while (r.at < r.end) {
		read_line(&r);
		while (r.at < r.end && *r.at != '\n')
			r.at++;
		r.at += r.at < r.end;
		r.line_start = r.at;
		r.location.line++;
	}
	if (!r.failed)
		return r.in;
	inputs_free(r.in);
	return NULL;
}

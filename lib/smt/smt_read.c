#include "smt_read.h"

#include <stdlib.h>
#include <string.h>

#include "bv.h"

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t skip_blank(const char *text, size_t length, size_t at)
{
	for (;;) {
		while (at < length && is_space(text[at]))
			at++;
		if (at == length || text[at] != ';')
			return at;
		while (at < length && text[at] != '\n')
			at++;
	}
}

/* Behind the quoted text that begins at `at`; length + 1 if it does not end. In strings "" is one quote. */
static size_t skip_quoted(const char *text, size_t length, size_t at)
{
	char quote = text[at++];
	for (;;) {
		while (at < length && text[at] != quote)
			at++;
		if (at == length)
			return length + 1;
		at++;
		if (quote == '|' || at == length || text[at] != '"')
			return at;
		at++;
	}
}

/* A NUL is part of a word like any other byte that has no meaning, so that a word is never empty. */
static size_t skip_word(const char *text, size_t length, size_t at)
{
	static const char delimiters[] = { '(', ')', ';', '"', '|' };
	while (at < length && !is_space(text[at]) && !memchr(delimiters, text[at], sizeof delimiters))
		at++;
	return at;
}

enum smt_expression smt_expression(const char *text, size_t length, size_t *begin, size_t *end)
{
	size_t depth = 0, at = *begin = skip_blank(text, length, 0);
	if (at == length)
		return SMT_END;
	do {
		if (text[at] == ')' && depth == 0)
			return SMT_WRONG;
		if (text[at] == '(' || text[at] == ')') {
			depth = text[at++] == '(' ? depth + 1 : depth - 1;
		} else if (text[at] == '"' || text[at] == '|') {
			at = skip_quoted(text, length, at);
		} else {
			at = skip_word(text, length, at);
			if (at == length && depth == 0)
				return SMT_PARTIAL;
		}
		if (depth == 0)
			break;
		if (at < length)
			at = skip_blank(text, length, at);
	} while (at < length);
	*end = at;
	return depth == 0 && at <= length ? SMT_EXPRESSION : SMT_PARTIAL;
}

bool smt_is_script(const char *text, size_t length)
{
	static const char *const commands[] = {
		"set-info",
		"set-option",
		"set-logic",
		"declare-fun",
		"declare-const",
		"declare-sort",
		"declare-datatype",
		"declare-datatypes",
		"define-fun",
		"define-sort",
		"define-const",
		"define-fun-rec",
		"define-funs-rec",
		"assert",
		"check-sat",
		"check-sat-assuming",
		"push",
		"pop",
		"echo",
		"exit",
		"reset",
		"reset-assertions",
		"get-info",
		"get-option",
	};
	size_t at = skip_blank(text, length, 0);
	if (at == length || text[at] != '(')
		return false;
	at = skip_blank(text, length, at + 1);
	size_t word = skip_word(text, length, at) - at;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strlen(commands[i]) == word && !memcmp(commands[i], text + at, word))
			return true;
	}
	return false;
}

/* --- constants --- */

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && !memcmp(text, word, length);
}

static uint64_t *words_of(struct value *v)
{
	return v->kind == VALUE_WIDE ? v->words : &v->word;
}

static bool read_digits(const char *digits, size_t length, uint32_t bits, uint32_t width, struct value *out)
{
	if (!length || (uint64_t)length * bits != width)
		return false;
	*out = value_word(width, 0);
	for (size_t i = 0; i < length; i++) {
		static const char alphabet[] = "0123456789abcdef";
		char c = digits[length - 1 - i];
		const char *found = strchr(alphabet, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
		if (!c || !found || (uint64_t)(found - alphabet) >> bits) {
			value_release(out);
			return false;
		}
		words_of(out)[i * bits / 64] |= (uint64_t)(found - alphabet) << (i * bits % 64);
	}
	return true;
}

/* (_ bvN w) */
static bool read_decimal(const char *text, size_t length, uint32_t width, struct value *out)
{
	size_t at = skip_blank(text, length, 1), end = skip_word(text, length, at);
	if (!is_word(text + at, end - at, "_"))
		return false;
	at = skip_blank(text, length, end);
	end = skip_word(text, length, at);
	if (end - at < 3 || memcmp(text + at, "bv", 2) != 0)
		return false;
	*out = value_word(width, 0);
	bool good = bv_parse(words_of(out), width, text + at + 2, (uint32_t)(end - at - 2));
	at = skip_blank(text, length, end);
	end = skip_word(text, length, at);
	uint64_t stated = 0;
	for (; at < end && text[at] >= '0' && text[at] <= '9' && stated < UINT32_MAX; at++)
		stated = stated * 10 + (uint64_t)(text[at] - '0');
	at = skip_blank(text, length, at);
	good = good && stated == width && at + 1 == length && text[at] == ')';
	if (!good)
		value_release(out);
	return good;
}

/* true, false, #b..., #x..., (_ bvN w). */
static bool read_constant(const char *text, size_t length, uint32_t width, struct value *out)
{
	bool truth = is_word(text, length, "true");
	if (width == 1 && (truth || is_word(text, length, "false"))) {
		*out = value_word(1, truth);
		return true;
	}
	if (length > 2 && text[0] == '#' && (text[1] == 'b' || text[1] == 'x'))
		return read_digits(text + 2, length - 2, text[1] == 'b' ? 1 : 4, width, out);
	return length && text[0] == '(' && read_decimal(text, length, width, out);
}

/* Goes into the parentheses that text is: *at after the first one. */
static bool enter(const char *text, size_t length, size_t *at)
{
	*at = skip_blank(text, length, *at);
	return *at < length && text[(*at)++] == '(';
}

bool smt_read_get_value(const char *text, size_t length, uint32_t width, struct value *out)
{
	size_t at = 0, begin, end;
	if (!enter(text, length, &at) || !enter(text, length, &at) ||
	    smt_expression(text + at, length - at, &begin, &end) != SMT_EXPRESSION)
		return false;
	at += end;
	if (smt_expression(text + at, length - at, &begin, &end) != SMT_EXPRESSION)
		return false;
	return read_constant(text + at + begin, end - begin, width, out);
}

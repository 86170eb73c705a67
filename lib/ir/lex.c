#include "lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SPACE = 1, DIGIT = 2, START = 4, PUNCTUATION = 8 };

static const unsigned char classes[256] = {
	[' '] = SPACE,         ['\t'] = SPACE,        ['\r'] = SPACE,      ['\n'] = SPACE,      ['0' ... '9'] = DIGIT,
	['a' ... 'z'] = START, ['A' ... 'Z'] = START, ['_'] = START,       ['$'] = START,       ['.'] = START,
	['@'] = START,         ['#'] = START,         ['('] = PUNCTUATION, [')'] = PUNCTUATION, ['['] = PUNCTUATION,
	[']'] = PUNCTUATION,   ['{'] = PUNCTUATION,   ['}'] = PUNCTUATION, [','] = PUNCTUATION, [';'] = PUNCTUATION,
	[':'] = PUNCTUATION,   ['='] = PUNCTUATION,
};

bool lex_starts_name(unsigned char c)
{
	return classes[c] & START;
}

bool lex_in_name(unsigned char c)
{
	return classes[c] & (START | DIGIT);
}

bool lex_is_reserved(const char *word, size_t length)
{
	static const char *const reserved[] = { "assert",    "assume", "branch",  "call", "false", "fresh",
						"global",    "goto",   "havoc",   "in",   "let",   "plumb",
						"procedure", "return", "returns", "true", "var" };
	static const char initials[256] = { ['a'] = 1, ['b'] = 1, ['c'] = 1, ['f'] = 1, ['g'] = 1, ['h'] = 1,
					    ['i'] = 1, ['l'] = 1, ['p'] = 1, ['r'] = 1, ['t'] = 1, ['v'] = 1 };
	if (length < 2 || length > 9 || !initials[(unsigned char)word[0]])
		return false;
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (reserved[i][0] == word[0] && !strncmp(reserved[i], word, length) && !reserved[i][length])
			return true;
	return false;
}

void lex_make_printable(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 32 || *text == 127)
			*text = '?';
}

void lexer_fault(struct lexer *lex, struct position position, const char *format, ...)
{
	char text[512];
	va_list args;
	if (lex->diags->list.count >= lex->limit)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	lex_make_printable(text);
	diagnose(lex->diags, DIAG_INPUT, (struct location){ lex->file, position.line, position.column }, "%s", text);
}

/* --- pieces --- */

static struct position here(const struct lexer *lex)
{
	return (struct position){ lex->line, (uint32_t)(lex->at - lex->line_start) + 1 };
}

static void skip_blanks(struct lexer *lex)
{
	for (;;) {
		while (*lex->at == ' ')
			lex->at++;
		unsigned char c = (unsigned char)*lex->at;
		if (c == '\n') {
			lex->line_start = ++lex->at;
			lex->line++;
		} else if (c == '/' && lex->at[1] == '/') {
			const char *stop = memchr(lex->at, '\n', (size_t)(lex->end - lex->at));
			lex->at = stop ? stop : lex->end;
		} else if (classes[c] & SPACE) {
			lex->at++;
		} else {
			return;
		}
	}
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One escape at `at` (after the backslash); moves *at after it. -1: there is no such escape. */
static int unescape(const char **at, char quote)
{
	char c = *(*at)++;
	int high, low;
	if (c == 'n')
		return '\n';
	if (c == 't')
		return '\t';
	if (c == '\\' || c == quote)
		return c;
	if (c != 'x' || (high = hex_digit((*at)[0])) < 0 || (low = hex_digit((*at)[1])) < 0)
		return -1;
	*at += 2;
	return high * 16 + low > 0 ? high * 16 + low : -1;
}

/* Text between quotes, with its escapes undone. `stop` is the closing quote. */
static bool unescape_all(struct lexer *lex, const char *from, const char *stop, char quote)
{
	char *copy = arena_alloc(lex->arena, (size_t)(stop - from) + 1), *to = copy;
	while (from < stop) {
		if (*from != '\\') {
			*to++ = *from++;
			continue;
		}
		const char *escape = from++;
		int byte = unescape(&from, quote);
		if (byte < 0) {
			struct position p = { lex->token.position.line, (uint32_t)(escape - lex->line_start) + 1 };
			lexer_fault(lex, p, "no such escape: \\n, \\t, \\\\, \\%c and \\x01 to \\xff are", quote);
			return false;
		}
		*to++ = (char)byte;
	}
	lex->token.text = copy;
	lex->token.length = (size_t)(to - copy);
	return true;
}

/* A string or quoted name; lex->at is at the opening quote. */
static int lex_quoted(struct lexer *lex, int kind)
{
	char quote = *lex->at++;
	const char *from = lex->at, *stop = from;
	bool escapes = false;
	while ((unsigned char)*stop >= 32 && *stop != quote && *stop != 127) {
		escapes |= *stop == '\\';
		stop += *stop == '\\' && (unsigned char)stop[1] >= 32 ? 2 : 1;
	}
	lex->at = stop;
	if (*stop != quote) {
		const char *what = kind == TOKEN_STRING ? "string" : "quoted name";
		if (stop == lex->end || *stop == '\n' || *stop == '\r') {
			lexer_fault(lex, lex->token.position, "%s without its closing %c", what, quote);
		} else {
			lexer_fault(lex, here(lex), "control character 0x%02x in a %s: write it as an escape",
				    (unsigned)(unsigned char)*stop, what);
			lex->at++;
		}
		return TOKEN_BAD;
	}
	lex->at++;
	lex->token.text = from;
	lex->token.length = (size_t)(stop - from);
	lex->token.quoted = true;
	if (escapes && !unescape_all(lex, from, stop, quote))
		return TOKEN_BAD;
	if (kind == TOKEN_NAME && !lex->token.length) {
		lexer_fault(lex, lex->token.position, "a name must not be empty");
		return TOKEN_BAD;
	}
	return kind;
}

/* Decimal digits as a number; false when it has more than 64 bits. */
static bool decimal(const char *at, const char *stop, uint64_t *number)
{
	uint64_t n = 0;
	for (; at < stop; at++) {
		unsigned digit = (unsigned)(*at - '0');
		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	*number = n;
	return true;
}

static int bad_number(struct lexer *lex, const char *text)
{
	lexer_fault(lex, lex->token.position, "malformed number: %.*s%s",
		    (int)(lex->at - text > 40 ? 40 : lex->at - text), text, lex->at - text > 40 ? "..." : "");
	return TOKEN_BAD;
}

static bool all_digits(const char *at, const char *stop, bool hexadecimal)
{
	if (at == stop)
		return false;
	for (; at < stop; at++)
		if (hexadecimal ? hex_digit(*at) < 0 : !(classes[(unsigned char)*at] & DIGIT))
			return false;
	return true;
}

/* 12bv32 or 0xffbv32: lex->at is after it, `v` at its v. */
static int lex_constant(struct lexer *lex, const char *text, const char *v)
{
	struct token *t = &lex->token;
	uint64_t width = 0;
	t->hexadecimal = v - text > 2 && text[0] == '0' && text[1] == 'x';
	t->text = text + (t->hexadecimal ? 2 : 0);
	t->length = (size_t)(v - 1 - t->text);
	if (v[-1] != 'b' || !all_digits(t->text, v - 1, t->hexadecimal) || !all_digits(v + 1, lex->at, false))
		return bad_number(lex, text);
	if (!decimal(v + 1, lex->at, &width) || width == 0 || width > IR_MAX_WIDTH) {
		lexer_fault(lex, t->position, "the width of a bit-vector is between 1 and %d", IR_MAX_WIDTH);
		return TOKEN_BAD;
	}
	t->width = (uint32_t)width;
	return TOKEN_CONSTANT;
}

static int lex_number(struct lexer *lex)
{
	const char *text = lex->at, *v = NULL;
	struct token *t = &lex->token;
	while (classes[(unsigned char)*lex->at] & DIGIT)
		lex->at++;
	const char *stop = lex->at;
	for (; lex_in_name((unsigned char)*lex->at); lex->at++)
		if (*lex->at == 'v')
			v = lex->at;
	if (v)
		return lex_constant(lex, text, v);
	if (lex->at != stop)
		return bad_number(lex, text);
	if (decimal(text, stop, &t->number))
		return TOKEN_NUMBER;
	lexer_fault(lex, t->position, "this number does not fit in 64 bits");
	return TOKEN_BAD;
}

static int lex_let_name(struct lexer *lex)
{
	const char *text = ++lex->at;
	while (classes[(unsigned char)*lex->at] & DIGIT)
		lex->at++;
	if (text != lex->at && !lex_in_name((unsigned char)*lex->at) && decimal(text, lex->at, &lex->token.number))
		return TOKEN_LET_NAME;
	lexer_fault(lex, lex->token.position, "malformed let name: %% and a number are expected");
	return TOKEN_BAD;
}

static int bad_character(struct lexer *lex)
{
	unsigned char c = (unsigned char)*lex->at++;
	if (c > 32 && c < 127)
		lexer_fault(lex, lex->token.position, "unexpected character '%c'", c);
	else
		lexer_fault(lex, lex->token.position, "unexpected character 0x%02x", (unsigned)c);
	/* One report for a run of them. */
	while (lex->at < lex->end && ((unsigned char)*lex->at >= 127 ||
				      ((unsigned char)*lex->at < 32 && !(classes[(unsigned char)*lex->at] & SPACE))))
		lex->at++;
	return TOKEN_BAD;
}

static int lex_token(struct lexer *lex)
{
	unsigned char c = (unsigned char)*lex->at;
	if (classes[c] & START) {
		lex->token.text = lex->at;
		while (lex_in_name((unsigned char)*lex->at))
			lex->at++;
		lex->token.length = (size_t)(lex->at - lex->token.text);
		return TOKEN_NAME;
	}
	if (classes[c] & DIGIT)
		return lex_number(lex);
	if (c == ':' && lex->at[1] == '=') {
		lex->at += 2;
		return TOKEN_ASSIGN;
	}
	if (classes[c] & PUNCTUATION) {
		lex->at++;
		return c;
	}
	if (c == '"')
		return lex_quoted(lex, TOKEN_STRING);
	if (c == '|')
		return lex_quoted(lex, TOKEN_NAME);
	if (c == '%')
		return lex_let_name(lex);
	return lex->at == lex->end ? TOKEN_END : bad_character(lex);
}

void lexer_next(struct lexer *lex)
{
	skip_blanks(lex);
	lex->token.position = here(lex);
	lex->token.quoted = false;
	lex->token.kind = lex_token(lex);
}

void lexer_be_quiet(struct lexer *lex)
{
	lex->limit = 0;
}

int lexer_peek(const struct lexer *lex)
{
	const char *at = lex->at;
	while (*at == ' ')
		at++;
	unsigned char c = (unsigned char)*at;
	/* Nearly always one of these follows on the same line. */
	if (c == ':')
		return at[1] == '=' ? TOKEN_ASSIGN : ':';
	if (classes[c] & PUNCTUATION)
		return c;
	struct lexer ahead = *lex;
	lexer_be_quiet(&ahead);
	lexer_next(&ahead);
	return ahead.token.kind;
}

void lexer_init(struct lexer *lex, const char *file, const char *text, size_t length, struct arena *arena,
		struct diagnostics *diags, size_t faults)
{
	*lex = (struct lexer){ .at = text,
			       .end = text + length,
			       .line_start = text,
			       .line = 1,
			       .arena = arena,
			       .file = file,
			       .diags = diags,
			       .limit = diags->list.count + faults };
	lexer_next(lex);
}

const char *lexer_show(struct lexer *lex)
{
	const struct token *t = &lex->token;
	switch (t->kind) {
	case TOKEN_END:
		return "the end of the text";
	case TOKEN_STRING:
		return "a string";
	case TOKEN_NUMBER:
	case TOKEN_CONSTANT:
		return "a number";
	case TOKEN_LET_NAME:
		return "a let name";
	case TOKEN_ASSIGN:
		return "':='";
	case TOKEN_NAME:
		return arena_format(lex->arena, "'%.*s%s'", (int)(t->length > 40 ? 40 : t->length), t->text,
				    t->length > 40 ? "..." : "");
	default:
		return arena_format(lex->arena, "'%c'", t->kind);
	}
}

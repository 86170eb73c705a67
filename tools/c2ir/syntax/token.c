/* The lexer: bytes to tokens in one pass, without any preprocessing.
 *
 * Line markers and pragmas stand where no token may be (inside an expression, say), so they go
 * to tables of their own. _Pragma("x") is a pragma like #pragma x. Comments are blanks: `.i`
 * files may hold some. */
#include "target.h"
#include "token.h"

static struct location token_location_at(const struct token_list *list, size_t offset);

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
	struct token_list *list;
	struct diagnostics *diags;
	struct interner *names;
	struct keyword_table keywords;
	const char *at, *end;
	bool line_start;                          /* nothing but blanks since the line began: a # is a directive */
	bool line_comments, unicode_strings, c23; /* what the standard has, see token_list_init() */
	bool name_bytes[256];                     /* see is_name_byte() */
	uint8_t punctuators[256];                 /* by first byte: 1 + the index of the first text, 0: none */
	bool failed;
};

static struct location location_here(struct lexer *lx, const char *at)
{
	return token_location_at(lx->list, (size_t)(at - lx->list->text));
}

static void give_up(struct lexer *lx)
{
	lx->failed = true;
	lx->at = lx->end;
}

/* The text continues after `at`. */
static void fault(struct lexer *lx, const char *at, const char *message)
{
	diagnose(lx->diags, DIAG_INPUT, location_here(lx, at), "%s", message);
	vec_push(&lx->list->faults, (uint32_t)lx->list->tokens.count);
	if (lx->list->faults.count < TOKEN_ERROR_LIMIT)
		return;
	diagnose(lx->diags, DIAG_NOTE, location_here(lx, at),
		 "too many errors; the rest of the file was not looked at");
	give_up(lx);
}

static char peek(const struct lexer *lx, size_t ahead)
{
	return (size_t)(lx->end - lx->at) > ahead ? lx->at[ahead] : '\0';
}

static void newline(struct lexer *lx)
{
	struct line line = { .marker = (uint32_t)lx->list->markers.count - 1 };

	lx->at++;
	line.offset = (uint32_t)(lx->at - lx->list->text);
	vec_push(&lx->list->lines, line);
	lx->line_start = true;
}

/* ---- blanks ---- */

static void skip_block_comment(struct lexer *lx)
{
	const char *start = lx->at;

	lx->at += 2;
	while (lx->at < lx->end) {
		if (*lx->at == '*' && peek(lx, 1) == '/') {
			lx->at += 2;
			return;
		}
		if (*lx->at == '\n') {
			bool line_start = lx->line_start;
			newline(lx);
			lx->line_start = line_start;
		} else {
			lx->at++;
		}
	}
	fault(lx, start, "unterminated comment");
}

static void skip_line(struct lexer *lx)
{
	const char *nl = memchr(lx->at, '\n', (size_t)(lx->end - lx->at));

	lx->at = nl ? nl : lx->end;
}

/* A backslash before the end of a line: the line goes on. */
static bool skip_continuation(struct lexer *lx)
{
	size_t n = peek(lx, 1) == '\r' ? 2 : 1;
	bool line_start = lx->line_start;

	if (*lx->at != '\\' || peek(lx, n) != '\n')
		return false;
	lx->at += n;
	newline(lx);
	lx->line_start = line_start;
	return true;
}

static void skip_blanks(struct lexer *lx)
{
	while (lx->at < lx->end) {
		char c = *lx->at;

		if (c == '\n')
			newline(lx);
		else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f')
			lx->at++;
		else if (c == '/' && peek(lx, 1) == '*')
			skip_block_comment(lx);
		else if (c == '/' && peek(lx, 1) == '/' && lx->line_comments)
			skip_line(lx);
		else if (c != '\\' || !skip_continuation(lx))
			return;
	}
}

/* ---- directives ---- */

static const char *skip_spaces(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

/* The character that is written at *at behind a backslash, as preprocessors do in names of files: \\ \" \n \t and \033. */
static char marker_escape(const char **at, const char *end)
{
	int byte = 0, digits = 0;
	while (digits < 3 && *at + digits < end && (*at)[digits] >= '0' && (*at)[digits] <= '7')
		byte = byte * 8 + (*at)[digits++] - '0';
	if (digits == 3) {
		*at += 2;
		return (char)byte;
	}
	return **at == 'n' ? '\n' : **at == 't' ? '\t' : **at;
}

/* The name in a marker's quotes, with its escapes undone; NULL if there is none. */
static const char *marker_file(struct lexer *lx, const char **at, const char *end)
{
	VEC(char) name = { 0 };
	const char *p = *at, *result;

	if (p == end || *p != '"')
		return NULL;
	for (p++; p < end && *p != '"'; p++) {
		char c = *p;
		if (c == '\\' && p + 1 < end) {
			p++;
			c = marker_escape(&p, end);
		}
		if (c)
			vec_push(&name, c);
	}
	*at = p < end ? p + 1 : p;
	result = intern(lx->names, name.count ? name.at : "", name.count);
	vec_free(&name);
	return result;
}

/* clang calls what is included from the current folder "./file.h"; gcc only if the program does. In "./-file.c" it keeps the
 * name from being a flag. */
static const char *without_dot(struct lexer *lx, const char *file)
{
	if (strncmp(file, "./", 2) != 0 || file[2] == '-' || !strncmp(lx->list->markers.at[0].file, "./", 2))
		return file;
	return intern_string(lx->names, file + 2);
}

/* `# 12 "file" flags` or `#line 12 "file"`; at: the number. */
static void line_marker(struct lexer *lx, const char *at, const char *end)
{
	struct line_marker marker = vec_last(&lx->list->markers);
	uint32_t line = 0;
	const char *file;

	while (at < end && isdigit((unsigned char)*at))
		line = line * 10 + (uint32_t)(*at++ - '0');
	marker.line = line;
	marker.physical = (uint32_t)lx->list->lines.count; /* the next line */
	at = skip_spaces(at, end);
	file = marker_file(lx, &at, end);
	if (file) {
		marker.file = without_dot(lx, file);
		marker.system = false;
	}
	for (; at < end; at++)
		marker.system |= *at == '3';
	vec_push(&lx->list->markers, marker);
}

static void add_pragma(struct lexer *lx, const char *at, const char *end)
{
	struct pragma_line pragma;

	at = skip_spaces(at, end);
	while (end > at && isspace((unsigned char)end[-1]))
		end--;
	if (memchr(at, '\0', (size_t)(end - at))) {
		fault(lx, at, "null character in a pragma");
		return;
	}
	pragma.text = intern(lx->names, at, (size_t)(end - at));
	pragma.token = (uint32_t)lx->list->tokens.count;
	vec_push(&lx->list->pragmas, pragma);
}

static bool is_directive(const char *at, const char *end, const char *name)
{
	size_t n = strlen(name);

	return (size_t)(end - at) >= n && !memcmp(at, name, n) &&
	       ((size_t)(end - at) == n || !(isalnum((unsigned char)at[n]) || at[n] == '_'));
}

/* What -dD and the like leave in the text, without meaning here. */
static bool is_harmless_directive(const char *at, const char *end)
{
	return at == end || *at == '\r' || is_directive(at, end, "ident") || is_directive(at, end, "sccs") ||
	       is_directive(at, end, "define") || is_directive(at, end, "undef") || is_directive(at, end, "warning");
}

static void directive(struct lexer *lx)
{
	const char *start = lx->at, *at, *end;

	skip_line(lx);
	end = lx->at;
	at = skip_spaces(start + 1, end);
	if (at < end && isdigit((unsigned char)*at))
		line_marker(lx, at, end);
	else if (is_directive(at, end, "line"))
		line_marker(lx, skip_spaces(at + 4, end), end);
	else if (is_directive(at, end, "pragma"))
		add_pragma(lx, at + 6, end);
	else if (!is_harmless_directive(at, end))
		fault(lx, start, "preprocessing directive in preprocessed text");
}

/* ---- tokens ---- */

static struct token *push(struct lexer *lx, enum token_kind kind, const char *start)
{
	struct token token = { 0 };

	token.offset = (uint32_t)(start - lx->list->text);
	token.length = (uint32_t)(lx->at - start);
	token.line = (uint32_t)lx->list->lines.count - 1;
	while (lx->list->lines.at[token.line].offset > token.offset) /* a string may go on over lines */
		token.line--;
	token.kind = (uint8_t)kind;
	vec_push(&lx->list->tokens, token);
	lx->line_start = false;
	return &vec_last(&lx->list->tokens);
}

/* Bytes of one UTF-8 sequence beyond ASCII, 0 if it is none (overlong and surrogates too). */
static size_t utf8_length(const char *s, const char *end)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;

	if (p[0] < 0xC2 || p[0] > 0xF4 || (size_t)(end - s) < n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF0 && p[1] < 0x90) ||
	    (p[0] == 0xF4 && p[1] > 0x8F))
		return 0;
	return n;
}

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Bytes of one character of an identifier at `at`: ASCII, UTF-8, \uXXXX; 0 if it is none. */
static size_t name_character(const char *at, const char *end)
{
	size_t digits;

	if (at == end)
		return 0;
	if (is_name_byte(*at))
		return 1;
	if ((unsigned char)*at >= 0x80)
		return utf8_length(at, end);
	if (*at != '\\' || end - at < 2 || (at[1] != 'u' && at[1] != 'U'))
		return 0;
	digits = at[1] == 'u' ? 4 : 8;
	if ((size_t)(end - at) < digits + 2)
		return 0;
	for (size_t i = 0; i < digits; i++)
		if (!isxdigit((unsigned char)at[2 + i]))
			return 0;
	return digits + 2;
}

/* A string or character constant, at its opening quote; start: its prefix. */
static void quoted(struct lexer *lx, const char *start)
{
	char quote = *lx->at++;

	while (lx->at < lx->end && *lx->at != quote) {
		if (*lx->at == '\\' && skip_continuation(lx))
			continue;
		if (*lx->at == '\\' && lx->end - lx->at > 1)
			lx->at++;
		if (*lx->at == '\n')
			break;
		lx->at++;
	}
	if (lx->at >= lx->end || *lx->at != quote) {
		fault(lx, start, quote == '"' ? "unterminated string" : "unterminated character constant");
		return;
	}
	lx->at++;
	push(lx, quote == '"' ? TOKEN_STRING : TOKEN_CHAR, start);
}

/* Is the name at `start` the prefix of a literal in these quotes? */
static bool is_prefix(const struct lexer *lx, const char *start, size_t n, char quote)
{
	if (n == 1 && *start == 'L')
		return true;
	if (n == 1)
		return lx->unicode_strings && (*start == 'u' || *start == 'U');
	return n == 2 && start[0] == 'u' && start[1] == '8' && (quote == '"' ? lx->unicode_strings : lx->c23);
}

static void pragma_operator(struct lexer *lx);

/* glibc's `typedef float _Float32;`, which is there where the compiler is not gcc: the name is none of a keyword any more. With
 * two types in a row the keyword would be an error. */
static bool is_redefined(const struct lexer *lx, enum keyword keyword)
{
	const struct token *before = lx->list->tokens.at + lx->list->tokens.count - 2;

	return keyword >= KEYWORD_FLOAT16 && keyword <= KEYWORD_FLOAT64X && lx->list->tokens.count > 2 &&
	       before->kind == TOKEN_KEYWORD &&
	       (before->code == KEYWORD_FLOAT || before->code == KEYWORD_DOUBLE || before->code == KEYWORD_FLOAT128);
}

static void identifier(struct lexer *lx)
{
	const char *start = lx->at;
	enum keyword keyword;
	struct token *token;
	size_t n;

	do {
		while (lx->at < lx->end && lx->name_bytes[(unsigned char)*lx->at])
			lx->at++;
		n = name_character(lx->at, lx->end);
		lx->at += n;
	} while (n > 0);
	if (lx->at < lx->end && (*lx->at == '"' || *lx->at == '\'') &&
	    is_prefix(lx, start, (size_t)(lx->at - start), *lx->at)) {
		quoted(lx, start);
		return;
	}
	token = push(lx, TOKEN_IDENTIFIER, start);
	token->name = intern(lx->names, start, (size_t)(lx->at - start));
	keyword = table_get(&lx->keywords, token->name, KEYWORD_NONE);
	if (keyword == KEYWORD_NONE)
		return;
	if (is_redefined(lx, keyword)) {
		table_put(&lx->keywords, token->name, KEYWORD_NONE);
		return;
	}
	if (keyword == KEYWORD_NULLABILITY) {
		lx->list->tokens.count--;
		return;
	}
	token->kind = TOKEN_KEYWORD;
	token->code = (uint8_t)keyword;
	if (keyword == KEYWORD_PRAGMA)
		pragma_operator(lx);
}

/* A preprocessing number (C11 6.4.8), with C23's digit separators. */
static void number(struct lexer *lx)
{
	const char *start = lx->at;

	while (lx->at < lx->end) {
		char c = *lx->at, next = peek(lx, 1);

		if (strchr("eEpP", c) && c && (next == '+' || next == '-'))
			lx->at += 2;
		else if (is_name_byte(c) || c == '.')
			lx->at++;
		else if (c == '\'' && isalnum((unsigned char)next) && lx->c23)
			lx->at += 2;
		else
			break;
	}
	push(lx, TOKEN_NUMBER, start);
}

struct punctuator_text {
	char text[4];
	uint8_t punctuator;
};

/* Those with the same first byte are together, the longest first. */
static const struct punctuator_text punctuator_texts[] = {
	{ "<<=", PUNCT_SHL_ASSIGN }, { "<<", PUNCT_SHL },        { "<=", PUNCT_LE },
	{ "<:", PUNCT_LBRACKET },    { "<%", PUNCT_LBRACE },     { "<", PUNCT_LT },
	{ ">>=", PUNCT_SHR_ASSIGN }, { ">>", PUNCT_SHR },        { ">=", PUNCT_GE },
	{ ">", PUNCT_GT },           { "...", PUNCT_ELLIPSIS },  { ".", PUNCT_DOT },
	{ "->", PUNCT_ARROW },       { "--", PUNCT_DECREMENT },  { "-=", PUNCT_SUB_ASSIGN },
	{ "-", PUNCT_MINUS },        { "++", PUNCT_INCREMENT },  { "+=", PUNCT_ADD_ASSIGN },
	{ "+", PUNCT_PLUS },         { "==", PUNCT_EQ },         { "=", PUNCT_ASSIGN },
	{ "!=", PUNCT_NE },          { "!", PUNCT_BANG },        { "&&", PUNCT_AND_AND },
	{ "&=", PUNCT_AND_ASSIGN },  { "&", PUNCT_AMPERSAND },   { "||", PUNCT_OR_OR },
	{ "|=", PUNCT_OR_ASSIGN },   { "|", PUNCT_PIPE },        { "*=", PUNCT_MUL_ASSIGN },
	{ "*", PUNCT_STAR },         { "/=", PUNCT_DIV_ASSIGN }, { "/", PUNCT_SLASH },
	{ "%=", PUNCT_REM_ASSIGN },  { "%>", PUNCT_RBRACE },     { "%", PUNCT_PERCENT },
	{ "^=", PUNCT_XOR_ASSIGN },  { "^", PUNCT_CARET },       { ":>", PUNCT_RBRACKET },
	{ ":", PUNCT_COLON },        { "(", PUNCT_LPAREN },      { ")", PUNCT_RPAREN },
	{ "[", PUNCT_LBRACKET },     { "]", PUNCT_RBRACKET },    { "{", PUNCT_LBRACE },
	{ "}", PUNCT_RBRACE },       { ";", PUNCT_SEMICOLON },   { ",", PUNCT_COMMA },
	{ "?", PUNCT_QUESTION },     { "~", PUNCT_TILDE },
};

/* What begins no token is left out. */
static void stray(struct lexer *lx)
{
	char message[64];
	unsigned char c = (unsigned char)*lx->at;

	if (c > ' ' && c < 0x7F)
		snprintf(message, sizeof message, "stray '%c' in program", c);
	else
		snprintf(message, sizeof message, "stray byte 0x%02x in program", c);
	fault(lx, lx->at, message);
	/* A run of bytes that are no C is one error. */
	for (bool first = true; lx->at < lx->end; first = false, lx->at++) {
		c = (unsigned char)*lx->at;
		if (!first && c < 0x80 && (c >= ' ' || isspace(c)))
			break;
	}
}

static void punctuator(struct lexer *lx)
{
	const char *start = lx->at;
	size_t first = lx->punctuators[(unsigned char)*start],
	       count = sizeof punctuator_texts / sizeof *punctuator_texts;

	for (size_t i = first - 1; first && i < count && punctuator_texts[i].text[0] == *start; i++) {
		const char *text = punctuator_texts[i].text;
		size_t n = text[1] ? text[2] ? 3 : 2 : 1;

		if ((n > 1 && text[1] != peek(lx, 1)) || (n > 2 && text[2] != peek(lx, 2)))
			continue;
		lx->at += n;
		push(lx, TOKEN_PUNCTUATOR, start)->code = punctuator_texts[i].punctuator;
		return;
	}
	stray(lx);
}

static void next_token(struct lexer *lx)
{
	char c = *lx->at;

	if (lx->punctuators[(unsigned char)c] && c != '.')
		punctuator(lx);
	else if (c == '#' && lx->line_start)
		directive(lx);
	else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(lx, 1))))
		number(lx);
	else if (c == '"' || c == '\'')
		quoted(lx, lx->at);
	else if (name_character(lx->at, lx->end) > 0)
		identifier(lx);
	else
		punctuator(lx);
}

static void one_token(struct lexer *lx)
{
	skip_blanks(lx);
	if (lx->at < lx->end)
		next_token(lx);
}

/* The text of a pragma in a string literal: quotes off, \" and \\ undone (C11 6.10.9). */
static void destringise(struct lexer *lx, const struct token *string)
{
	const char *at = lx->list->text + string->offset, *end = at + string->length - 1;
	VEC(char) text = { 0 };

	at = (const char *)memchr(at, '"', string->length) + 1;
	for (; at < end; at++) {
		if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
			at++;
		vec_push(&text, *at);
	}
	if (text.count)
		add_pragma(lx, text.at, text.at + text.count);
	vec_free(&text);
}

/* After the word _Pragma: its operand; none of the four tokens is left in the list. */
static void pragma_operator(struct lexer *lx)
{
	size_t count = lx->list->tokens.count - 1;
	struct token string, *t;
	const char *start = lx->at;

	for (int i = 0; i < 3; i++)
		one_token(lx);
	t = lx->list->tokens.at + count;
	if (lx->list->tokens.count != count + 4 || t[1].code != PUNCT_LPAREN || t[2].kind != TOKEN_STRING ||
	    t[3].code != PUNCT_RPAREN) {
		fault(lx, start, "_Pragma takes a parenthesized string literal");
		return;
	}
	string = t[2];
	lx->list->tokens.count = count;
	destringise(lx, &string);
}

/* ---- interface ---- */

static void start_tables(struct lexer *lx)
{
	for (int c = 0; c < 256; c++)
		lx->name_bytes[c] = is_name_byte((char)c);
	for (size_t i = sizeof punctuator_texts / sizeof *punctuator_texts; i-- > 0;)
		lx->punctuators[(unsigned char)punctuator_texts[i].text[0]] = (uint8_t)(i + 1);
}

static void start_lists(struct token_list *list, struct interner *names, const char *file)
{
	struct line_marker first = { 0 };

	first.line = 1;
	first.file = intern_string(names, file);
	vec_push(&list->lines, (struct line){ 0 });
	vec_push(&list->markers, first);
}

bool token_list_init(struct token_list *list, struct diagnostics *diags, struct interner *names,
		     const struct target *target, const char *file, const char *text, size_t length)
{
	struct lexer lx = { 0 };

	memset(list, 0, sizeof *list);
	list->text = text;
	list->length = length;
	start_lists(list, names, file);
	lx.list = list;
	lx.diags = diags;
	lx.names = names;
	lx.at = text;
	lx.end = text + length;
	lx.line_start = true;
	lx.line_comments = !target->strict || target->standard >= STANDARD_C99;
	lx.unicode_strings = target->standard >= (target->strict ? STANDARD_C11 : STANDARD_C99);
	lx.c23 = target->standard >= STANDARD_C23;
	start_tables(&lx);
	token_keywords(&lx.keywords, names, target);
	if (length >= UINT32_MAX) {
		fault(&lx, text, "the text is too large (4 GB)");
		give_up(&lx);
	}
	while (lx.at < lx.end)
		one_token(&lx);
	push(&lx, TOKEN_END, lx.end);
	vec_last(&list->tokens).offset = (uint32_t)length;
	table_free(&lx.keywords);
	return !lx.failed;
}

void token_list_release(struct token_list *list)
{
	vec_free(&list->tokens);
	vec_free(&list->lines);
	vec_free(&list->markers);
	vec_free(&list->pragmas);
	vec_free(&list->faults);
}

/* ---- places ---- */

/* The index of the last element not above `key`, in `count` >= 1 rising elements from 0. */
static size_t physical_line(const struct token_list *list, size_t offset)
{
	size_t low = 0, high = list->lines.count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (list->lines.at[middle].offset <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static struct location location_on_line(const struct token_list *list, size_t physical, size_t offset)
{
	const struct line *line = list->lines.at + physical;
	const struct line_marker *marker = list->markers.at + line->marker;
	struct location location;

	location.file = marker->file;
	location.line = marker->line + (uint32_t)(physical - marker->physical);
	location.column = (uint32_t)(offset - line->offset) + 1;
	return location;
}

static struct location token_location_at(const struct token_list *list, size_t offset)
{
	return location_on_line(list, physical_line(list, offset), offset);
}

uint64_t token_order(const struct token_list *list, struct location location)
{
	for (size_t i = 0; i < list->markers.count; i++) {
		const struct line_marker *marker = list->markers.at + i;
		size_t next = i + 1 < list->markers.count ? list->markers.at[i + 1].physical : list->lines.count;
		size_t physical = marker->physical + (size_t)location.line - marker->line;

		if (marker->file == location.file && marker->line <= location.line && physical < next)
			return (uint64_t)physical << 32 | location.column;
	}
	return UINT64_MAX;
}

struct location token_location(const struct token_list *list, uint32_t token)
{
	const struct token *t = list->tokens.at + token;

	return location_on_line(list, t->line, t->offset);
}

bool token_in_system_header(const struct token_list *list, uint32_t token)
{
	return list->markers.at[list->lines.at[list->tokens.at[token].line].marker].system;
}

#include "source_call.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The text from there on to its NUL, or NULL. */
static const char *text_at(struct source_texts *texts, struct location at)
{
	size_t length;
	const char *line = source_texts_line(texts, at.file, at.line, &length);
	return line && at.column && at.column <= length ? line + at.column - 1 : NULL;
}

/* Behind a literal or a comment, if one begins there; else there. */
static const char *skip_quoted(const char *at)
{
	if (*at == '"' || *at == '\'') {
		char quote = *at++;
		while (*at && *at != quote)
			at += at[0] == '\\' && at[1] ? 2 : 1;
		return *at ? at + 1 : at;
	}
	if (at[0] == '/' && at[1] == '/')
		return at + strcspn(at, "\n");
	if (at[0] == '/' && at[1] == '*') {
		const char *end = strstr(at + 2, "*/");
		return end ? end + 2 : at + strlen(at);
	}
	return at;
}

static bool starts_with_word(const char *at, const char *word)
{
	size_t n = strlen(word);
	return !strncmp(at, word, n) && !is_word(at[n]);
}

/* Behind the `)` of the `(` that is there. */
static const char *skip_parentheses(const char *at)
{
	unsigned depth = 0;
	while (*at) {
		const char *next = skip_quoted(at);
		if (next != at) {
			at = next;
			continue;
		}
		depth += *at == '(';
		if (*at++ == ')' && --depth == 0)
			break;
	}
	return at;
}

static const char *skip_blanks(const char *at)
{
	for (const char *next = NULL; *at && next != at;) {
		at += strspn(at, " \t\r\n\v\f");
		next = *at == '/' ? skip_quoted(at) : at;
		if (next != at) {
			at = next;
			next = NULL;
		}
	}
	return at;
}

/* Where the statement's own expressions end: before the statements in it. */
static const char *statement_end(const char *at)
{
	static const char *const heads[] = { "if", "while", "for", "switch" };
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (starts_with_word(at, heads[i])) {
			const char *open = skip_blanks(at + strlen(heads[i]));
			return *open == '(' ? skip_parentheses(open) : at;
		}
	while (*at && *at != ';' && *at != '{' && *at != '}') {
		const char *next = *at == '(' ? skip_parentheses(at) : skip_quoted(at);
		at = next != at ? next : at + 1;
	}
	return at;
}

static struct location location_of(const char *begin, const char *place, struct location at)
{
	for (; begin < place; begin++) {
		at.column++;
		if (*begin == '\n') {
			at.line++;
			at.column = 1;
		}
	}
	return at;
}

struct location source_call_end(struct source_texts *texts, struct location statement, const char *name)
{
	const char *begin = text_at(texts, statement), *found = NULL;
	const char *end = begin ? statement_end(begin) : NULL;
	size_t length = strlen(name), count = 0;
	for (const char *at = begin; at < end;) {
		const char *next = skip_quoted(at);
		if (next != at) {
			at = next;
			continue;
		}
		if (starts_with_word(at, name) && *skip_blanks(at + length) == '(') {
			found = skip_parentheses(skip_blanks(at + length));
			count++;
		}
		for (bool word = is_word(*at); at++ < end && word;)
			word = is_word(*at);
	}
	if (count != 1 || found == begin || found[-1] != ')')
		return (struct location){ NULL, 0, 0 };
	return location_of(begin, found - 1, statement);
}

/* Are they the same, but for blanks? */
static bool is_same(const char *at, const char *end, const char *text)
{
	for (;;) {
		at += strspn(at, " \t\r\n");
		text += strspn(text, " \t\r\n");
		if (at >= end || !*text)
			return at >= end && !*text;
		if (*at++ != *text++)
			return false;
	}
}

/* From one `;` to the next between the parentheses; NULL: there are none. */
static const char *second_part(const char *at, const char **end)
{
	const char *first = NULL;
	while (*at) {
		const char *next = *at == '(' ? skip_parentheses(at) : skip_quoted(at);
		if (*at == ';' && first) {
			*end = at;
			return first;
		}
		if (*at == ';')
			first = at + 1;
		if (*at == ')')
			return NULL;
		at = next != at ? next : at + 1;
	}
	return NULL;
}

bool source_is_branch(struct source_texts *texts, struct location statement, const char *condition)
{
	const char *at = text_at(texts, statement), *end = NULL;
	bool loop = at && starts_with_word(at, "for");
	if (!at || (!loop && !starts_with_word(at, "if") && !starts_with_word(at, "while")))
		return false;
	const char *open = skip_blanks(at + strcspn(at, "( \t\r\n"));
	if (*open != '(')
		return false;
	const char *begin = open + 1;
	end = skip_parentheses(open) - 1;
	if (loop)
		begin = second_part(open + 1, &end);
	return begin && end > begin && is_same(begin, end, condition);
}

bool source_begins_statement(struct source_texts *texts, struct location place)
{
	const char *at = text_at(texts, place);
	size_t length;
	const char *start = source_texts_line(texts, place.file, 1, &length);
	if (!at || (!is_word(*at) && *at != '*' && *at != '('))
		return false;
	while (at > start && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	/* In the middle of a line it may be a part of a for. */
	if (at == start || (at[-1] != '\n' && at[-1] != '{'))
		return false;
	while (at > start && isspace((unsigned char)at[-1]))
		at--;
	return at > start && strchr(";{}", at[-1]);
}

bool source_in_scope(struct source_texts *texts, struct location declared, struct location place)
{
	const char *at = text_at(texts, declared), *end = text_at(texts, place);
	unsigned depth = 1;
	if (!at || !end || !declared.file || strcmp(declared.file, place.file) != 0)
		return false;
	while (at < end && depth) {
		const char *next = skip_quoted(at);
		if (next != at) {
			at = next;
			continue;
		}
		depth += *at == '{';
		depth -= *at++ == '}';
	}
	return at == end && depth;
}

/* How often the word stands in the line, and where last. */
static size_t count_word(struct source_texts *texts, struct location place, const char *word, uint32_t *column)
{
	size_t length, n = strlen(word), count = 0;
	const char *line = source_texts_line(texts, place.file, place.line, &length);
	for (const char *at = line; at && at + n <= line + length; at++)
		if (starts_with_word(at, word) && (at == line || !is_word(at[-1]))) {
			*column = (uint32_t)(at - line) + 1;
			count++;
		}
	return count;
}

uint32_t source_column_of(struct source_texts *texts, struct location place, const char *word)
{
	uint32_t column = 0;
	return count_word(texts, place, word, &column) == 1 ? column : 0;
}

bool source_is_alone(struct source_texts *texts, struct location place, const char *word)
{
	static const char *const heads[] = { "if", "while", "for", "do" };
	uint32_t ignored;
	size_t count = word ? count_word(texts, place, word, &ignored) : 0;
	for (size_t i = 0; i < sizeof heads / sizeof *heads && !word; i++)
		count += count_word(texts, place, heads[i], &ignored);
	return count == 1;
}

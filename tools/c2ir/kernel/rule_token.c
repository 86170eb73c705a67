#include "rule_token.h"

#include <ctype.h>
#include <string.h>

static struct location here(const struct rule_reader *r)
{
	return (struct location){ r->file, r->line, (uint32_t)(r->at - r->line_start) + 1 };
}

static void step(struct rule_reader *r)
{
	if (*r->at++ == '\n') {
		r->line++;
		r->line_start = r->at;
	}
}

static bool skip_comment(struct rule_reader *r)
{
	if (!strncmp(r->at, "//", 2)) {
		while (*r->at && *r->at != '\n')
			step(r);
		return true;
	}
	if (strncmp(r->at, "/*", 2) != 0)
		return false;
	while (*r->at && strncmp(r->at, "*/", 2) != 0)
		step(r);
	for (int i = 0; i < 2 && *r->at; i++)
		step(r);
	return true;
}

static void skip_space(struct rule_reader *r)
{
	while (skip_comment(r) || (*r->at && isspace((unsigned char)*r->at)))
		if (isspace((unsigned char)*r->at))
			step(r);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* A string or a character constant, up to the end of its line at most. */
static void skip_quoted(struct rule_reader *r)
{
	char quote = *r->at;
	step(r);
	while (*r->at && *r->at != quote && *r->at != '\n') {
		if (*r->at == '\\' && r->at[1] && r->at[1] != '\n')
			step(r);
		step(r);
	}
	if (*r->at == quote)
		step(r);
}

static void take_sign(struct rule_reader *r)
{
	static const char *const pairs[] = { "->", "..", "||" };
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (!strncmp(r->at, pairs[i], 2)) {
			step(r);
			break;
		}
	step(r);
}

void rule_advance(struct rule_reader *r)
{
	skip_space(r);
	r->token = (struct rule_text){ r->at, 0, here(r) };
	if (!*r->at) {
		r->kind = RULE_END_OF_FILE;
	} else if (*r->at == '"') {
		skip_quoted(r);
		r->kind = RULE_STRING;
	} else if (is_word(*r->at)) {
		r->kind = isdigit((unsigned char)*r->at) ? RULE_NUMBER : RULE_NAME;
		while (is_word(*r->at))
			step(r);
	} else {
		take_sign(r);
		r->kind = RULE_SIGN;
	}
	r->token.length = (size_t)(r->at - r->token.at);
}

void rule_reader_init(struct rule_reader *r, const char *file, const char *text, struct diagnostics *diags)
{
	*r = (struct rule_reader){ .file = file, .at = text, .line_start = text, .line = 1, .diags = diags };
	rule_advance(r);
}

bool rule_is(const struct rule_reader *r, const char *word)
{
	return r->token.length == strlen(word) && !memcmp(r->token.at, word, r->token.length);
}

bool rule_accept(struct rule_reader *r, const char *word)
{
	bool is = rule_is(r, word);
	if (is)
		rule_advance(r);
	return is;
}

bool rule_refuse(struct rule_reader *r, const char *expected)
{
	if (r->kind == RULE_END_OF_FILE)
		diagnose(r->diags, DIAG_INPUT, r->token.place, "expected %s, not the end of the file", expected);
	else
		diagnose(r->diags, DIAG_INPUT, r->token.place, "expected %s, not '%.*s'", expected,
			 (int)r->token.length, r->token.at);
	return false;
}

bool rule_expect(struct rule_reader *r, const char *word)
{
	char expected[32];
	if (rule_accept(r, word))
		return true;
	snprintf(expected, sizeof expected, "'%s'", word);
	return rule_refuse(r, expected);
}

/* One character, string or comment of C. */
static void skip_piece(struct rule_reader *r, int *depth)
{
	if (skip_comment(r))
		return;
	if (*r->at == '"' || *r->at == '\'') {
		skip_quoted(r);
		return;
	}
	*depth += (strchr("([{", *r->at) != NULL) - (strchr(")]}", *r->at) != NULL);
	step(r);
}

bool rule_bracketed(struct rule_reader *r, struct rule_text *inside, bool braces)
{
	int depth = 1;
	struct rule_text open = r->token;
	*inside = (struct rule_text){ r->at, 0, here(r) };
	while (*r->at && depth)
		skip_piece(r, &depth);
	if (depth) {
		diagnose(r->diags, DIAG_INPUT, open.place, "this '%c' is not closed", *open.at);
		return false;
	}
	inside->length = (size_t)(r->at - inside->at) - 1;
	if (braces)
		*inside = (struct rule_text){ open.at, (size_t)(r->at - open.at), open.place };
	rule_advance(r);
	return true;
}

bool rule_until(struct rule_reader *r, char stop, struct rule_text *out)
{
	int depth = 0;
	struct rule_reader from = *r;
	r->at = r->token.at;
	r->line = r->token.place.line;
	while (*r->at && *r->at != '\n' && (depth || *r->at != stop))
		skip_piece(r, &depth);
	*out = (struct rule_text){ from.token.at, (size_t)(r->at - from.token.at), from.token.place };
	if (*r->at == stop && out->length) {
		rule_advance(r);
		rule_advance(r); /* behind it */
		return true;
	}
	char expected[48];
	snprintf(expected, sizeof expected, "a condition and '%c' in this line", stop);
	*r = from;
	return rule_refuse(r, expected);
}
